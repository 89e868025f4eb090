import { eq, type SQL, sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import {
  buildNearbyIndex,
  buildPlaceIndex,
  nearbyPlacesSql,
  placeCandidatesSql,
  type CandidateQuery,
  buildTwinIndex,
  twinCandidatesSql,
} from "./duplicate-candidates.server.ts";
import { buildCheckedImport, buildFeature, buildFeatureFile } from "../import-builders.ts";

const QUERIES: CandidateQuery[] = Array.from({ length: 200 }, (_, at) => ({
  at,
  facts: {
    name: `Made Place ${at * 7}`,
    phone: `+1202555${String(1_000 + at)}`,
    website: `https://made-${at}.example/`,
    position: { lat: 38.9 + at / 10_000, lng: -77.03 },
  },
}));

test("a batch's candidates are looked up by indexes alone, even when the tables were never analyzed", async ({
  db,
}) => {
  await resetStatistics(db, ["places", "import_records"]);
  const { id: importId } = await buildCheckedImport(db, { path: buildFeatureFile([buildFeature()]) });
  await buildPlaces(db, 4_000);
  await buildTwins(db, { importId, count: 4_000 });
  const [listed, twins] = [await buildPlaceIndex(db), await buildTwinIndex(db, importId)];

  const scanned = [
    ...(await findScans(db, await placeCandidatesSql(listed, QUERIES))),
    ...(await findScans(db, await twinCandidatesSql(importId, twins, QUERIES))),
  ];
  const nearby = await findScans(db, nearbyPlacesSql(QUERIES.flatMap(({ facts }) => facts.position ?? [])));

  expect(twins.size).toBe(4_001);
  expect(listed.size).toBeGreaterThan(4_000);
  expect(nearby.length).toBeGreaterThan(0);
  expect([...scanned, ...nearby].filter(({ type }) => type === "Seq Scan")).toEqual([]);
  // Each of the 200 queries has a handful of candidates.
  for (const { rows, table } of scanned) expect(rows, table).toBeLessThan(200 * 20);
});

test("around a short file's entries are all places that the whole guide has to compare them with", async ({ db }) => {
  const listed = await db.select().from(places).where(eq(places.status, "published")).orderBy(places.id);
  const [unplaced, unlisted] = listed;
  await db
    .update(places)
    .set({ lat: null, lng: null })
    .where(eq(places.id, unplaced?.id ?? 0));
  await db
    .update(places)
    .set({ status: "closed", closure: "unlisted", closedOn: "2026-01-02" })
    .where(eq(places.id, unlisted?.id ?? 0));
  const entries = listed.filter(({ lat }, at) => lat !== null && (at < 5 || at % 60 === 0));
  const moved = entries.map(({ name, street, quadrant, lat, lng }, at) => {
    const [north, east] = [Math.sin(at) * 0.002, Math.cos(at) * 0.002];
    const position = { lat: (lat ?? 0) + north, lng: (lng ?? 0) + east };
    return { name, category: null, street, quadrant, position, phone: null, website: null };
  });
  const whole = await buildPlaceIndex(db, { reach: "unplaced" });
  const around = await buildNearbyIndex(
    db,
    moved.map(({ position }) => position),
  );
  const found = moved.map((each) => whole.find(each).sort((a, b) => a - b));

  expect(moved.length).toBeGreaterThan(40);
  expect(moved.map((each) => around?.find(each).sort((a, b) => a - b))).toEqual(found);
  expect(found.flat()).toEqual(expect.arrayContaining([unplaced?.id, unlisted?.id]));
  expect(around?.size).toBeLessThan(whole.size);
});

test("a batch takes the same number of statements, however many entries it has", async ({ db }) => {
  const prepared = vi.spyOn(Object.getPrototypeOf(db._.session), "prepareQuery");
  const counts: number[] = [];
  for (const [file, size] of [20, 180].entries()) {
    const features = Array.from({ length: size }, (_, at) =>
      buildFeature({
        id: `${file}-${at}`,
        name: `Quagga ${"abcdefghij"[at % 10]}${at} Kites`,
        at: [38.8973 + at / 20_000, -76.9665],
        phones: [`+1202555${String(1_000 + at + file * 500)}`],
      }),
    );
    prepared.mockClear();
    await buildCheckedImport(db, { path: buildFeatureFile(features) });
    // The directory is read around a short file's entries in one statement, for a longer one a thousand places at a time.
    const own = prepared.mock.calls.filter(
      ([query]) => !/select p\.id as at|near as materialized/.test(JSON.stringify(query)),
    );
    counts.push(own.length);
  }
  prepared.mockRestore();

  expect(counts[0]).toBeLessThan(30);
  expect(counts[1]).toBe(counts[0]);
});

/** Resets the statistics, as for tables never analyzed: otherwise the plans depend on the tests that ran before. */
async function resetStatistics(db: Database, tables: string[]): Promise<void> {
  for (const table of tables) {
    await db.execute(sql`delete from pg_statistic where starelid = ${table}::regclass`);
    await db.execute(sql`update pg_class set relpages = 0, reltuples = -1 where oid = ${table}::regclass
      or oid in (select indexrelid from pg_index where indrelid = ${table}::regclass)`);
  }
}

async function buildPlaces(db: Database, count: number): Promise<void> {
  // Takes longer than the statement timeout of pages on a busy machine.
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`alter table places disable trigger user`);
  await db.execute(sql`
    insert into places (slug, name, category_slug, type, neighborhood_slug, description, lat, lng, phone, website,
      attributes, status, created_at, updated_at)
    select 'made-place-' || n, 'Made Place ' || n, 'food', 'Diner', 'shaw', 'Made.', 38.9 + n % 100 * 0.0005,
      -77.03 + n / 100 * 0.0005, '+1202555' || lpad(n::text, 4, '0'), 'https://made-' || n || '.example/', '{}',
      'published', now(), now()
    from generate_series(1, ${count}::integer) n`);
}

async function buildTwins(db: Database, { importId, count }: { importId: string; count: number }): Promise<void> {
  await db.execute(sql`
    insert into import_records (import_id, number, outcome, state, record_id, name, name_slug, phone, lat, lng)
    select ${importId}::uuid, n + 1, 'new', 'staged', 'made-' || n, 'Made Place ' || n, 'made-place-' || n,
      '+1202555' || lpad(n::text, 4, '0'), 38.9 + n % 100 * 0.0005, -77.03 + n / 100 * 0.0005
    from generate_series(1, ${count}::integer) n`);
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  "Actual Loops": number;
  Plans?: Plan[];
};

const Plan: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Actual Loops": z.number(),
    Plans: z.array(Plan).optional(),
  }),
);

const Explained = z.object({ "QUERY PLAN": z.array(z.object({ Plan })) });

async function findScans(db: Database, query: SQL) {
  const [answer] = await queryRows(db, sql`explain (analyze, format json) ${query}`);
  const plans = Explained.parse(answer)["QUERY PLAN"].map((each) => each.Plan);
  return plans.flatMap(nodesOf).flatMap((node) => {
    const table = node["Relation Name"];
    const rows = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    return table === undefined ? [] : [{ table, type: node["Node Type"], rows }];
  });
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

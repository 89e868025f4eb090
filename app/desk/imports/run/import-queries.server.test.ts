import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { importRecords } from "#app/db/schema/importing.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";
import { countVisitedRows } from "#tests/visited-rows.ts";

import { buildFeature, buildImport, buildFeatureFile } from "../import-builders.ts";
import { decideRecord, type RecordDecision, undoDecision } from "../duplicates/decide-record.server.ts";
import {
  decidedCountSql,
  decidedIdsSql,
  listDecidedRecords,
  listImportSources,
  ROW_COUNT_MAX,
  sourceCountsSql,
} from "./import-queries.server.ts";
import * as review from "../screens/import-review.route.tsx";
import { OVERTURE } from "../mapping/import-source.ts";
import { importReviewPath } from "../screens/imports.ts";

test("the rows of a small source are counted exactly", async ({ db }) => {
  await buildImport(db, { path: buildFeatureFile([buildFeature({ name: "Zebra Finch Coffee" })]) });
  const sources = await listImportSources(db);

  // Name and position; category, type, neighborhood and description are generated.
  const [records, facts] = [1, 2].map((count) => ({ count, precision: "exact" }));
  expect(sources).toEqual([{ id: OVERTURE.id, title: OVERTURE.title, license: OVERTURE.license, records, facts }]);
});

test("a large source is counted up to ten thousand rows of an index, and no other rows are read", async ({ db }) => {
  await buildImport(db, { path: buildFeatureFile([buildFeature()]) });
  await buildRows(db, { records: 3 * ROW_COUNT_MAX, facts: 3 * ROW_COUNT_MAX });
  const [source] = await listImportSources(db);
  const counting = sourceCountsSql(OVERTURE.id);
  const visited = await countVisitedRows(db, counting);
  const plan = await queryRows(db, sql`explain ${counting}`);

  const many = { count: ROW_COUNT_MAX, precision: "at-least" };
  expect(source).toMatchObject({ records: many, facts: many });
  expect(visited).toBe(2 * (ROW_COUNT_MAX + 1));
  // Such nodes read more rows than they return.
  expect(JSON.stringify(plan)).not.toMatch(/Bitmap|Sort|Seq Scan/);
});

const COMMAND = { kind: "command" as const, id: "import" };

test("editors' decisions are listed newest first, including new places, and without what the run did by itself", async ({
  db,
}) => {
  await buildImport(db, { path: buildFeatureFile([at(0, "Zephyr Oboe Repairs"), at(1, "Quagga Kites")]) });
  const entries = [at(0, "Zephyr Organ Repairs"), at(2, "Okapi Hats"), at(3, "Ibis Lamps"), at(1, "Quagga Kiosk")];
  const { id } = await buildImport(db, { path: buildFeatureFile(entries), publishes: false });
  const records = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const recordId = (name: string) => records.find((record) => record.name === name)?.id ?? 0;
  const decide = async (name: string, decision: RecordDecision, minutes: number) => {
    const now = new Date(NOW.getTime() + minutes * 60_000);
    return decideRecord(db, { recordId: recordId(name), decision, actor: COMMAND, now });
  };
  const listed = async () => {
    const { entries: rows, count } = await listDecidedRecords(db, { importId: id, limit: 10, offset: 0 });
    return [count, ...rows.map(({ record, isSame, place }) => [record.name, isSame, place?.slug ?? null])];
  };
  // A decision from before decision times were recorded.
  await decide("Quagga Kiosk", "left-out", 0);
  await db
    .update(importRecords)
    .set({ decidedAt: null })
    .where(eq(importRecords.id, recordId("Quagga Kiosk")));
  await decide("Ibis Lamps", "left-out", 1);
  await decide("Zephyr Organ Repairs", "same", 2);
  await decide("Okapi Hats", "new", 3);
  const all = await listed();
  await undoDecision(db, { recordId: recordId("Ibis Lamps"), actor: COMMAND, now: NOW });

  const [hats, repairs, kiosk] = [
    ["Okapi Hats", false, "okapi-hats"],
    ["Zephyr Organ Repairs", true, "zephyr-oboe-repairs"],
    ["Quagga Kiosk", false, expect.stringMatching(/./)],
  ];
  expect(all).toEqual([4, hats, repairs, ["Ibis Lamps", false, null], kiosk]);
  expect(await listed()).toEqual([3, hats, repairs, kiosk]);
});

/** Entries at different steps are unrelated. */
function at(step: number, name: string) {
  return buildFeature({ id: `${name}-${step}`, name, at: [38.8973 + step * 0.0006, -76.9665] });
}

test("a page of decisions and their count are read without scanning the rest of a large file", async ({ db }) => {
  const { id } = await buildImport(db, { path: buildFeatureFile([buildFeature()]) });
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`
    insert into import_records (import_id, number, outcome, state, name, decided_at)
    select ${id}, 1 + n, (array['new', 'new', 'possible-duplicate'])[1 + n % 3], case when n % 3 = 2 and n > 60 then 'waiting' else 'applied' end,
      'Made', case when n <= 30 then ${NOW.toISOString()}::timestamptz end
    from generate_series(1, 30000) n`);
  const queries = [decidedIdsSql({ importId: id, limit: 10, offset: 10 }), decidedCountSql(id)];
  const uncounted = await Promise.all(queries.map(async (query) => countVisitedRows(db, query)));
  await db.execute(sql`analyze import_records`);
  const counted = await Promise.all(queries.map(async (query) => countVisitedRows(db, query)));

  // Of 30 decisions with a recorded time all count; of the older ones only the 10 possible duplicates.
  expect(await queryRows(db, decidedCountSql(id))).toEqual([
    { count: expect.toSatisfy((count) => Number(count) === 40) },
  ]);
  for (const visited of [uncounted, counted]) expect(Math.max(...visited)).toBeLessThanOrEqual(40);
});

test("older decisions are on the next page, and a page past the last redirects to the last", async ({ db }) => {
  const { id } = await buildImport(db, { path: buildFeatureFile([buildFeature()]) });
  await db.execute(sql`
    insert into import_records (import_id, number, outcome, state, name, decided_at)
    select ${id}, 1 + n, 'new', 'refused', 'Made', ${NOW.toISOString()}::timestamptz from generate_series(1, 11) n`);
  const person = await buildUser(db, { role: "admin" });
  const ask = async (search: string) =>
    requestRoute(db, { route: review, path: `${importReviewPath(id)}${search}`, params: { id }, person });

  expect(await ask("?decided=2")).toBe(200);
  expect(await ask("?decided=3")).toBe(`${importReviewPath(id)}?decided=2`);
  expect(await ask("?page=2&decided=2")).toBe(`${importReviewPath(id)}?decided=2`);
});

/** Fills a source with rows; every six imported facts come with two from seed data. */
async function buildRows(db: Database, { records, facts }: { records: number; facts: number }): Promise<void> {
  // Takes longer than the statement timeout of pages on a busy machine.
  await db.execute(sql`set local statement_timeout = 0`);
  // Foreign keys are off: the facts don't need real places, and writing places is slow.
  await db.execute(sql`set local session_replication_role = replica`);
  await db.execute(sql`
    insert into place_facts (place_id, field, value, source_id, origin, recorded_at)
    select 1000000 + n, field, '"Made"', ${OVERTURE.id}, origin, now() from generate_series(1, ${facts / 6}::integer) n
    cross join (values ('name', 'seed'), ('type', 'seed'), ('address', 'import'), ('phone', 'import'), ('zip', 'import'),
      ('website', 'import'), ('hours', 'import'), ('position', 'import')) each (field, origin)
    order by origin desc`);
  await db.execute(sql`
    insert into source_records (source_id, record_id, place_id, facts, digest, linked_at)
    select ${OVERTURE.id}, 'made-' || lpad(n::text, 6, '0'), 1000000, '{}', repeat('0', 64), now()
    from generate_series(1, ${records}::integer) n`);
  for (const table of ["place_facts", "source_records"]) {
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  }
}

import { join } from "node:path";

import { eq, getTableName, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { schema } from "#app/db/schema.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { buildPlace, buildReview, buildViews, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { readDemoFiles } from "./demo-files.server.ts";
import { clearDemo, countDemo, DEMO_SEED, hasDemoRows, loadDemo, removeDemoActivity } from "./load-demo.server.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "seeds", "demo");
/** Writes, deletes and compares thousands of rows. */
const SLOW = { timeout: 120_000 };

const INPUT = { folder: FOLDER, seed: DEMO_SEED, now: NOW };

test("clearing demo data restores every table, including members' content and counted views", SLOW, async ({ db }) => {
  const place = await buildPlace(db);
  await buildReview(db, { placeId: place.id, stars: 5 });
  await buildViews(db, { day: "2027-01-12", views: 12 });
  const before = await digests(db);

  await loadDemo(db, INPUT);
  const loaded = await digests(db);
  await clearDemo(db);

  const changed = Object.keys(before).filter((table) => loaded[table] !== before[table]);
  expect(changed.toSorted()).toEqual([
    "daily_views",
    "list_entries",
    "lists",
    "place_owners",
    "place_ratings",
    "place_search",
    "reviews",
    "saved_guides",
    "saved_places",
    "search_suggestions",
    "users",
  ]);
  expect(await digests(db)).toEqual(before);
  expect(await hasDemoRows(db)).toBe(false);
});

test(
  "removing sample activity leaves the development accounts, without the place that it gave one",
  SLOW,
  async ({ db }) => {
    await loadDemo(db, INPUT);
    const owned = await db.$count(placeOwners);

    await removeDemoActivity(db);

    expect(owned).toBe(1);
    expect(await db.$count(placeOwners)).toBe(0);
    expect(await countDemo(db)).toEqual({ people: 0, reviews: 0, dailyViews: 0, personas: 1 });
  },
);

test("a load that fails leaves nothing behind", SLOW, async ({ db }) => {
  const before = await digests(db);
  const fails = {
    ...INPUT,
    report: ({ done }: { done: number }) => {
      if (done === 3) throw new Error("out of space");
    },
  };

  await expect(loadDemo(db, fails)).rejects.toThrow("out of space");

  expect(await digests(db)).toEqual(before);
});

test("after clearing, no table contains a demo user's name or demo review text", SLOW, async ({ db }) => {
  await loadDemo(db, INPUT);
  const bodies = await queryRows(
    db,
    sql`select left(body, 60) as text from reviews where is_demo order by id limit 40`,
  );
  const traces = [...readDemoFiles(FOLDER).people.map(({ name }) => name), ...bodies.map(({ text }) => String(text))];
  const before = await tablesContaining(db, traces);

  await clearDemo(db);

  expect(before).toEqual(["reviews", "users"]);
  expect(await tablesContaining(db, traces)).toEqual([]);
});

test("loading again replaces the demo data, and the same seed and day give the same rows", SLOW, async ({ db }) => {
  const first = await loadDemo(db, INPUT);
  const before = await digests(db);

  const second = await loadDemo(db, INPUT);

  expect(second).toEqual(first);
  expect(second.people).toBe(40);
  expect(second.reviews).toBe(300);
  expect(await digests(db)).toEqual(before);
  expect(await countDemo(db)).toEqual(second);
  expect(await wrongRatings(db)).toEqual([]);
});

test("a place that is only listed gets no invented reviews", SLOW, async ({ db }) => {
  const described = await buildPlace(db, { hubRank: 1 });
  const listed = await buildPlace(db, { hubRank: 2, description: "" });

  await loadDemo(db, INPUT);

  expect(await db.$count(reviews, eq(reviews.placeId, described.id))).toBeGreaterThan(0);
  expect(await db.$count(reviews, eq(reviews.placeId, listed.id))).toBe(0);
});

/** Places whose stored rating differs from a recount of their reviews. */
function wrongRatings(db: Database) {
  return queryRows(
    db,
    sql`select place_id from (select *, true as is_stored from place_ratings where review_count > 0) stored
      full join (
        select place_id, is_demo, count(*)::int as review_count, sum(stars)::int as stars_sum, true as is_counted
        from reviews where status = 'published' group by place_id, is_demo) counted
      using (place_id, is_demo, review_count, stars_sum)
      where is_stored is null or is_counted is null`,
  );
}

/** A digest of all rows of each table. */
async function digests(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of Object.values(schema).map((table) => getTableName(table))) {
    const [row] = await queryRows(
      db,
      sql`select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${sql.identifier(name)} t`,
    );
    found[name] = String(row?.["digest"]);
  }
  return found;
}

async function tablesContaining(db: Database, traces: string[]): Promise<string[]> {
  const containing: string[] = [];
  for (const name of Object.values(schema).map((table) => getTableName(table))) {
    const [row] = await queryRows(
      db,
      sql`with texts as materialized (select t::text as text from ${sql.identifier(name)} t)
        select count(*)::int as count from texts, unnest(${sql.param(traces)}::text[]) as trace
        where position(trace in texts.text) > 0`,
    );
    if (row?.["count"] !== 0) containing.push(name);
  }
  return containing.toSorted();
}

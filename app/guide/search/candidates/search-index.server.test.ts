import { join } from "node:path";

import { eq, inArray, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { placeSearch, searchHours, popularityBuckets } from "#app/db/schema/search.ts";
import { clearDemo, DEMO_SEED, loadDemo } from "#app/desk/demo/load-demo.server.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildGuide, buildNeighborhood, buildPlace, buildReview, buildUser, buildViews, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test, workerDatabase } from "#tests/test-database.ts";
import { countBlockedLocks } from "#tests/blocked-locks.ts";

import { rebuildSearchIndex, refreshSearchIndex } from "./search-index.server.ts";

/** These tests index all seed data again. */
const SLOW = { timeout: 120_000 };

test("a rebuild of the loaded seed data changes nothing", SLOW, async ({ db }) => {
  const before = await readIndex(db);

  await rebuildSearchIndex(db, NOW);

  expect(before["place_search"]?.length).toBeGreaterThan(500);
  expect(before["search_terms"]?.length).toBeGreaterThan(3_000);
  expect(await readIndex(db)).toEqual(before);
});

test(
  "a rebuild changes nothing after places, guides, neighborhoods and ratings were changed in every way",
  SLOW,
  async ({ db }) => {
    const quuxville = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside"] });
    const gone = await buildNeighborhood(db, { name: "Gone" });
    const [renamed, closed, moved, deleted, rated] = [
      await buildPlace(db, { name: "Gibberling", neighborhoodSlug: quuxville.slug }),
      await buildPlace(db, { name: "Zorble" }),
      await buildPlace(db, { lat: 38.9, lng: -77.03, type: "Snorkelry", neighborhoodSlug: gone.slug }),
      await buildPlace(db, { name: "Wibble" }),
      await buildPlace(db, { name: "Quibble", priceRange: "$$", attributes: { wifi: true, delivery: false } }),
    ];
    const guide = await buildGuide(db, {
      title: "A quibbling walk",
      places: [renamed, rated],
      neighborhoodSlug: quuxville.slug,
    });
    const draft = await buildGuide(db, { title: "A wobbling walk", places: [closed] });
    const review = await buildReview(db, { placeId: rated.id, stars: 5 });
    const heldReview = await buildReview(db, { placeId: rated.id, stars: 1 });
    const saver = await buildUser(db);

    await db.update(places).set({ name: "Flibberling", slug: "flibberling" }).where(eq(places.id, renamed.id));
    await db.update(places).set({ status: "closed" }).where(eq(places.id, closed.id));
    await db
      .update(places)
      .set({
        neighborhoodSlug: quuxville.slug,
        lat: null,
        lng: null,
        type: "Wibblery",
        quadrant: "SE",
        categorySlug: "health",
      })
      .where(eq(places.id, moved.id));
    await db.delete(places).where(eq(places.id, deleted.id));
    await db
      .update(places)
      .set({ hours: buildHours("Mo-Fr 07:15-18:45"), updatedAt: NOW })
      .where(eq(places.id, rated.id));
    await db.update(places).set({ closure: "reported", closedOn: "2027-01-01" }).where(eq(places.id, renamed.id));
    await db.update(neighborhoods).set({ name: "Quuxton", aka: [] }).where(eq(neighborhoods.slug, quuxville.slug));
    await db.delete(neighborhoods).where(eq(neighborhoods.slug, gone.slug));
    await db.update(categories).set({ name: "Zorbling & Wibbling" }).where(eq(categories.slug, "health"));
    await db.update(posts).set({ title: "A flibbering walk", body: "Fnord." }).where(eq(posts.id, guide.id));
    await db.update(posts).set({ status: "draft" }).where(eq(posts.id, draft.id));
    await db.update(postPlaces).set({ reason: "Because of the zyxwv." }).where(eq(postPlaces.postId, guide.id));
    await db.delete(postPlaces).where(eq(postPlaces.placeId, rated.id));
    await db.update(reviews).set({ stars: 2 }).where(eq(reviews.id, review.id));
    await db.update(reviews).set({ status: "held" }).where(eq(reviews.id, heldReview.id));
    await db.insert(savedPlaces).values([
      { userId: saver.id, placeId: rated.id, savedAt: NOW },
      { userId: saver.id, placeId: moved.id, savedAt: NOW },
    ]);
    await db.delete(savedPlaces).where(eq(savedPlaces.placeId, moved.id));
    const before = await readIndex(db);
    await rebuildSearchIndex(db, NOW);
    const after = await readIndex(db);

    expect(after).toEqual(before);
    const texts = JSON.stringify(before["search_suggestions"]);
    expect(texts).toContain("flibberling");
    expect(texts).toContain("quuxton");
    expect(texts).not.toMatch(/gibberling|quuxville|zorble"|wobbling|wibble"/);
    const terms = (before["search_terms"] ?? []).map(({ term }) => term);
    expect(terms).toEqual(expect.arrayContaining(["flibberling", "quuxton", "wibblery", "fnord"]));
    for (const term of ["gibberling", "fnordside", "zorble", "snorkelry", "wobbling"])
      expect(terms).not.toContain(term);
  },
);

test(
  "a rebuild changes nothing after demo data was loaded, and clearing it leaves nothing in the index",
  SLOW,
  async ({ db }) => {
    const empty = await readIndex(db);
    await loadDemo(db, { folder: join("seeds", "demo"), seed: DEMO_SEED, now: NOW });
    await refreshSearchIndex(db, NOW);
    const loaded = await readIndex(db);

    await rebuildSearchIndex(db, NOW);
    const rebuilt = await readIndex(db);
    await clearDemo(db);
    await refreshSearchIndex(db, NOW);

    expect(rebuilt).toEqual(loaded);
    expect(loaded["place_search"]).not.toEqual(empty["place_search"]);
    expect(await readIndex(db)).toEqual(empty);
  },
);

test("the index row of a place follows changes, a temporary closure and reviews at once", async ({ db }) => {
  const [open, shut] = [await buildPlace(db), await buildPlace(db, { hours: buildHours("24/7") })];
  const hours = buildHours("Mo-Fr 07:15-18:45");
  const changes = {
    hours,
    name: "Zorble",
    priceRange: "$$",
    lat: 38.9,
    lng: -77.03,
    hubRank: 2,
    updatedAt: NOW,
  } as const;
  await db.update(places).set(changes).where(eq(places.id, open.id));
  await db.update(places).set({ closure: "reported", closedOn: "2027-01-01" }).where(eq(places.id, shut.id));
  await buildReview(db, { placeId: open.id, stars: 5 });
  const review = await buildReview(db, { placeId: open.id, stars: 2 });
  await db.update(reviews).set({ stars: 3 }).where(eq(reviews.id, review.id));

  const indexed = await db
    .select({ row: placeSearch, hours: searchHours.hours })
    .from(placeSearch)
    .leftJoin(searchHours, eq(searchHours.id, placeSearch.hoursId))
    .where(inArray(placeSearch.placeId, [open.id, shut.id]))
    .orderBy(placeSearch.placeId);

  expect(indexed[0]).toMatchObject({
    hours,
    row: {
      name: "Zorble",
      priceRange: "$$",
      lat: 38.9,
      hubRank: 2,
      knownFacts: 3,
      updatedAt: NOW,
      realCount: 2,
      realSum: 8,
    },
  });
  expect(indexed[1]).toMatchObject({ hours: null, row: { demoCount: null, realCount: null } });
});

test("hours that become unused and are used again during a rebuild are not lost", SLOW, async () => {
  const { db } = await workerDatabase();
  const [before, since] = [buildHours("Mo-Fr 03:05-03:55"), buildHours("Mo-Fr 03:10-03:50")];
  const place = await buildPlace(db, { hours: before });
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.id, place.id));
    await db.execute(
      sql`delete from search_hours h where not exists (select from place_search s where s.hours_id = h.id)`,
    );
  });
  const setHours = async (hours: OpeningHours) => {
    await db.update(places).set({ hours }).where(eq(places.id, place.id));
  };
  await setHours(since);

  const transaction = await db.transaction(async (tx) => {
    // What a rebuild does when it reaches the place, long before it ends.
    await tx.execute(sql`select index_places(array[${place.id}]::bigint[])`);
    const update = setHours(before);
    await expect.poll(() => countBlockedLocks(tx), { timeout: 5_000 }).toBeGreaterThan(0);
    await rebuildSearchIndex(tx, NOW);
    return { giving: update };
  });
  await transaction.giving;

  const [indexed] = await db
    .select({ hours: searchHours.hours })
    .from(placeSearch)
    .leftJoin(searchHours, eq(searchHours.id, placeSearch.hoursId))
    .where(eq(placeSearch.placeId, place.id));
  expect(indexed).toEqual({ hours: before });
});

test("views count from the next day, for four weeks", async ({ db }) => {
  const place = await buildPlace(db);
  const on = (day: string) => buildViews(db, { subject: "place", key: place.slug, day, views: 10 });
  for (const day of ["2026-12-15", "2026-12-16", "2027-01-12", "2027-01-13"]) await on(day);
  const before = await popularityOf(db, place.id);

  await refreshSearchIndex(db, NOW);
  const after = await popularityOf(db, place.id);

  expect(before["views"]).toBe(0);
  expect(after["views"]).toBe(20);
  expect(Number(after["popularity"])).toBeGreaterThan(Number(before["popularity"]));
});

test("popularity buckets hold the most popular places, and a place enters or leaves a bucket with its ratings", async ({
  db,
}) => {
  const [loved, plain] = [
    await buildPlace(db, { name: "Zorble Loved" }),
    await buildPlace(db, { name: "Zorble Plain" }),
  ];
  const reviewed = await buildReview(db, { placeId: loved.id, stars: 5 });
  for (let n = 0; n < 9; n += 1) await buildReview(db, { placeId: loved.id, stars: 5 });
  await db.update(popularityBuckets).set({ size: 10 }).where(eq(popularityBuckets.bucket, 1));

  await refreshSearchIndex(db, NOW);

  const inBucket = await queryRows(
    db,
    sql`select place_id::integer as id from place_search where doc @@ '_b1' order by 1`,
  );
  expect(inBucket).toHaveLength(10);
  expect(inBucket).toContainEqual({ id: loved.id });
  expect(inBucket).not.toContainEqual({ id: plain.id });
  await db.delete(reviews).where(inArray(reviews.placeId, [reviewed.placeId]));
  expect((await popularityOf(db, loved.id))["isFirst"]).toBe(false);
});

async function popularityOf(db: Database, id: number): Promise<Record<string, unknown>> {
  const [row] = await queryRows(
    db,
    sql`select views, popularity, doc @@ '_b1' as "isFirst" from place_search where place_id = ${id}`,
  );
  return row ?? {};
}

/** Every row of the search tables, in a stable order. */
async function readIndex(db: Database): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = [
    "place_search",
    "post_search",
    "neighborhood_search",
    "search_suggestions",
    "search_terms",
    "search_types",
    "popularity_buckets",
  ];
  const entries = [];
  for (const table of tables) {
    entries.push([
      table,
      await queryRows(db, sql`select * from ${sql.raw(table)} as entry order by entry::text`),
    ] as const);
  }
  return Object.fromEntries(entries);
}

test("a change of a few rows leaves the planner's setting of its connection alone", async ({ db }) => {
  const place = await buildPlace(db);
  await db.update(places).set({ name: "Splendid Marimbas" }).where(eq(places.id, place.id));
  const guide = await buildGuide(db, { places: [place] });
  await db.update(posts).set({ title: "Where to hear marimbas" }).where(eq(posts.id, guide.id));

  expect(await queryRows(db, sql`show plan_cache_mode`)).toEqual([{ plan_cache_mode: "auto" }]);
});

import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeSearch, popularityBuckets } from "#app/db/schema/search.ts";
import { buildRequestContext, buildNeighborhood, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { HUB_PLACES_PER_PAGE, type HubFilters, hubSearchPath, NO_HUB_FILTERS } from "./category-hub.ts";
import { loadCategoryHub } from "./category-hub-queries.server.ts";

/** Fewer places than any category has. */
const FEW = 3;

const MANY = 40;

const REPORTED_CLOSED = { closure: "reported", closedOn: "2027-01-01" } as const;

test.for(CATEGORY_SLUGS)("counts from SQL on a large %s hub equal counts one by one", async (category, { db }) => {
  await buildPlace(db, {
    categorySlug: category,
    priceRange: "$$",
    attributes: { wifi: true },
    type: "Middle Eastern",
  });
  const { facets } = await load(db, category, {});
  const [type, place] = [facets.types[0]?.value ?? "", facets.neighborhoods[0]?.value ?? ""];
  const choices: Partial<HubFilters>[] = [
    {},
    { types: [type] },
    { types: ["middle-eastern", "no-such-type"], prices: ["$$"] },
    { neighborhoods: [place], attributes: ["wifi"] },
    { neighborhoods: [place, "no-such-place"], types: [type] },
    { rating: "4" },
    { rating: "4.5", prices: ["$", "$$"] },
    { rating: "none", attributes: ["wifi", "stepFreeEntrance"] },
    { types: [type], neighborhoods: ["no-such-place"], prices: ["$$$$"] },
    { openNow: true },
    { openNow: true, neighborhoods: [place], prices: ["$$"], attributes: ["wifi"] },
    { openNow: true, types: ["no-such-type"] },
  ];

  for (const choice of choices) {
    const [large, whole] = [await load(db, category, choice, FEW), await load(db, category, choice)];
    const { categories: _one, openNow: _few, openNowPrecision: _precision, ...counted } = large.facets;
    const { categories: _own, openNow: _whole, ...countedOneByOne } = whole.facets;
    if (choice.openNow === true) expect(large.facets.openNow).toBe(whole.facets.openNow);
    expect(counted, JSON.stringify(choice)).toEqual(countedOneByOne);
    expect(large.relaxations).toEqual(whole.relaxations);
    expect([large.placeCount, large.neighborhoodCount]).toEqual([whole.placeCount, whole.neighborhoodCount]);
    expect(large.places.total).toBe(whole.places.total);
    expect(large.places.listed).toBe(Math.min(FEW, whole.places.total));
  }
});

test("a large hub lists the most popular places first, across buckets, and pages through as many as it loads", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  const where = { neighborhoods: [slug] };
  for (const [index, name] of ["Last", "Third", "Second", "First"].entries())
    await buildKnownPlace(db, { neighborhoodSlug: slug, name }, 9_000 + index);
  await db.update(popularityBuckets).set({ size: FEW }).where(eq(popularityBuckets.bucket, 1));
  await db.execute(sql`select update_popularity_buckets()`);

  const hub = await load(db, "food", where, FEW);
  const beyond = await load(db, "food", { ...where, page: 2 }, FEW);

  expect(hub.places.items.map(({ name }) => name)).toEqual(["First", "Second", "Third"]);
  expect(hub.places).toMatchObject({ total: 4, listed: FEW, pageCount: 1 });
  expect(beyond.places).toMatchObject({ items: [], total: 4, pageCount: 1 });
});

test("every order of a large hub picks from all places", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  const positions = [
    { name: "Charlie", lat: 38.9, lng: -77.03 },
    { name: "Bravo", lat: 38.92, lng: -77.03 },
    { name: "Alpha", lat: 38.94, lng: -77.03 },
    { name: "Delta", lat: 38.96, lng: -77.03 },
  ];
  for (const each of positions)
    await buildKnownPlace(db, { ...each, neighborhoodSlug: slug }, each.name === "Delta" ? 9_001 : 1);
  const near = { lat: 38.9, lng: -77.03 };
  const firstOf = async (choice: Partial<HubFilters>) => {
    const { places } = await load(db, "food", { neighborhoods: [slug], ...choice }, 2);
    return places.items.map(({ name }) => name);
  };

  expect(await firstOf({ sort: "name" })).toEqual(["Alpha", "Bravo"]);
  expect(await firstOf({ sort: "nearest", near })).toEqual(["Charlie", "Bravo"]);
  expect((await firstOf({ sort: "best" }))[0]).toBe("Delta");
});

test("the number of open places in a large hub is an estimate, and exact with the “Open now” filter", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  for (let n = 0; n < 8; n += 1) {
    const hours = buildHours(n % 2 === 0 ? "24/7" : "Mo-Su 01:00-02:00");
    await buildKnownPlace(db, { neighborhoodSlug: slug, hours }, 100 - n);
  }
  await buildPlace(db, { neighborhoodSlug: slug, hours: buildHours("24/7"), ...REPORTED_CLOSED });
  const where = { neighborhoods: [slug] };

  const all = await load(db, "food", where, 4);
  const open = await load(db, "food", { ...where, openNow: true }, 3);

  expect(all.facets).toMatchObject({ openNow: 5, openNowPrecision: "about" });
  expect(open.places).toMatchObject({ total: 4, listed: 3 });
  expect(open.facets.openNow).toBe(4);
  expect(open.facets.openNowPrecision).toBeUndefined();
});

test("if no popular place is open, open places are counted and listed exactly", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  for (let n = 0; n < MANY; n += 1) await buildKnownPlace(db, { neighborhoodSlug: slug, hours: null }, 100 + n);
  await buildKnownPlace(db, { neighborhoodSlug: slug, name: "Awake", hours: buildHours("24/7") }, 1);
  const where = { neighborhoods: [slug] };

  const all = await load(db, "food", where, MANY - 1);
  const open = await load(db, "food", { ...where, openNow: true }, MANY - 1);

  expect(all.facets.openNow).toBe(1);
  expect(all.facets.openNowPrecision).toBeUndefined();
  expect(open.places).toMatchObject({ total: 1, listed: 1 });
  expect(open.places.items.map(({ name }) => name)).toEqual(["Awake"]);
});

test("if no place of a large hub is open the count is an exact zero, and removing “Open now” is suggested", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  for (let n = 0; n < MANY; n += 1) await buildPlace(db, { neighborhoodSlug: slug, hours: null });

  const all = await load(db, "food", { neighborhoods: [slug] }, FEW);
  const hub = await load(db, "food", { neighborhoods: [slug], openNow: true }, FEW);

  expect(all.facets.openNow).toBe(0);
  expect(all.facets.openNowPrecision).toBeUndefined();
  expect(hub.places).toMatchObject({ items: [], total: 0 });
  expect(hub.relaxations).toContainEqual({ label: "Open now", href: `/food?neighborhood=${slug}`, count: MANY });
});

test("the search link of a large hub has the same filters", () => {
  const filters = {
    ...NO_HUB_FILTERS,
    prices: ["$" as const],
    attributes: ["wifi" as const],
    sort: "name" as const,
    page: 4,
  };

  expect(hubSearchPath("food", filters)).toBe("/search?category=food&price=$&attr=wifi");
});

test("a page of a large hub has the usual length", async ({ db }) => {
  const { places } = await load(db, "food", {}, HUB_PLACES_PER_PAGE + 1);

  expect(places.items.length).toBe(HUB_PLACES_PER_PAGE);
  expect(places.pageCount).toBe(2);
});

function load(db: Database, category: CategorySlug, filters: Partial<HubFilters>, readMax?: number) {
  const limit = readMax === undefined ? {} : { readMax };
  return loadCategoryHub(
    db,
    { category, filters: { ...NO_HUB_FILTERS, ...filters }, guides: [], ...limit },
    buildRequestContext(),
  );
}

async function buildKnownPlace(
  db: Database,
  given: Parameters<typeof buildPlace>[1],
  popularity: number,
): Promise<void> {
  const { id } = await buildPlace(db, given);
  await db.update(placeSearch).set({ popularity }).where(eq(placeSearch.placeId, id));
}

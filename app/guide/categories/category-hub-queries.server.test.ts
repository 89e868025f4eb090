import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeFacts, places, sources } from "#app/db/schema/places.ts";
import { buildGuide, buildRequestContext, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { HUB_PLACES_PER_PAGE, type HubFilters, NO_HUB_FILTERS } from "./category-hub.ts";
import { loadCategoryHub } from "./category-hub-queries.server.ts";
import { parseHubFilters } from "./parse-hub-filters.ts";

test.for(CATEGORY_SLUGS)(
  "every count on the %s hub is the number of places a click on it brings",
  async (category, { db }) => {
    const hub = async (filters: Partial<HubFilters>) =>
      loadCategoryHub(db, { category, filters: { ...NO_HUB_FILTERS, ...filters }, guides: [] }, buildRequestContext());
    const { placeCount, places: shown, facets } = await hub({});
    const counts = [
      ...facets.types.slice(0, 3).map(({ value, count }) => ({ filters: { types: [value] }, count })),
      ...facets.neighborhoods.slice(0, 3).map(({ value, count }) => ({ filters: { neighborhoods: [value] }, count })),
      ...facets.prices.map(({ value, count }) => ({ filters: { prices: [value] }, count })),
      ...facets.attributes.slice(0, 3).map(({ value, count }) => ({ filters: { attributes: [value] }, count })),
      { filters: { openNow: true }, count: facets.openNow },
    ];

    const totals = [];
    for (const { filters } of counts) totals.push((await hub(filters)).places.total);

    expect(placeCount).toBeGreaterThan(0);
    expect(shown.total).toBe(placeCount);
    expect(counts.map(({ count }) => count)).toEqual(totals);
  },
);

test("a hub counts and lists only published places of its category", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug: slug, name: "Shown" });
  await buildPlace(db, { neighborhoodSlug: slug, status: "closed" });
  await buildPlace(db, { neighborhoodSlug: slug, status: "removed" });
  await buildPlace(db, { neighborhoodSlug: slug, categorySlug: "nightlife" });

  const hub = await loadFood(db, { neighborhoods: [slug] });

  expect(hub.places.items.map(({ name }) => name)).toEqual(["Shown"]);
  expect(hub.facets.neighborhoods).toContainEqual({ value: slug, label: expect.any(String), count: 1 });
  expect(hub.placeCount).toBe(await countFood(db));
});

test("pages of a hub continue without repeats, and a page after the last is empty with correct totals", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  for (let n = 0; n < HUB_PLACES_PER_PAGE + 3; n += 1) await buildPlace(db, { neighborhoodSlug: slug });
  const page = (number: number) => loadFood(db, { neighborhoods: [slug], sort: "name", page: number });

  const [first, second, third] = [await page(1), await page(2), await page(3)];

  const shown = [...first.places.items, ...second.places.items];
  expect([first.places.items.length, second.places.items.length]).toEqual([HUB_PLACES_PER_PAGE, 3]);
  expect(new Set(shown.map(({ slug: each }) => each)).size).toBe(HUB_PLACES_PER_PAGE + 3);
  expect(third.places).toMatchObject({ items: [], total: HUB_PLACES_PER_PAGE + 3, pageCount: 2 });
});

test("'Open now' leaves out places with unknown hours, and the page expires when any place opens or closes", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug: slug, name: "Open", hours: buildHours("24/7") });
  await buildPlace(db, { neighborhoodSlug: slug, name: "Opens at 12:01", hours: buildHours("Mo-Su 12:01-12:30") });
  await buildPlace(db, { neighborhoodSlug: slug, name: "Unknown", hours: null });
  // Noon in Washington, DC.
  const moment = buildRequestContext(new Date("2027-01-13T17:00:00Z"));

  const filters = { ...NO_HUB_FILTERS, neighborhoods: [slug], openNow: true };
  const hub = await loadCategoryHub(db, { category: "food", filters, guides: [] }, moment);

  expect(hub.places.items.map(({ name }) => name)).toEqual(["Open"]);
  expect(hub.facets.openNow).toBe(1);
  expect(moment.page.expiresAt).toEqual(new Date("2027-01-13T17:01:00Z"));
});

test("an empty list suggests removals, and each brings as many places as it says", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug: slug, type: "Zanzibari", priceRange: "$$$$" });

  const empty = await loadFood(db, { neighborhoods: [slug], types: ["zanzibari"], prices: ["$"] });
  const totals = [];
  for (const { href } of empty.relaxations) {
    const { searchParams } = new URL(href, "https://rowhouse.example");
    totals.push((await loadFood(db, parseHubFilters(searchParams))).places.total);
  }

  expect(empty.places.total).toBe(0);
  expect(empty.relaxations).toContainEqual({ label: "$", href: `/food?type=zanzibari&neighborhood=${slug}`, count: 1 });
  expect(totals).toEqual(empty.relaxations.map(({ count }) => count));
  expect((await loadFood(db, { neighborhoods: [slug] })).relaxations).toEqual([]);
});

test("at most three editors' picks are featured, in order, and closed ones never", async ({ db }) => {
  await db.update(places).set({ hubRank: null }).where(eq(places.categorySlug, "food"));
  for (const hubRank of [3, 1, 2]) await buildPlace(db, { name: `Pick ${hubRank}`, hubRank });
  await buildPlace(db, { name: "Closed pick", hubRank: 1, status: "closed" });

  const { featuredCount, places: listed, reasons } = await loadFood(db, {});

  const first = listed.items.slice(0, featuredCount);
  expect(first.map(({ name }) => name)).toEqual(["Pick 1", "Pick 2", "Pick 3"]);
  expect(first.map(({ slug }) => reasons[slug])).toEqual(["Featured", "Featured", "Featured"]);
  expect((await loadFood(db, { sort: "name" })).featuredCount, "in another order").toBe(0);
  expect((await loadFood(db, { prices: ["$"] })).featuredCount, "among filtered places").toBe(0);
});

test("a hub counts only the category's published guides", async ({ db }) => {
  const before = (await loadFood(db, {})).guideCount;
  await buildGuide(db);
  await buildGuide(db, { status: "draft" });
  await buildGuide(db, { publishedAt: new Date(NOW.getTime() + 1) });
  await buildGuide(db, { categorySlug: "nightlife" });

  expect((await loadFood(db, {})).guideCount).toBe(before + 1);
});

test("'last checked' is the latest full date of a published place's facts; a bare year doesn't count", async ({
  db,
}) => {
  await db.update(placeFacts).set({ checkedOn: null }).where(eq(placeFacts.origin, "seed"));
  const none = (await loadFood(db, {})).lastCheckedLabel;
  await checkedOn(db, { day: "2026-11-19" });
  await checkedOn(db, { day: "2030" });
  await checkedOn(db, { day: "2026-12-24", status: "removed" });

  expect(none).toBeNull();
  expect((await loadFood(db, {})).lastCheckedLabel).toBe("November 19, 2026");
});

function loadFood(db: Database, filters: Partial<HubFilters>) {
  return loadCategoryHub(
    db,
    { category: "food", filters: { ...NO_HUB_FILTERS, ...filters }, guides: [] },
    buildRequestContext(),
  );
}

async function countFood(db: Database): Promise<number> {
  const rows = await db.select({ status: places.status }).from(places).where(eq(places.categorySlug, "food"));
  return rows.filter(({ status }) => status === "published").length;
}

async function checkedOn(db: Database, input: { day: string; status?: "removed" }): Promise<void> {
  const { id } = await buildPlace(db, input.status === undefined ? {} : { status: input.status });
  const [source] = await db.select({ id: sources.id }).from(sources).limit(1);
  await db.insert(placeFacts).values({
    placeId: id,
    field: "phone",
    value: "+12025550123",
    sourceId: source?.id ?? "",
    checkedOn: input.day,
    origin: "import",
    recordedAt: NOW,
  });
}

import { sql } from "drizzle-orm";
import { expect } from "vitest";

import { places } from "#app/db/schema/places.ts";

import { buildRequestContext, buildNeighborhood, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { MAP_PLACES_PER_PAGE } from "./map-filters.ts";
import { mapAreas, mapPins, mapPlaces } from "./map-queries.server.ts";

/** Bounds in the river, where the seed data has no place. */
const EMPTY_BOX = { west: -77.036, south: 38.83, east: -77.03, north: 38.84 };
const INSIDE = { lat: 38.835, lng: -77.033 };

const ANYTHING = { category: null, bounds: null, page: 1 };

test("a pin has the position, name, category and slug of its place", async ({ db }) => {
  await buildPlace(db, { slug: "on-the-water", name: "On the Water", categorySlug: "nightlife", ...INSIDE });

  expect(await mapPins(db, { category: null, bounds: EMPTY_BOX }, buildRequestContext())).toEqual([
    {
      type: "Feature",
      properties: { slug: "on-the-water", name: "On the Water", category: "nightlife" },
      geometry: { type: "Point", coordinates: [INSIDE.lng, INSIDE.lat] },
    },
  ]);
});

test("the map shows only published places with a position, in the category and bounds", async ({ db }) => {
  await buildPlace(db, { name: "Shown", ...INSIDE });
  await buildPlace(db, { name: "Another category", categorySlug: "health", ...INSIDE });
  await buildPlace(db, { name: "Outside", lat: INSIDE.lat + 0.02, lng: INSIDE.lng });
  await buildPlace(db, { name: "Closed", status: "closed", ...INSIDE });
  await buildPlace(db, { name: "Removed", status: "removed", ...INSIDE });
  await buildPlace(db, { name: "Nowhere" });
  const where = { category: "food" as const, bounds: EMPTY_BOX };

  const pins = await mapPins(db, where, buildRequestContext());
  const list = await mapPlaces(db, { ...where, page: 1 }, buildRequestContext());

  expect(pins.map(({ properties }) => properties.name)).toEqual(["Shown"]);
  expect(list.items.map(({ name }) => name)).toEqual(["Shown"]);
  expect(list.counts).toEqual({ food: 1, health: 1 });
});

test("the list has the bounds of all its pins, by category and area, on every page", async ({ db }) => {
  await buildPlace(db, { ...INSIDE });
  await buildPlace(db, { lat: INSIDE.lat + 0.002, lng: INSIDE.lng - 0.001 });
  await buildPlace(db, { categorySlug: "health", lat: INSIDE.lat, lng: INSIDE.lng + 0.001 });
  const boxOf = async (category: "food" | "health" | "nightlife" | null, page = 1) =>
    (await mapPlaces(db, { category, bounds: EMPTY_BOX, page }, buildRequestContext())).box;

  const food = { west: -77.034, south: 38.835, east: -77.033, north: 38.837 };
  expect(await boxOf("food")).toEqual(food);
  expect(await boxOf(null, 2)).toEqual({ ...food, east: -77.032 });
  expect(await boxOf("nightlife")).toBeNull();
});

test("list and pins contain the same places, and every category count is what a click brings", async ({ db }) => {
  const pins = await mapPins(db, { category: null, bounds: null }, buildRequestContext());
  const first = await mapPlaces(db, ANYTHING, buildRequestContext());
  const slugs: string[] = [];
  for (let page = 1; page <= first.pageCount; page += 1) {
    const { items } = await mapPlaces(db, { ...ANYTHING, page }, buildRequestContext());
    slugs.push(...items.map(({ slug }) => slug));
  }
  const totals = await Promise.all(
    CATEGORY_SLUGS.map(
      async (category) => (await mapPlaces(db, { ...ANYTHING, category }, buildRequestContext())).total,
    ),
  );

  expect(first.items).toHaveLength(MAP_PLACES_PER_PAGE);
  expect(slugs).toEqual(pins.map(({ properties }) => properties.slug));
  expect(first.total).toBe(slugs.length);
  expect(first.describedCount).toBe(
    await db.$count(places, sql`status = 'published' and lat is not null and description <> ''`),
  );
  expect(CATEGORY_SLUGS.map((category) => first.counts[category] ?? 0)).toEqual(totals);
});

test("pages after the last are empty, even for the largest page number", async ({ db }) => {
  for (const page of [10_000, Number.MAX_SAFE_INTEGER]) {
    const { items, total } = await mapPlaces(db, { ...ANYTHING, page }, buildRequestContext());

    expect(items).toEqual([]);
    expect(total).toBeGreaterThan(0);
  }
});

test("every neighborhood has a shape and a name, every station a name", async ({ db }) => {
  const { slug, name } = await buildNeighborhood(db);

  const areas = await mapAreas(db, buildRequestContext());
  const shape = areas.find(({ properties }) => properties.kind === "area" && properties.slug === slug);
  const names = areas.flatMap(({ properties }) => (properties.kind === "area-name" ? [properties.name] : []));

  expect(shape?.geometry.type).toBe("MultiPolygon");
  expect(names).toContain(name);
  expect(areas.filter(({ properties }) => properties.kind === "station")).toHaveLength(40);
});

test("the pins carry the tag that every change of a place invalidates", async ({ db }) => {
  const moment = buildRequestContext();
  await mapPins(db, { category: null, bounds: null }, moment);

  expect([...moment.page.tags]).toContain("places");
});

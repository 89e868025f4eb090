import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { ATTRIBUTE_LABELS } from "#app/guide/places/place.ts";
import { buildRequestContext, buildNeighborhood, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { placesTitle } from "../page/places-title.ts";
import type { CandidateLimits } from "./candidate-stages.server.ts";
import { parseSearch } from "../page/search-request.ts";
import { search } from "../page/search.server.ts";

const ALWAYS_OPEN = buildHours("24/7");

test("every facet count is the number of places that choosing it leaves, under the words and the other filters", async ({
  db,
}) => {
  const { slug: quuxville } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { name: "Zorble A", priceRange: "$", hours: ALWAYS_OPEN, attributes: { wifi: true } });
  await buildPlace(db, { name: "Zorble B", priceRange: "$", type: "Snorkelry", neighborhoodSlug: quuxville });
  await buildPlace(db, { name: "Zorble C", priceRange: "$$", hours: ALWAYS_OPEN, categorySlug: "shopping" });
  await buildPlace(db, { name: "Zorble, only listed", description: "" });
  const rated = await buildPlace(db, { name: "Zorble D", priceRange: "$$", attributes: { wifi: true } });
  await buildReview(db, { placeId: rated.id, stars: 5 });

  for (const others of ["", "price=$", "price=$$", "open=now", "attr=wifi", "category=shopping", "rating=4"]) {
    const { facets } = await searchWith(db, `q=zorble&${others}`);
    const choices = [
      ...facets.categories.map(({ value, count }) => ({ choice: `category=${value}`, count })),
      ...facets.types.map(({ value, count }) => ({ choice: `type=${value}`, count })),
      ...facets.neighborhoods.map(({ value, count }) => ({ choice: `neighborhood=${value}`, count })),
      ...facets.prices.map(({ value, count }) => ({ choice: `price=${value}`, count })),
      ...facets.ratings.map(({ value, count }) => ({ choice: `rating=${value}`, count })),
      { choice: "open=now", count: facets.openNow },
    ];
    for (const { choice, count } of choices) {
      const [name = ""] = choice.split("=");
      const otherFilters = others.startsWith(`${name}=`) ? "" : others;
      expect(
        (await searchWith(db, `q=zorble&${otherFilters}&${choice}`)).places.total,
        `${others} then ${choice}`,
      ).toBe(count);
    }
  }
});

test("a facet without places shows its name, and an unknown one its slug", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quux & Ville" });
  await buildPlace(db, { type: "Snork Élite" });
  await buildPlace(db, { name: "Zorble" });

  const { facets } = await searchWith(db, `q=zorble&neighborhood=${slug},never-there&type=snork-elite`);

  expect(facets.neighborhoods).toContainEqual({ value: slug, label: "Quux & Ville", count: 0 });
  expect(facets.neighborhoods).toContainEqual({ value: "never-there", label: "never there", count: 0 });
  expect(facets.types).toContainEqual({ value: "snork-elite", label: "Snork Élite", count: 0 });
});

test("filters without words search all places, and without words or filters nothing is searched", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quuxville" });
  const place = await buildPlace(db, { neighborhoodSlug: slug });

  const found = await searchWith(db, `neighborhood=${slug}`);

  expect(found.places.items.map((item) => item.slug)).toEqual([place.slug]);
  expect(found.guides.total).toBe(0);
  expect((await searchWith(db, "sort=newest")).placesFound).toBe(0);
});

test("each place shows the walk from the visitor, or from the station with the station's name", async ({ db }) => {
  await buildPlace(db, { name: "Zorble far", lat: 38.95, lng: -77.02 });
  await buildPlace(db, { name: "Zorble near", lat: 38.911, lng: -77.02 });
  await buildPlace(db, { name: "Zorble nowhere", lat: null, lng: null });

  const found = await searchWith(db, "q=zorble&near=38.910,-77.020&sort=nearest");

  expect(found.places.items.map(({ name }) => name)).toEqual(["Zorble near", "Zorble far", "Zorble nowhere"]);
  expect(found.places.items.map(({ reason }) => / · about (\d+) min walk from you$/.exec(reason)?.[1])).toEqual([
    "2",
    "69",
    undefined,
  ]);
  const [station] = await db.select().from(metroStations).limit(1);
  const fromStation = await searchWith(db, `q=zorble&near=${station?.slug}`);
  expect(fromStation.places.items[0]?.reason).toContain(`min walk from ${station?.name} Metro`);
});

test("distances start at a place or neighborhood too, by slug or name; a name of several or none starts nowhere", async ({
  db,
}) => {
  await buildNeighborhood(db, { slug: "quuxville", name: "Quuxville", centerLat: 38.95, centerLng: -77.02 });
  const inn = await buildPlace(db, { name: "The Wubble Inn", lat: 38.911, lng: -77.02 });
  for (const name of ["Twice", "The Twice"]) await buildPlace(db, { name, lat: 38.911, lng: -77.02 });
  await buildPlace(db, { name: "Zorble north", lat: 38.951, lng: -77.02 });
  await buildPlace(db, { name: "Zorble south", lat: 38.912, lng: -77.02 });
  const namesFrom = async (near: string) => {
    const { near: start, places } = await searchWith(db, `q=zorble&near=${near}&sort=nearest`);
    return [start?.name, ...places.items.map(({ name }) => name)];
  };

  for (const near of ["quuxville", "Quuxville"])
    expect(await namesFrom(near), near).toEqual(["Quuxville", "Zorble north", "Zorble south"]);
  for (const near of [inn.slug, "wubble inn", "The+Wubble+Inn"])
    expect(await namesFrom(near), near).toEqual(["The Wubble Inn", "Zorble south", "Zorble north"]);
  expect((await searchWith(db, "q=zorble&near=Dupont Circle Metro")).near?.name).toBe("Dupont Circle Metro");
  for (const near of ["twice", "no-such-place"]) {
    const found = await searchWith(db, `q=zorble&near=${near}&sort=nearest`);
    expect(found, near).toMatchObject({ near: null, filters: { near: { name: near } }, places: { total: 2 } });
  }
  expect((await searchWith(db, "near=no-such-place")).placesFound).toBe(0);
});

test("'near me' asks for the visitor's position, and with it finds the places nearby", async ({ db }) => {
  await buildPlace(db, { name: "Near", type: "Snorkelry", lat: 38.911, lng: -77.02 });
  await buildPlace(db, { name: "Far", type: "Snorkelry", lat: 38.97, lng: -77.02 });

  expect(await searchWith(db, "q=snorkelry near me")).toMatchObject({ needsPosition: true, places: { total: 2 } });
  const found = await searchWith(db, "q=snorkelry near me&near=38.910,-77.020");
  expect(found.needsPosition).toBe(false);
  expect(found.places.items.map(({ name }) => name)).toEqual(["Near"]);
});

test("when filters leave no place, each suggested removal brings as many places as it says", async ({ db }) => {
  await buildPlace(db, { type: "Snorkelry", priceRange: "$$", attributes: { wifi: true } });
  await buildPlace(db, { type: "Snorkelry", priceRange: "$$" });
  await buildPlace(db, { type: "Gibberling", priceRange: "$", description: "Not a thing to do with the other." });

  const found = await searchWith(db, "q=snorkelry&price=$");

  expect(found.places.total).toBe(0);
  expect(found.placesFound).toBe(2);
  expect(found.relaxations).toEqual([{ label: "$", href: "/search?q=snorkelry", count: 2 }]);
  const both = await searchWith(db, "q=snorkelry with wifi&price=$");
  for (const { href, count } of both.relaxations) {
    expect((await searchWith(db, new URL(href, "https://rowhouse.example").search)).places.total, href).toBe(count);
  }
  expect(both.relaxations.length).toBeGreaterThan(0);
});

test("the links of condition chips keep the active filters", async ({ db }) => {
  await buildPlace(db, { type: "Snorkelry", priceRange: "$", attributes: { wifi: true } });

  const found = await searchWith(db, "q=snorkelry with wifi&price=$&sort=newest");

  expect(found.chips.length).toBeGreaterThan(0);
  for (const { href } of found.chips) expect(href).toMatch(/&price=\$&sort=newest$/);
});

/** Limits that a few places exceed. */
const LOW = { wholeMax: 6, sampleMax: 6, enough: 4, countedMax: 40, nearestMax: 6 };

test("with more places than the limit every count is marked as an estimate", async ({ db }) => {
  for (let n = 0; n < 24; n += 1) {
    await buildPlace(db, { type: "Snorkelry", priceRange: n % 2 === 0 ? "$" : "$$", hours: ALWAYS_OPEN });
  }

  const { places, facets, placesFoundPrecision } = await searchWith(db, "q=snorkelry", LOW);

  expect(places).toMatchObject({ total: 24, precision: "about" });
  expect(placesFoundPrecision).toBe("about");
  const groups = [facets.categories, facets.types, facets.neighborhoods, facets.prices, facets.attributes];
  for (const { precision } of groups.flat()) expect(precision).toBe("about");
  expect(facets).toMatchObject({ openNow: 24, openNowPrecision: "about" });
  expect(facets.prices.reduce((sum, { count }) => sum + count, 0)).toBe(24);
});

test("a filter that leaves fewer places than the limit makes its counts exact", async ({ db }) => {
  for (let n = 0; n < 20; n += 1) await buildPlace(db, { type: "Snorkelry", priceRange: "$" });
  const wifi = { priceRange: "$$", attributes: { wifi: true } } as const;
  for (let n = 0; n < 3; n += 1) await buildPlace(db, { type: "Snorkelry", ...wifi });

  const found = await searchWith(db, "q=snorkelry&price=$$", LOW);

  expect(found).toMatchObject({ placesFound: 23, placesFoundPrecision: "about" });
  expect(found.places).toMatchObject({ total: 3, precision: "exact" });
  expect(found.facets.attributes).toEqual([{ value: "wifi", label: ATTRIBUTE_LABELS.wifi, count: 3 }]);
  const [cheap, dear] = found.facets.prices;
  expect(cheap).toMatchObject({ value: "$", precision: "about" });
  expect(dear).toEqual({ value: "$$", label: "$$", count: 3 });
  expect(placesTitle(found)).toEqual({ count: "3 of about 23 places", query: "snorkelry" });
});

test("with more places than the counting limit the title gives a minimum", async ({ db }) => {
  for (let n = 0; n < 24; n += 1) await buildPlace(db, { type: "Snorkelry" });

  const found = await searchWith(db, "q=snorkelry", { ...LOW, countedMax: 20 });

  expect(found.places).toMatchObject({ total: 20, precision: "at-least" });
  expect(placesTitle(found)).toEqual({ count: "20+ places", query: "snorkelry" });
  expect(found.facets.types.map(({ count, precision }) => [count, precision])).toEqual([[6, "at-least"]]);
});

test("the total estimated from a popularity bucket is within a factor of two, and marked as an estimate", async ({
  db,
}) => {
  const all = await searchWith(db, "q=northwest");
  await db.execute(sql`update popularity_buckets set size = 100 where bucket = 1`);
  await db.execute(sql`select update_popularity_buckets()`);

  const some = await searchWith(db, "q=northwest", { ...LOW, countedMax: 100 });

  expect(some.places.precision).toBe("about");
  expect(some.places.total).toBeGreaterThan(all.places.total / 2);
  expect(some.places.total).toBeLessThan(all.places.total * 2);
});

test("when no popular place matches, more candidates are searched", async ({ db }) => {
  for (let n = 0; n < 20; n += 1) await buildPlace(db, { type: "Snorkelry", hours: null });
  await buildPlace(db, { name: "Awake", type: "Snorkelry", hours: ALWAYS_OPEN });

  const byQuery = await searchWith(db, "q=snorkelry open now", LOW);
  const byFilter = await searchWith(db, "q=snorkelry&open=now", LOW);

  // The database decides which candidates come first. The open place is found in any case.
  expect(byQuery.places.items[0]).toMatchObject({ name: "Awake", fit: "known" });
  expect(byFilter.places.items.map(({ name }) => name)).toEqual(["Awake"]);
  expect(byFilter.places.total).toBeGreaterThan(0);
});

test("when none of the searched candidates matches, the title says “Few if any”", async ({ db }) => {
  for (let n = 0; n < 60; n += 1) await buildPlace(db, { type: "Snorkelry", hours: null });

  const byFilter = await searchWith(db, "q=snorkelry&open=now", { ...LOW, countedMax: 100 });

  expect(byFilter.places).toMatchObject({ items: [], total: 0, precision: "about" });
  expect(placesTitle(byFilter)).toEqual({ count: "Few if any of about 60 places", query: "snorkelry" });
  expect(byFilter.relaxations.map(({ label, count }) => [label, count])).toEqual([["Open now", 60]]);
});

function searchWith(db: Database, search: string, limits?: CandidateLimits) {
  return searchFor(db, new URLSearchParams(search), limits);
}

function searchFor(db: Database, parameters: URLSearchParams, limits?: CandidateLimits) {
  return search(db, parseSearch(parameters), buildRequestContext(), limits);
}

import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { buildHours } from "#app/features/places/opening-hours-builders.ts";
import { ATTRIBUTES } from "#app/features/places/place.ts";
import { buildMoment, buildNeighborhood, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { placesTitle } from "./places-title.ts";
import type { CandidateLimits } from "./search-candidates.server.ts";
import { readSearchRequest } from "./search.ts";
import { search } from "./search.server.ts";

const OPEN = buildHours("24/7");

test("every count beside a choice is what choosing it leaves, under the words and the other filters", async ({
  db,
}) => {
  const { slug: quuxville } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { name: "Zorble A", priceRange: "$", hours: OPEN, attributes: { wifi: true } });
  await buildPlace(db, { name: "Zorble B", priceRange: "$", type: "Snorkelry", neighborhoodSlug: quuxville });
  await buildPlace(db, { name: "Zorble C", priceRange: "$$", hours: OPEN, categorySlug: "shopping" });
  const rated = await buildPlace(db, { name: "Zorble D", priceRange: "$$", attributes: { wifi: true } });
  await buildReview(db, { placeId: rated.id, stars: 5 });

  for (const others of ["", "price=$", "price=$$", "open=now", "attr=wifi", "category=shopping", "rating=4"]) {
    const { facets } = await ask(db, `q=zorble&${others}`);
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
      const kept = others.startsWith(`${name}=`) ? "" : others;
      expect((await ask(db, `q=zorble&${kept}&${choice}`)).places.total, `${others} then ${choice}`).toBe(count);
    }
  }
});

test("a choice that no place is of goes by its name, and what was never one by its slug", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quux & Ville" });
  await buildPlace(db, { type: "Snork Élite" });
  await buildPlace(db, { name: "Zorble" });

  const { facets } = await ask(db, `q=zorble&neighborhood=${slug},never-there&type=snork-elite`);

  expect(facets.neighborhoods).toContainEqual({ value: slug, label: "Quux & Ville", count: 0 });
  expect(facets.neighborhoods).toContainEqual({ value: "never-there", label: "never there", count: 0 });
  expect(facets.types).toContainEqual({ value: "snork-elite", label: "Snork Élite", count: 0 });
});

test("filters without words look through everything, and without either nothing is asked", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quuxville" });
  const place = await buildPlace(db, { neighborhoodSlug: slug });

  const found = await ask(db, `neighborhood=${slug}`);

  expect(found.places.items.map((item) => item.slug)).toEqual([place.slug]);
  expect(found.guides.total).toBe(0);
  expect((await ask(db, "sort=newest")).placesFound).toBe(0);
});

test("measured from the visitor, each place says how far it is; from a station by the station's name", async ({
  db,
}) => {
  await buildPlace(db, { name: "Zorble far", lat: 38.95, lng: -77.02 });
  await buildPlace(db, { name: "Zorble near", lat: 38.911, lng: -77.02 });
  await buildPlace(db, { name: "Zorble nowhere", lat: null, lng: null });

  const found = await ask(db, "q=zorble&near=38.910,-77.020&sort=nearest");

  expect(found.places.items.map(({ name }) => name)).toEqual(["Zorble near", "Zorble far", "Zorble nowhere"]);
  expect(found.places.items.map(({ reason }) => / · about (\d+) min walk from you$/.exec(reason)?.[1])).toEqual([
    "2",
    "69",
    undefined,
  ]);
  const [station] = await db.select().from(metroStations).limit(1);
  const fromStation = await ask(db, `q=zorble&near=${station?.slug}`);
  expect(fromStation.places.items[0]?.reason).toContain(`min walk from ${station?.name} Metro`);
});

test("a station that doesn't exist is nowhere, and takes the order with it", async ({ db }) => {
  await buildPlace(db, { name: "Zorble" });

  const found = await ask(db, "q=zorble&near=no-such-station&sort=nearest");

  expect(found).toMatchObject({ near: null, filters: { near: null, sort: "best" }, places: { total: 1 } });
});

test("'near me' in the words waits for the position, and is met by what is near once it has come", async ({ db }) => {
  await buildPlace(db, { name: "Near", type: "Snorkelry", lat: 38.911, lng: -77.02 });
  await buildPlace(db, { name: "Far", type: "Snorkelry", lat: 38.95, lng: -77.02 });

  expect(await ask(db, "q=snorkelry near me")).toMatchObject({ needsPosition: true, places: { total: 2 } });
  const found = await ask(db, "q=snorkelry near me&near=38.910,-77.020");
  expect(found.needsPosition).toBe(false);
  expect(found.places.items.map(({ name }) => name)).toEqual(["Near"]);
});

test("where filters leave nothing, each way out says how many places it brings, and brings them", async ({ db }) => {
  await buildPlace(db, { type: "Snorkelry", priceRange: "$$", attributes: { wifi: true } });
  await buildPlace(db, { type: "Snorkelry", priceRange: "$$" });
  await buildPlace(db, { type: "Gibberling", priceRange: "$", description: "Not a thing to do with the other." });

  const found = await ask(db, "q=snorkelry&price=$");

  expect(found.places.total).toBe(0);
  expect(found.placesFound).toBe(2);
  expect(found.relaxations).toEqual([{ label: "$", href: "/search?q=snorkelry", count: 2 }]);
  const both = await ask(db, "q=snorkelry with wifi&price=$");
  for (const { href, count } of both.relaxations) {
    expect((await ask(db, new URL(href, "https://rowhouse.example").search)).places.total, href).toBe(count);
  }
  expect(both.relaxations.length).toBeGreaterThan(0);
});

test("chips, corrections and ways out keep the filters that are on", async ({ db }) => {
  await buildPlace(db, { type: "Snorkelry", priceRange: "$", attributes: { wifi: true } });

  const found = await ask(db, "q=snorkelry with wifi&price=$&sort=newest");

  expect(found.chips.length).toBeGreaterThan(0);
  for (const { href } of found.chips) expect(href).toMatch(/&price=\$&sort=newest$/);
});

/** So low that a few places are more than can be weighed. */
const LOW = { wholeMax: 6, sampleMax: 6, enough: 4, countedMax: 40, nearestMax: 6 };

test("of more places than can be weighed every count says that it is about so many", async ({ db }) => {
  for (let n = 0; n < 24; n += 1) {
    await buildPlace(db, { type: "Snorkelry", priceRange: n % 2 === 0 ? "$" : "$$", hours: OPEN });
  }

  const { places, facets, placesFoundPrecision } = await ask(db, "q=snorkelry", LOW);

  expect(places).toMatchObject({ total: 24, precision: "about" });
  expect(placesFoundPrecision).toBe("about");
  const groups = [facets.categories, facets.types, facets.neighborhoods, facets.prices, facets.attributes];
  for (const { precision } of groups.flat()) expect(precision).toBe("about");
  expect(facets).toMatchObject({ openNow: 24, openNowPrecision: "about" });
  expect(facets.prices.reduce((sum, { count }) => sum + count, 0)).toBe(24);
});

test("a filter that leaves few enough of too many makes the counts it decides exact again", async ({ db }) => {
  for (let n = 0; n < 20; n += 1) await buildPlace(db, { type: "Snorkelry", priceRange: "$" });
  const wifi = { priceRange: "$$", attributes: { wifi: true } } as const;
  for (let n = 0; n < 3; n += 1) await buildPlace(db, { type: "Snorkelry", ...wifi });

  const found = await ask(db, "q=snorkelry&price=$$", LOW);

  expect(found).toMatchObject({ placesFound: 23, placesFoundPrecision: "about" });
  expect(found.places).toMatchObject({ total: 3, precision: "exact" });
  expect(found.facets.attributes).toEqual([{ value: "wifi", label: ATTRIBUTES.wifi, count: 3 }]);
  const [cheap, dear] = found.facets.prices;
  expect(cheap).toMatchObject({ value: "$", precision: "about" });
  expect(dear).toEqual({ value: "$$", label: "$$", count: 3 });
  expect(placesTitle(found)).toBe("3 of about 23 places for “snorkelry”");
});

test("of more than can even be counted, the page says how many there are at least", async ({ db }) => {
  for (let n = 0; n < 24; n += 1) await buildPlace(db, { type: "Snorkelry" });

  const found = await ask(db, "q=snorkelry", { ...LOW, countedMax: 20 });

  expect(found.places).toMatchObject({ total: 20, precision: "at-least" });
  expect(placesTitle(found)).toBe("20+ places for “snorkelry”");
  expect(found.facets.types.map(({ count, precision }) => [count, precision])).toEqual([[6, "at-least"]]);
});

test("a part of the best known tells about how many there are, and is not the number itself", async ({ db }) => {
  const all = await ask(db, "category=food");
  await db.execute(sql`update search_tiers set size = 100 where tier = 1`);
  await db.execute(sql`select draw_search_tiers()`);

  const some = await ask(db, "q=food", { ...LOW, countedMax: 100 });

  expect(some.places.precision).toBe("about");
  expect(some.places.total).toBeGreaterThan(all.places.total / 2);
  expect(some.places.total).toBeLessThan(all.places.total * 2);
});

test("where none of the best known will do, more are looked at before anything is said", async ({ db }) => {
  for (let n = 0; n < 20; n += 1) await buildPlace(db, { type: "Snorkelry", hours: null });
  await buildPlace(db, { name: "Awake", type: "Snorkelry", hours: OPEN });

  const said = await ask(db, "q=snorkelry open now", LOW);
  const chosen = await ask(db, "q=snorkelry&open=now", LOW);

  // Which are looked at first is up to the database; found it is in any case.
  for (const { places } of [said, chosen]) {
    expect(places.items.map(({ name }) => name)).toEqual(["Awake"]);
    expect(places.total).toBeGreaterThan(0);
  }
});

test("where none of very many that were looked at will do, nobody is told that it is about none", async ({ db }) => {
  for (let n = 0; n < 60; n += 1) await buildPlace(db, { type: "Snorkelry", hours: null });

  const chosen = await ask(db, "q=snorkelry&open=now", { ...LOW, countedMax: 100 });

  expect(chosen.places).toMatchObject({ items: [], total: 0, precision: "about" });
  expect(placesTitle(chosen)).toBe("Few if any of about 60 places for “snorkelry”");
  expect(chosen.relaxations.map(({ label, count }) => [label, count])).toEqual([["Open now", 60]]);
});

function ask(db: Database, search: string, limits?: CandidateLimits) {
  return searchFor(db, new URLSearchParams(search), limits);
}

function searchFor(db: Database, parameters: URLSearchParams, limits?: CandidateLimits) {
  return search(db, readSearchRequest(parameters), buildMoment(), limits);
}

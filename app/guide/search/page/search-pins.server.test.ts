import { expect } from "vitest";

import { buildPlace } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { test } from "#tests/test-database.ts";

import { readStaticDots } from "#app/guide/map/page/static-dots.ts";
import { pinFeaturesById, pinsOf } from "./search-pins.server.ts";
import { searchFor } from "./search-page-builders.ts";
import { SEARCH_PINS_MAX, SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";

test("the pins are those of all pages, best first, and places without a position have none", async ({ db }) => {
  const count = SEARCH_RESULTS_PER_PAGE + 2;
  for (let n = 0; n < count; n += 1) await buildPlace(db, { name: `Zorble ${n}`, lat: 38.9 + n / 1000, lng: -77.02 });
  await buildPlace(db, { name: "Zorble nowhere" });
  const { db: counting, statements } = countStatements(db);

  const { pins, places } = await searchFor(db, "zorble");
  const features = await pinFeaturesById(counting, pins.ids);

  expect(pins).toMatchObject({
    total: count,
    box: { west: -77.02, south: 38.9, east: -77.02, north: 38.9 + (count - 1) / 1000 },
  });
  expect(features).toHaveLength(count);
  const listed = places.items.filter(({ position }) => position !== null).map(({ slug }) => slug);
  expect(features.map(({ properties }) => properties.slug).slice(0, listed.length)).toEqual(listed);
  // Those of the second page are dots of the static map.
  expect(readStaticDots(pins.dots)).toHaveLength(count - listed.length);
  expect(statements.count).toBe(1);
});

test("of very many places the best are pinned, and all are counted", () => {
  const ranked = Array.from({ length: SEARCH_PINS_MAX + 1 }, (_, id) => ({ id, position: { lat: 38.9, lng: -77 } }));

  expect(pinsOf(ranked).ids).toEqual(ranked.slice(0, SEARCH_PINS_MAX).map(({ id }) => id));
  expect(pinsOf(ranked).total).toBe(SEARCH_PINS_MAX + 1);
  expect(pinsOf(ranked).label).toBe("Map of the best 500 of 501 places");
  expect(pinsOf([])).toEqual({ ids: [], total: 0, box: null, label: "Map of 0 places", dots: "" });
});

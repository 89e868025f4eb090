import { expect, test } from "vitest";

import { isCanonicalMapSearch, mapHref, mapPinsHref, readMapFilters } from "./map-filters.ts";

test("every filter is in the URL, and defaults are left out", () => {
  const bounds = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };

  expect(mapHref({})).toBe("/map");
  expect(mapHref({ category: "food" })).toBe("/map?category=food");
  expect(mapHref({ category: "food", bounds, page: 2 })).toBe(
    "/map?category=food&bbox=-77.05,38.9,-77.02,38.92&page=2",
  );
});

test("a URL is read back as the same filters", () => {
  const filters = { category: "home-services", bounds: { west: -77.1, south: 38.8, east: -77, north: 39 }, page: 3 };
  const search = new URL(mapHref({ ...filters, category: "home-services" }), "http://localhost").searchParams;

  expect(readMapFilters(search)).toEqual(filters);
  expect(isCanonicalMapSearch(search, readMapFilters(search))).toBe(true);
});

test.for(["category=nonsense", "bbox=1,2,3", "bbox=a,b,c,d", "page=-1", "page=1", "category=food&category=food"])(
  "%s is ignored and not canonical",
  (text) => {
    const search = new URLSearchParams(text);

    expect(isCanonicalMapSearch(search, readMapFilters(search))).toBe(false);
  },
);

test("unknown parameters and their order don't matter", () => {
  const search = new URLSearchParams("utm_source=mail&page=2&category=food");

  expect(isCanonicalMapSearch(search, readMapFilters(search))).toBe(true);
});

test("the pins URL has the category and bounds of the list", () => {
  const bounds = { west: -77.05, south: 38.9, east: -77.02, north: 38.92 };

  expect(mapPinsHref({ category: null, bounds: null })).toBe("/map/pins.json");
  expect(mapPinsHref({ category: "health", bounds: null })).toBe("/map/pins.json?category=health");
  expect(mapPinsHref({ category: "health", bounds })).toBe(
    "/map/pins.json?category=health&bbox=-77.05,38.9,-77.02,38.92",
  );
});

import { expect, test } from "vitest";

import type { FilterablePlace } from "#app/guide/places/filters/filter-places.ts";

import { countRemaining, filterCandidates, relaxFilters } from "./filter-candidates.ts";
import {
  NO_SEARCH_FILTERS,
  type SearchFilters,
  searchFilterQueryString,
  changeSearchFilters,
} from "../query/search-filters.ts";

const NOW = new Date("2027-01-13T23:40:00Z");
const SHAW = { lat: 38.913, lng: -77.022 };
const GEORGETOWN = { lat: 38.905, lng: -77.062 };

test("a map area limits the list and every count", () => {
  const found = [place("in", {}), place("out", { position: GEORGETOWN }), place("nowhere", { position: null })];
  const filters = { ...NO_SEARCH_FILTERS, bounds: { west: -77.03, south: 38.9, east: -77.01, north: 38.92 } };

  const { places, facets } = filterCandidates(found, filters, NOW);

  expect(places.map(({ name }) => name)).toEqual(["in"]);
  expect(facets.categories.map(({ value, count }) => [value, count])).toEqual([["food", 1]]);
  expect(countRemaining(found, filters, NOW)).toBe(1);
});

test("when nothing is left, each suggested removal brings as many places as it says, the map area included", () => {
  const found = [
    place("a", { priceRange: "$" }),
    place("b", { priceRange: "$" }),
    place("c", { priceRange: "$$", position: GEORGETOWN }),
  ];
  const filters: SearchFilters = {
    ...NO_SEARCH_FILTERS,
    prices: ["$$"],
    bounds: { west: -77.03, south: 38.9, east: -77.01, north: 38.92 },
  };

  expect(relaxationsFor(found, filters)).toEqual([
    { label: "$$", href: "bbox=-77.03,38.9,-77.01,38.92", count: 2 },
    { label: "In this area", href: "price=$$", count: 1 },
  ]);
});

test("when removing one filter is not enough, removing all is suggested", () => {
  const found = [place("a", { priceRange: "$", category: "food" })];
  const filters: SearchFilters = { ...NO_SEARCH_FILTERS, prices: ["$$"], categories: ["shopping"] };

  expect(relaxationsFor(found, filters)).toEqual([{ label: "all filters", href: "", count: 1 }]);
});

function relaxationsFor(found: FilterablePlace[], filters: SearchFilters) {
  const hrefWith = (change: Partial<SearchFilters>) => searchFilterQueryString(changeSearchFilters(filters, change), 1);
  return relaxFilters(
    { places: found, total: { count: found.length, precision: "exact" } },
    { filters, now: NOW, hrefWith },
  );
}

function place(name: string, given: Partial<FilterablePlace>): FilterablePlace {
  return {
    name,
    category: "food",
    type: "Thai",
    neighborhood: { slug: "shaw", name: "Shaw" },
    priceRange: null,
    hours: null,
    attributes: {},
    position: SHAW,
    rating: null,
    ...given,
  };
}

import { expect, test } from "vitest";

import type { FilterablePlace } from "#app/guide/places/filters/filter-places.ts";

import { countRemaining, narrowPlaces, searchRelaxations } from "./narrow-places.ts";
import {
  NO_SEARCH_FILTERS,
  type SearchFilters,
  searchFilterQueryString,
  changeSearchFilters,
} from "../query/search-filters.ts";

const NOW = new Date("2027-01-13T23:40:00Z");
const SHAW = { lat: 38.913, lng: -77.022 };
const GEORGETOWN = { lat: 38.905, lng: -77.062 };

test("the best order is the default and breaks the ties of every other order", () => {
  const found = [
    place("best", { position: GEORGETOWN }),
    place("rated", { rating: { mean: 4.5, count: 40, isDemo: false }, position: null }),
    place("newest", { createdAt: new Date("2026-12-01") }),
    place("last", {}),
  ];
  const order = (sort: SearchFilters["sort"]) => names(found, { ...NO_SEARCH_FILTERS, sort });

  expect(order("best")).toEqual(["best", "rated", "newest", "last"]);
  expect(order("rating")).toEqual(["rated", "best", "newest", "last"]);
  expect(order("newest")).toEqual(["newest", "best", "rated", "last"]);
  expect(order("nearest")).toEqual(["newest", "last", "best", "rated"]);
});

test("a map area limits the list and every count", () => {
  const found = [place("in", {}), place("out", { position: GEORGETOWN }), place("nowhere", { position: null })];
  const filters = { ...NO_SEARCH_FILTERS, bounds: { west: -77.03, south: 38.9, east: -77.01, north: 38.92 } };

  expect(names(found, filters)).toEqual(["in"]);
  expect(narrow(found, filters).facets.categories.map(({ value, count }) => [value, count])).toEqual([["food", 1]]);
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

function relaxationsFor(found: Place[], filters: SearchFilters) {
  const hrefWith = (change: Partial<SearchFilters>) => searchFilterQueryString(changeSearchFilters(filters, change), 1);
  return searchRelaxations(found, { filters, now: NOW, hrefWith });
}

function narrow(found: Place[], filters: SearchFilters) {
  return narrowPlaces(found, { filters, near: SHAW, now: NOW });
}

function names(found: Place[], filters: SearchFilters): string[] {
  return narrow(found, filters).places.map(({ name }) => name);
}

type Place = FilterablePlace & { createdAt: Date };

function place(name: string, given: Partial<Place>): Place {
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
    createdAt: new Date("2026-01-01"),
    ...given,
  };
}

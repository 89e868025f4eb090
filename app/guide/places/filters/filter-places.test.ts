import fc from "fast-check";
import { expect, test } from "vitest";

import {
  sortByDistance,
  sortByRating,
  type FilterablePlace,
  filterPlaces,
  filterRelaxations,
  countFacets,
  typeSlug,
} from "./filter-places.ts";
import { buildHours } from "../hours/opening-hours-builders.ts";
import { CATEGORY_SLUGS } from "../facts/categories.ts";
import { allowedValues, parsePlaceFilters } from "./parse-place-filters.ts";
import { ATTRIBUTE_LABELS, type Attribute } from "../place.ts";
import {
  formatFilterSearch,
  NO_PLACE_FILTERS,
  type PlaceFilters,
  PRICE_FILTERS,
  toggleValue,
} from "./place-filters.ts";

/** Wednesday, 6:40 PM in Washington. */
const NOW = new Date("2027-01-13T23:40:00Z");
const RUNS = process.env["PROVE"] === "1" ? 5_000 : 200;

const KNOWN_ATTRIBUTES = ["wifi", "parking", "vegetarian"] as const satisfies Attribute[];
const TYPES = ["Thai", "Middle Eastern", "Café"];
const NEIGHBORHOODS = ["shaw", "u-street"];
const HOURS = [null, buildHours("24/7"), buildHours("Mo-Su 11:00-19:00"), buildHours("Mo-Fr 08:00-12:00")];

const anyCandidates = fc
  .array(
    fc.record({
      category: fc.constantFrom("food" as const, "shopping" as const),
      type: fc.constantFrom(...TYPES),
      neighborhood: fc.constantFrom(...NEIGHBORHOODS).map((slug) => ({ slug, name: slug })),
      priceRange: fc.constantFrom(null, "N/A" as const, ...PRICE_FILTERS),
      hours: fc.constantFrom(...HOURS),
      rating: fc.constantFrom(null, ...[5, 4.46, 4, 3.94, 2].map((mean) => ({ mean, count: 2, isDemo: false }))),
      attributes: fc.record(Object.fromEntries(KNOWN_ATTRIBUTES.map((key) => [key, fc.boolean()])), {
        requiredKeys: [],
      }),
    }),
    { maxLength: 25 },
  )
  .map((places) => places.map((place, id) => buildFilterable({ ...place, name: `Place ${id}` })));

const anyFilters: fc.Arbitrary<PlaceFilters> = fc.record({
  categories: fc.subarray(["food" as const, "shopping" as const, "health" as const]),
  types: fc.subarray(["cafe", "middle-eastern", "thai", "gone"]).map((list) => list.toSorted()),
  prices: fc.subarray([...PRICE_FILTERS]),
  neighborhoods: fc.subarray(NEIGHBORHOODS),
  rating: fc.constantFrom(null, null, "none" as const, "4" as const, "4.5" as const),
  openNow: fc.boolean(),
  attributes: fc.subarray([...KNOWN_ATTRIBUTES]),
});

test("a category, type, price or neighborhood count is the number of places that choosing it adds", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = countFacets(candidates, filters, NOW);
      const countWith = (change: Partial<PlaceFilters>) =>
        filterPlaces(candidates, { ...filters, ...change }, NOW).length;
      const currentCount = (chosen: unknown[]) =>
        chosen.length === 0 ? 0 : filterPlaces(candidates, filters, NOW).length;
      for (const { value, count } of facets.categories.filter((facet) => !filters.categories.includes(facet.value))) {
        expect(countWith({ categories: toggleValue(filters.categories, value) })).toBe(
          currentCount(filters.categories) + count,
        );
      }
      for (const { value, count } of facets.types.filter((facet) => !filters.types.includes(facet.value))) {
        expect(countWith({ types: toggleValue(filters.types, value) })).toBe(currentCount(filters.types) + count);
      }
      for (const { value, count } of facets.prices.filter((facet) => !filters.prices.includes(facet.value))) {
        expect(countWith({ prices: toggleValue(filters.prices, value, PRICE_FILTERS) })).toBe(
          currentCount(filters.prices) + count,
        );
      }
      for (const { value, count } of facets.neighborhoods.filter(
        (facet) => !filters.neighborhoods.includes(facet.value),
      )) {
        expect(countWith({ neighborhoods: toggleValue(filters.neighborhoods, value) })).toBe(
          currentCount(filters.neighborhoods) + count,
        );
      }
    }),
    { numRuns: RUNS },
  );
});

test("the count of 'Open now' and of an attribute is the number of places left after choosing it", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = countFacets(candidates, filters, NOW);
      const countWith = (change: Partial<PlaceFilters>) =>
        filterPlaces(candidates, { ...filters, ...change }, NOW).length;
      expect(facets.openNow).toBe(countWith({ openNow: true }));
      for (const { value, count } of facets.attributes) {
        expect(count).toBe(countWith({ attributes: [...new Set([...filters.attributes, value])] }));
      }
    }),
    { numRuns: RUNS },
  );
});

test("every value that matches a place is among the facets, and so is every chosen value", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = countFacets(candidates, filters, NOW);
      for (const type of ["thai", "middle-eastern", "cafe"]) {
        const matchCount = filterPlaces(candidates, { ...filters, types: [type] }, NOW).length;
        expect(facets.types.find(({ value }) => value === type)?.count ?? 0).toBe(matchCount);
      }
      expect(facets.types.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.types));
      expect(facets.prices.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.prices));
      expect(facets.attributes.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.attributes));
    }),
    { numRuns: RUNS },
  );
});

test("places with unknown hours, prices or attributes never match a filter for them", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const left = filterPlaces(candidates, filters, NOW);
      if (filters.openNow) expect(left.filter(({ hours }) => hours === null)).toEqual([]);
      if (filters.prices.length > 0) expect(left.filter(({ priceRange }) => priceRange === null)).toEqual([]);
      for (const key of filters.attributes) {
        expect(left.filter(({ attributes }) => attributes[key] !== true)).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
});

test("each relaxation of an empty list leads to as many places as it says, at least one, largest first", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      fc.pre(filterPlaces(candidates, filters, NOW).length === 0);
      const relaxations = filterRelaxations(candidates, { filters, now: NOW, hrefWith: hrefFrom(filters) });
      const actualCounts = relaxations.map(({ href }) => {
        const search = new URL(href, "https://rowhouse.example").searchParams;
        const categories = allowedValues(search, "category", CATEGORY_SLUGS);
        const relaxedFilters = { ...parsePlaceFilters(search), categories };
        return filterPlaces(candidates, relaxedFilters, NOW).length;
      });
      expect(relaxations.map(({ count }) => count)).toEqual(actualCounts);
      expect(actualCounts).toEqual(actualCounts.toSorted((a, b) => b - a));
      expect(actualCounts).not.toContain(0);
    }),
    { numRuns: RUNS },
  );
});

test("a relaxation is labeled with the filters it removes", () => {
  const candidates = [
    buildFilterable({ type: "Middle Eastern", priceRange: "$$" }),
    buildFilterable({ type: "Thai", priceRange: "$" }),
  ];
  const filters = { ...NO_PLACE_FILTERS, types: ["middle-eastern"], prices: ["$" as const] };

  expect(filterRelaxations(candidates, { filters, now: NOW, hrefWith: hrefFrom(filters) })).toEqual([
    { label: "Middle Eastern", href: "/list?price=$", count: 1 },
    { label: "$", href: "/list?type=middle-eastern", count: 1 },
  ]);
});

test("without reviews there is no rating facet, and a link with a rating filter still applies it", () => {
  const candidates = [buildFilterable({}), buildFilterable({})];

  expect(countFacets(candidates, NO_PLACE_FILTERS, NOW).ratings).toEqual([]);
  expect(filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating: "none" }, NOW)).toHaveLength(2);
  expect(filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating: "4" }, NOW)).toEqual([]);
});

test("rating facets and the rating filter use the mean as displayed", () => {
  const rated = (mean: number) => buildFilterable({ rating: { mean, count: 3, isDemo: false } });
  const candidates = [rated(4.46), rated(4.1), rated(3), buildFilterable({})];
  const left = (rating: PlaceFilters["rating"]) =>
    filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating }, NOW).length;

  expect(countFacets(candidates, NO_PLACE_FILTERS, NOW).ratings.map(({ value, count }) => [value, count])).toEqual([
    ["4.5", 1],
    ["4", 2],
    ["none", 1],
  ]);
  expect([left("4.5"), left("4"), left("none"), left(null)]).toEqual([1, 2, 1, 4]);
});

test("sorted by rating, few reviews count less, and places without reviews come last in their original order", () => {
  const rated = (name: string, mean: number, count: number) =>
    buildFilterable({ name, rating: { mean, count, isDemo: false } });
  const candidates = [
    buildFilterable({ name: "None B" }),
    rated("One", 5, 1),
    rated("Many", 4.8, 90),
    buildFilterable({ name: "None A" }),
    rated("Low", 2, 40),
  ];

  expect(sortByRating(candidates).map(({ name }) => name)).toEqual(["Many", "One", "Low", "None B", "None A"]);
});

test("sorted by distance, places without a position come last", () => {
  const candidates = [
    buildFilterable({ name: "Nowhere", position: null }),
    buildFilterable({ name: "Far", position: { lat: 38.95, lng: -77.02 } }),
    buildFilterable({ name: "Next door", position: { lat: 38.911, lng: -77.02 } }),
  ];

  expect(sortByDistance(candidates, { lat: 38.91, lng: -77.02 }).map(({ name }) => name)).toEqual([
    "Next door",
    "Far",
    "Nowhere",
  ]);
});

test("a type's slug has no punctuation or accents", () => {
  expect(["Café", "Middle Eastern", "Bed & breakfast", " (Art) museum! "].map(typeSlug)).toEqual([
    "cafe",
    "middle-eastern",
    "bed-breakfast",
    "art-museum",
  ]);
});

test("every attribute can be counted", () => {
  const keys = Object.keys(ATTRIBUTE_LABELS);
  const all = buildFilterable({ attributes: Object.fromEntries(keys.map((key) => [key, true])) });

  expect(countFacets([all], NO_PLACE_FILTERS, NOW).attributes.map(({ value }) => value)).toEqual(keys);
});

function hrefFrom(filters: PlaceFilters) {
  return (change: Partial<PlaceFilters>) =>
    `/list?${formatFilterSearch({ ...filters, ...change }, { near: "", sort: "", page: 1 })}`;
}

function buildFilterable(given: Partial<FilterablePlace>): FilterablePlace {
  return {
    name: "A place",
    category: "food",
    type: "Thai",
    neighborhood: { slug: "shaw", name: "Shaw" },
    priceRange: null,
    hours: null,
    attributes: {},
    position: null,
    rating: null,
    ...given,
  };
}

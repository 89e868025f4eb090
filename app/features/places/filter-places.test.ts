import fc from "fast-check";
import { expect, test } from "vitest";

import {
  byDistance,
  byRating,
  type FilterablePlace,
  filterPlaces,
  filterRelaxations,
  placeFacets,
  typeSlug,
} from "./filter-places.ts";
import { buildHours } from "./opening-hours-builders.ts";
import { parsePlaceFilters } from "./parse-place-filters.ts";
import { ATTRIBUTES, type Attribute } from "./place.ts";
import { filterSearch, NO_PLACE_FILTERS, type PlaceFilters, PRICE_FILTERS, toggled } from "./place-filters.ts";

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
  .map((places) => places.map((place, id) => candidate({ ...place, name: `Place ${id}` })));

const anyFilters: fc.Arbitrary<PlaceFilters> = fc.record({
  categories: fc.subarray(["food" as const, "shopping" as const, "health" as const]),
  types: fc.subarray(["cafe", "middle-eastern", "thai", "gone"]).map((list) => list.toSorted()),
  prices: fc.subarray([...PRICE_FILTERS]),
  neighborhoods: fc.subarray(NEIGHBORHOODS),
  rating: fc.constantFrom(null, null, "none" as const, "4" as const, "4.5" as const),
  openNow: fc.boolean(),
  attributes: fc.subarray([...KNOWN_ATTRIBUTES]),
});

test("the count beside a category, type, price or neighborhood is what choosing it adds, or brings when it is the first", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = placeFacets(candidates, filters, NOW);
      const brings = (change: Partial<PlaceFilters>) => filterPlaces(candidates, { ...filters, ...change }, NOW).length;
      const now = (chosen: unknown[]) => (chosen.length === 0 ? 0 : filterPlaces(candidates, filters, NOW).length);
      for (const { value, count } of facets.categories.filter((facet) => !filters.categories.includes(facet.value))) {
        expect(brings({ categories: toggled(filters.categories, value) })).toBe(now(filters.categories) + count);
      }
      for (const { value, count } of facets.types.filter((facet) => !filters.types.includes(facet.value))) {
        expect(brings({ types: toggled(filters.types, value) })).toBe(now(filters.types) + count);
      }
      for (const { value, count } of facets.prices.filter((facet) => !filters.prices.includes(facet.value))) {
        expect(brings({ prices: toggled(filters.prices, value, PRICE_FILTERS) })).toBe(now(filters.prices) + count);
      }
      for (const { value, count } of facets.neighborhoods.filter(
        (facet) => !filters.neighborhoods.includes(facet.value),
      )) {
        expect(brings({ neighborhoods: toggled(filters.neighborhoods, value) })).toBe(
          now(filters.neighborhoods) + count,
        );
      }
    }),
    { numRuns: RUNS },
  );
});

test("the count beside 'Open now' and beside an attribute is what a click on it leaves", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = placeFacets(candidates, filters, NOW);
      const leaves = (change: Partial<PlaceFilters>) => filterPlaces(candidates, { ...filters, ...change }, NOW).length;
      expect(facets.openNow).toBe(leaves({ openNow: true }));
      for (const { value, count } of facets.attributes) {
        expect(count).toBe(leaves({ attributes: [...new Set([...filters.attributes, value])] }));
      }
    }),
    { numRuns: RUNS },
  );
});

test("no value that would bring a place is missing among the facets, and what is chosen always stands there", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      const facets = placeFacets(candidates, filters, NOW);
      for (const type of ["thai", "middle-eastern", "cafe"]) {
        const brings = filterPlaces(candidates, { ...filters, types: [type] }, NOW).length;
        expect(facets.types.find(({ value }) => value === type)?.count ?? 0).toBe(brings);
      }
      expect(facets.types.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.types));
      expect(facets.prices.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.prices));
      expect(facets.attributes.map(({ value }) => value)).toEqual(expect.arrayContaining(filters.attributes));
    }),
    { numRuns: RUNS },
  );
});

test("unknown hours never count as open, and unknown prices and attributes never as the one asked for", () => {
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

test("each way out of an empty list leads to exactly as many places as it says, most first, and to at least one", () => {
  fc.assert(
    fc.property(anyCandidates, anyFilters, (candidates, filters) => {
      fc.pre(filterPlaces(candidates, filters, NOW).length === 0);
      const relaxations = filterRelaxations(candidates, { filters, now: NOW, hrefWith: hrefFrom(filters) });
      const brought = relaxations.map(({ href }) => {
        const asked = parsePlaceFilters(new URL(href, "https://rowhouse.example").searchParams);
        return filterPlaces(candidates, asked, NOW).length;
      });
      expect(relaxations.map(({ count }) => count)).toEqual(brought);
      expect(brought).toEqual(brought.toSorted((a, b) => b - a));
      expect(brought).not.toContain(0);
    }),
    { numRuns: RUNS },
  );
});

test("a way out names the filters it takes off", () => {
  const candidates = [
    candidate({ type: "Middle Eastern", priceRange: "$$" }),
    candidate({ type: "Thai", priceRange: "$" }),
  ];
  const filters = { ...NO_PLACE_FILTERS, types: ["middle-eastern"], prices: ["$" as const] };

  expect(filterRelaxations(candidates, { filters, now: NOW, hrefWith: hrefFrom(filters) })).toEqual([
    { label: "Middle Eastern", href: "/list?price=$", count: 1 },
    { label: "$", href: "/list?type=middle-eastern", count: 1 },
  ]);
});

test("where nobody has reviewed a place there is no rating to choose, and an old link still leaves what it says", () => {
  const candidates = [candidate({}), candidate({})];

  expect(placeFacets(candidates, NO_PLACE_FILTERS, NOW).ratings).toEqual([]);
  expect(filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating: "none" }, NOW)).toHaveLength(2);
  expect(filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating: "4" }, NOW)).toEqual([]);
});

test("places are counted and kept by the mean as it is shown", () => {
  const rated = (mean: number) => candidate({ rating: { mean, count: 3, isDemo: false } });
  const candidates = [rated(4.46), rated(4.1), rated(3), candidate({})];
  const left = (rating: PlaceFilters["rating"]) =>
    filterPlaces(candidates, { ...NO_PLACE_FILTERS, rating }, NOW).length;

  expect(placeFacets(candidates, NO_PLACE_FILTERS, NOW).ratings.map(({ value, count }) => [value, count])).toEqual([
    ["4.5", 1],
    ["4", 2],
    ["none", 1],
  ]);
  expect([left("4.5"), left("4"), left("none"), left(null)]).toEqual([1, 2, 1, 4]);
});

test("by rating, few reviews count less and those without any come last, in the order they had", () => {
  const rated = (name: string, mean: number, count: number) =>
    candidate({ name, rating: { mean, count, isDemo: false } });
  const candidates = [
    candidate({ name: "None B" }),
    rated("One", 5, 1),
    rated("Many", 4.8, 90),
    candidate({ name: "None A" }),
    rated("Low", 2, 40),
  ];

  expect(byRating(candidates).map(({ name }) => name)).toEqual(["Many", "One", "Low", "None B", "None A"]);
});

test("the nearest come first, and places without a position last", () => {
  const candidates = [
    candidate({ name: "Nowhere", position: null }),
    candidate({ name: "Far", position: { lat: 38.95, lng: -77.02 } }),
    candidate({ name: "Next door", position: { lat: 38.911, lng: -77.02 } }),
  ];

  expect(byDistance(candidates, { lat: 38.91, lng: -77.02 }).map(({ name }) => name)).toEqual([
    "Next door",
    "Far",
    "Nowhere",
  ]);
});

test("a type has one spelling in an address, without signs or accents", () => {
  expect(["Café", "Middle Eastern", "Bed & breakfast", " (Art) museum! "].map(typeSlug)).toEqual([
    "cafe",
    "middle-eastern",
    "bed-breakfast",
    "art-museum",
  ]);
});

test("every attribute can be counted", () => {
  const keys = Object.keys(ATTRIBUTES);
  const all = candidate({ attributes: Object.fromEntries(keys.map((key) => [key, true])) });

  expect(placeFacets([all], NO_PLACE_FILTERS, NOW).attributes.map(({ value }) => value)).toEqual(keys);
});

function hrefFrom(filters: PlaceFilters) {
  return (change: Partial<PlaceFilters>) =>
    `/list?${filterSearch({ ...filters, ...change }, { near: "", sort: "", page: 1 })}`;
}

function candidate(given: Partial<FilterablePlace>): FilterablePlace {
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

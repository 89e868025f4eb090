import { expect, test } from "vitest";

import { type CategoryPlace, orderReason, sortCategory } from "./sort-category.ts";

const BEST = { near: null, sort: "best" } as const;

test("best order: the category's picks, the neighborhoods' picks, described places, listed places", () => {
  const names = sortCategory(
    [
      candidate({ name: "A listed place", isDescribed: false }),
      candidate({ name: "Beta" }),
      candidate({ name: "alpha" }),
      candidate({ name: "Neighborhood's second", featuredRank: 2 }),
      candidate({ name: "Neighborhood's first", featuredRank: 1 }),
      candidate({ name: "Category's third", hubRank: 3, featuredRank: 1 }),
    ],
    BEST,
  ).map(({ name }) => name);

  expect(names).toEqual([
    "Category's third",
    "Neighborhood's first",
    "Neighborhood's second",
    "alpha",
    "Beta",
    "A listed place",
  ]);
});

test("places of one rank are sorted by guides, then reviews, then known facts, and the row says why", () => {
  const places = [
    candidate({ name: "A little known" }),
    candidate({ name: "B well known", knownFacts: 9 }),
    candidate({ name: "C badly reviewed", knownFacts: 9, realRating: { mean: 2, count: 9, isDemo: false } }),
    candidate({ name: "D well reviewed", realRating: { mean: 4.8, count: 9, isDemo: false } }),
    candidate({ name: "E in guides", guideCount: 2 }),
    candidate({ name: "F picked", featuredRank: 1 }),
  ];

  const sorted = sortCategory(places, BEST);

  expect(sorted.map(({ name }) => name[0]).join("")).toBe("FEDBAC");
  expect(sorted.slice(0, 3).map(orderReason)).toEqual(["Editors’ pick", "In 2 guides", null]);
});

test("demo reviews don't change the best order", () => {
  const places = [
    candidate({ name: "A" }),
    candidate({ name: "B", rating: { mean: 5, count: 9, isDemo: true }, realRating: null }),
  ];

  expect(sortCategory(places, BEST).map(({ name }) => name)).toEqual(["A", "B"]);
});

test("places with equal rating, distance or rank are sorted by name", () => {
  const near = { lat: 38.91, lng: -77.02 };
  const candidates = [candidate({ name: "Beta" }), candidate({ name: "alpha" })];

  for (const sort of ["best", "rating", "name", "nearest"] as const) {
    expect(sortCategory(candidates, { near, sort }).map(({ name }) => name)).toEqual(["alpha", "Beta"]);
  }
});

test("branches with one name have a stable order", () => {
  const branches = [candidate({ id: 3, name: "Safeway" }), candidate({ id: 2, name: "Safeway" })];

  for (const given of [branches, branches.toReversed()]) {
    expect(sortCategory(given, BEST).map(({ id }) => id)).toEqual([2, 3]);
  }
});

function candidate(given: Partial<CategoryPlace>): CategoryPlace {
  return {
    id: 1,
    name: "A place",
    category: "food",
    type: "Thai",
    neighborhood: { slug: "shaw", name: "Shaw" },
    priceRange: null,
    hours: null,
    attributes: {},
    position: null,
    featuredRank: null,
    hubRank: null,
    isDescribed: true,
    guideCount: 0,
    knownFacts: 0,
    rating: null,
    realRating: null,
    ...given,
  };
}

import { expect, test } from "vitest";

import { type CategoryPlace, sortCategory } from "./sort-category.ts";

const BEST = { near: null, sort: "best" } as const;

test("best order: the category's picks, the neighborhoods' picks, described places, listed places, each by name", () => {
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
    rating: null,
    ...given,
  };
}

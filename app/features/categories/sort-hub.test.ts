import { expect, test } from "vitest";

import { NO_HUB_FILTERS } from "./category-hub.ts";
import { type HubCandidate, sortHub } from "./sort-hub.ts";

test("the best come first: the category's picks, then the neighborhoods', then by name", () => {
  const names = sortHub(
    [
      candidate({ name: "Beta" }),
      candidate({ name: "alpha" }),
      candidate({ name: "Neighborhood's second", featuredRank: 2 }),
      candidate({ name: "Neighborhood's first", featuredRank: 1 }),
      candidate({ name: "Category's third", hubRank: 3, featuredRank: 1 }),
    ],
    NO_HUB_FILTERS,
  ).map(({ name }) => name);

  expect(names).toEqual(["Category's third", "Neighborhood's first", "Neighborhood's second", "alpha", "Beta"]);
});

test("places that rating, distance or rank cannot tell apart stand by name", () => {
  const near = { lat: 38.91, lng: -77.02 };
  const candidates = [candidate({ name: "Beta" }), candidate({ name: "alpha" })];

  for (const sort of ["best", "rating", "name", "nearest"] as const) {
    expect(sortHub(candidates, { ...NO_HUB_FILTERS, near, sort }).map(({ name }) => name)).toEqual(["alpha", "Beta"]);
  }
});

test("branches of one store stand in the same order, however the database hands them over", () => {
  const branches = [candidate({ id: 3, name: "Safeway" }), candidate({ id: 2, name: "Safeway" })];

  for (const given of [branches, branches.toReversed()]) {
    expect(sortHub(given, NO_HUB_FILTERS).map(({ id }) => id)).toEqual([2, 3]);
  }
});

function candidate(given: Partial<HubCandidate>): HubCandidate {
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
    rating: null,
    ...given,
  };
}

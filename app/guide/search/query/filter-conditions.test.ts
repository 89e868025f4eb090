import { expect, test } from "vitest";

import { filterConditions } from "./filter-conditions.ts";
import { NO_SEARCH_FILTERS } from "./search-filters.ts";

const TYPES = ["Café", "Thai", "Middle Eastern"];

test("filters that the index knows become conditions, with the type names of the directory", () => {
  const filters = {
    ...NO_SEARCH_FILTERS,
    categories: ["food" as const],
    types: ["cafe", "gone", "middle-eastern"],
    neighborhoods: ["shaw"],
    prices: ["$" as const],
    attributes: ["wifi" as const, "parking" as const],
  };

  expect(filterConditions(filters, TYPES)).toEqual([
    { kind: "category", category: "food" },
    { kind: "type", types: ["Café", "Middle Eastern"], label: "", words: "" },
    { kind: "neighborhood", slug: "shaw", name: "" },
    { kind: "price", prices: ["$"] },
    { kind: "attribute", attribute: "wifi" },
    { kind: "attribute", attribute: "parking" },
  ]);
});

test("two categories or two neighborhoods become no condition, because a place has only one of each", () => {
  const filters = {
    ...NO_SEARCH_FILTERS,
    categories: ["food" as const, "shopping" as const],
    neighborhoods: ["shaw", "u-street"],
  };

  expect(filterConditions(filters, TYPES)).toEqual([]);
});

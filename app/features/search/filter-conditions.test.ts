import { expect, test } from "vitest";

import { filterConditions } from "./filter-conditions.ts";
import { NO_SEARCH_FILTERS } from "./search-filters.ts";

const TYPES = ["Café", "Thai", "Middle Eastern"];

test("what the index can be asked for goes into the question, under the catalogue's own names", () => {
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

test("of two categories or neighborhoods none is asked for, for a place is never of both", () => {
  const filters = {
    ...NO_SEARCH_FILTERS,
    categories: ["food" as const, "shopping" as const],
    neighborhoods: ["shaw", "u-street"],
  };

  expect(filterConditions(filters, TYPES)).toEqual([]);
});

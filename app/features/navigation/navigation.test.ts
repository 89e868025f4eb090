import { expect, test } from "vitest";

import { CATEGORY_LINKS, isAt, isCategoryPath, isNeighborhoodPath } from "./navigation.ts";

test("the categories menu holds the eight hubs, the six of the header first", () => {
  expect(CATEGORY_LINKS.map((link) => link.to)).toEqual([
    "/food",
    "/nightlife",
    "/shopping",
    "/services",
    "/entertainment",
    "/health",
    "/home-services",
    "/education",
  ]);
});

test("a page counts as here on itself and below itself, never on a longer word", () => {
  expect(isAt("/latest", "/latest")).toBe(true);
  expect(isAt("/latest/2", "/latest")).toBe(true);
  expect(isAt("/latestest", "/latest")).toBe(false);
});

test("the bars stand under Categories on hubs and archives only", () => {
  expect(isCategoryPath("/food")).toBe(true);
  expect(isCategoryPath("/category/food")).toBe(true);
  expect(isCategoryPath("/foods")).toBe(false);
  expect(isCategoryPath("/")).toBe(false);
});

test("the bars stand under Neighborhoods on the list and on each neighborhood", () => {
  expect(isNeighborhoodPath("/neighborhoods")).toBe(true);
  expect(isNeighborhoodPath("/neighborhood/u-street")).toBe(true);
  expect(isNeighborhoodPath("/neighbor")).toBe(false);
});

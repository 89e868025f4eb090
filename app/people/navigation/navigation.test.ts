import { expect, test } from "vitest";

import { CATEGORY_LINKS, isWithinPath, isCategoryPath, isNeighborhoodPath } from "./navigation.ts";

test("the categories menu lists the eight hubs in their fixed order", () => {
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

test("a link is current on its page and the pages below it, but not on a path that merely starts alike", () => {
  expect(isWithinPath("/latest", "/latest")).toBe(true);
  expect(isWithinPath("/latest/2", "/latest")).toBe(true);
  expect(isWithinPath("/latestest", "/latest")).toBe(false);
});

test("Categories is marked as current on hubs and guide archives only", () => {
  expect(isCategoryPath("/food")).toBe(true);
  expect(isCategoryPath("/category/food")).toBe(true);
  expect(isCategoryPath("/foods")).toBe(false);
  expect(isCategoryPath("/")).toBe(false);
});

test("Neighborhoods is marked as current on the overview and on each neighborhood's page", () => {
  expect(isNeighborhoodPath("/neighborhoods")).toBe(true);
  expect(isNeighborhoodPath("/neighborhood/u-street")).toBe(true);
  expect(isNeighborhoodPath("/neighbor")).toBe(false);
});

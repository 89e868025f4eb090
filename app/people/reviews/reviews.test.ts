import { expect, test } from "vitest";

import { parseReviewsQuery, reviewsPath } from "./reviews.ts";

test.for([
  ["", "newest", 1],
  ["sort=highest&page=3", "highest", 3],
  ["sort=lowest", "lowest", 1],
  ["sort=best&page=0", "newest", 1],
  ["sort=&page=-4", "newest", 1],
  ["page=abc", "newest", 1],
  ["page=1.5", "newest", 1],
  ["page=1e300", "newest", 1],
  ["page=999999999", "newest", 1_000],
  ["sort=highest&sort=lowest", "highest", 1],
] as const)("?%s is parsed as sort %s, page %i", ([search, sort, page]) => {
  expect(parseReviewsQuery(new URLSearchParams(search))).toEqual({ sort, stars: null, page });
});

test("each sort order and page has one path, and the first page of the newest is the place's own path", () => {
  expect(reviewsPath("tryst", { sort: "newest", stars: null, page: 1 })).toBe("/places/tryst");
  expect(reviewsPath("tryst", { sort: "lowest", stars: null, page: 2 })).toBe("/places/tryst?sort=lowest&page=2");
  expect(reviewsPath("tryst", { sort: "newest", stars: 5, page: 1 })).toBe("/places/tryst?stars=5");
});

test.for([
  ["stars=5", 5],
  ["stars=1&sort=lowest", 1],
  ["stars=0", null],
  ["stars=6", null],
  ["stars=five", null],
  ["stars=4.5", null],
  ["stars=", null],
] as const)("?%s is parsed as %s stars", ([search, stars]) => {
  expect(parseReviewsQuery(new URLSearchParams(search)).stars).toBe(stars);
});

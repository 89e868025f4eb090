import { expect, test } from "vitest";

import { parseSearchFilters } from "./parse-search-filters.ts";
import { isCanonicalRequest, parseSearch } from "../page/search-request.ts";
import { isFiltered, NO_SEARCH_FILTERS, searchFilterQueryString, changeSearchFilters } from "./search-filters.ts";

const EVERYTHING =
  "category=food,shopping&type=cafe,thai&neighborhood=shaw&price=$,$$&rating=4.5&open=now&near=38.910,-77.043&attr=outdoorSeating,wifi&sort=nearest&page=3&bbox=-77.05,38.9,-77.02,38.92";

test("every parameter is read, and written back in the canonical order", () => {
  const filters = parse(EVERYTHING);

  expect(filters).toEqual({
    categories: ["food", "shopping"],
    types: ["cafe", "thai"],
    neighborhoods: ["shaw"],
    prices: ["$", "$$"],
    rating: "4.5",
    openNow: true,
    near: { kind: "visitor", point: { lat: 38.91, lng: -77.043 } },
    attributes: ["outdoorSeating", "wifi"],
    sort: "nearest",
    bounds: { west: -77.05, south: 38.9, east: -77.02, north: 38.92 },
  });
  expect(searchFilterQueryString(filters, 3)).toBe(EVERYTHING);
});

test("parameters in another order, repeated or with defaults are the same filters, but not the canonical URL", () => {
  const search =
    "bbox=-77.05,38.9,-77.02,38.92&sort=nearest&attr=wifi&attr=outdoorSeating&open=now&rating=4.5&price=%24%24&price=%24&near=38.9096,-77.0434&neighborhood=SHAW&type=thai&type=cafe&category=shopping&category=food";

  expect(searchFilterQueryString(parse(search), 3)).toBe(EVERYTHING);
  expect(isCanonical(search)).toBe(false);
  expect(isCanonical("sort=best")).toBe(false);
  expect(isCanonical("page=1")).toBe(false);
  expect(isCanonical("q=")).toBe(false);
  expect(isCanonical("q=++pizza")).toBe(false);
  expect(isCanonical("q=pizza&q=thai")).toBe(false);
  expect(isCanonical("q=pizza&verbatim=0")).toBe(false);
  expect(isCanonical("q=pizza&kind=nonsense")).toBe(false);
  expect(isCanonical("q=fish+%26+chips&kind=guides&verbatim=1")).toBe(true);
  expect(isCanonical("rating=")).toBe(false);
  expect(isCanonical("utm_source=mail&price=$&category=food")).toBe(true);
  expect(isCanonical("")).toBe(true);
});

test("a starting point is named by its slug or its name; sorting by distance can ask for it, and ends without it", () => {
  expect(parse("near=dupont-circle&sort=nearest")).toEqual({
    ...NO_SEARCH_FILTERS,
    near: { kind: "named", name: "dupont-circle" },
    sort: "nearest",
  });
  expect(parse("near=+Ben’s++Chili+Bowl").near).toEqual({ kind: "named", name: "Ben’s Chili Bowl" });
  expect(searchFilterQueryString(parse("near=dupont-circle"), 1)).toBe("near=dupont-circle");
  expect(searchFilterQueryString(parse("sort=nearest"), 1)).toBe("sort=nearest");
  expect(changeSearchFilters(parse("sort=nearest"), { openNow: true }).sort).toBe("nearest");
  expect(changeSearchFilters(parse("near=dupont-circle&sort=nearest"), { near: null })).toEqual(NO_SEARCH_FILTERS);
});

test.each([
  "category=food2,<script>,__proto__",
  "type=<script>alert(1)</script>",
  "neighborhood=shaw'; drop table places;--",
  "price=$$$$$,N/A,cheap",
  "rating=5",
  "open=sunday",
  "near=48.85,2.35",
  "near=38.9",
  "near=NaN,Infinity",
  "near=a,b",
  "near=../../etc",
  `near=${"a".repeat(200)}`,
  "attr=constructor,toString",
  "sort=price",
  "sort=name",
  "bbox=1,2,3",
  "bbox=3,3,1,1",
  "bbox=,,,",
  "%00=%00&page[]=2&type[]=thai",
])("invalid values are ignored: %s", (search) => {
  expect(parse(search)).toEqual(NO_SEARCH_FILTERS);
});

test("a sort order is not a filter, a position is", () => {
  expect(isFiltered(parse("sort=newest"))).toBe(false);
  expect(isFiltered(parse("near=shaw-howard-u"))).toBe(true);
  expect(isFiltered(parse("bbox=-77.05,38.9,-77.02,38.92"))).toBe(true);
});

function parse(search: string) {
  return parseSearchFilters(new URLSearchParams(search));
}

function isCanonical(search: string): boolean {
  const params = new URLSearchParams(search);
  return isCanonicalRequest(params, parseSearch(params));
}

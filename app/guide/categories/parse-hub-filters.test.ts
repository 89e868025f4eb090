import fc from "fast-check";
import { expect, test } from "vitest";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { FILTER_PAGE_MAX, FILTER_VALUES_MAX } from "#app/guide/places/filters/parse-place-filters.ts";
import { PRICE_FILTERS, RATING_FILTERS } from "#app/guide/places/filters/place-filters.ts";
import { NO_HUB_FILTERS, hubHref, hubQueryString, type HubFilters } from "./category-hub.ts";
import { isCanonicalHubSearch, parseHubFilters } from "./parse-hub-filters.ts";

const RUNS = process.env["PROVE"] === "1" ? 20_000 : 300;

function parse(search: string): HubFilters {
  return parseHubFilters(new URLSearchParams(search));
}

test("a URL without parameters has no filters", () => {
  expect(parse("")).toEqual(NO_HUB_FILTERS);
});

test("comma-separated and repeated values are the same filters", () => {
  const joined = parse("type=thai,pizza&price=$$,$&neighborhood=shaw");
  const single = parse("type=pizza&price=%24&price=%24%24&type=thai&neighborhood=shaw&rating=&sort=best");

  expect(single).toEqual(joined);
  expect(joined).toEqual({
    ...NO_HUB_FILTERS,
    types: ["pizza", "thai"],
    prices: ["$", "$$"],
    neighborhoods: ["shaw"],
  });
});

test("every parameter is read", () => {
  expect(parse("rating=4.5&open=now&attr=wifi,outdoorSeating&near=38.90961,-77.04342&sort=nearest&page=3")).toEqual({
    ...NO_HUB_FILTERS,
    rating: "4.5",
    openNow: true,
    attributes: ["outdoorSeating", "wifi"],
    near: { lat: 38.91, lng: -77.043 },
    sort: "nearest",
    page: 3,
  });
});

test.each([
  ["a script in a type", "type=<script>alert(1)</script>"],
  ["SQL in a neighborhood", "neighborhood=shaw'; drop table places;--"],
  ["another category, for this is one already", "category=shopping"],
  ["an unknown price", "price=$$$$$,N/A,cheap"],
  ["an unknown rating", "rating=5"],
  ["an unknown attribute", "attr=constructor,__proto__,toString"],
  ["an unknown sort", "sort=price"],
  ["a page that is no number", "page=1e3"],
  ["a page below one", "page=-1"],
  ["the zeroth page", "page=0"],
  ["nearest to nowhere", "sort=nearest"],
  ["a point outside the District", "near=48.85,2.35"],
  ["half a point", "near=38.9"],
  ["a point with no digits", "near=NaN,Infinity"],
  ["open at another time", "open=sunday"],
  ["unknown parameters", "utm_source=mail&types=thai"],
])("%s is ignored", (_, search) => {
  expect(parse(search)).toEqual(NO_HUB_FILTERS);
});

test("too many values are cut, and a too high page is the highest allowed", () => {
  const many = Array.from({ length: 500 }, (_, i) => `type-${i}`).join(",");

  expect(parse(`type=${many}`).types).toHaveLength(FILTER_VALUES_MAX);
  expect(parse("page=9999").page).toBe(FILTER_PAGE_MAX);
  expect(parse(`type=${"a".repeat(1_000_000)}`).types).toEqual([]);
});

test("hubHref leaves out defaults and has one order", () => {
  expect(hubHref("food", {})).toBe("/food");
  expect(hubHref("food", { page: 2, openNow: true, prices: ["$", "$$"], types: ["pizza", "thai"] })).toBe(
    "/food?type=pizza,thai&price=$,$$&open=now&page=2",
  );
  expect(hubHref("home-services", { near: { lat: 38.91, lng: -77.043 }, sort: "nearest" })).toBe(
    "/home-services?near=38.910,-77.043&sort=nearest",
  );
});

const SLUG = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/);
const SLUGS = fc.uniqueArray(SLUG, { maxLength: 6 }).map((slugs) => slugs.toSorted());

const FILTERS: fc.Arbitrary<HubFilters> = fc
  .record({
    categories: fc.constant<CategorySlug[]>([]),
    types: SLUGS,
    neighborhoods: SLUGS,
    prices: fc.subarray([...PRICE_FILTERS]),
    rating: fc.option(fc.constantFrom(...RATING_FILTERS)),
    openNow: fc.boolean(),
    attributes: fc.subarray(["stepFreeEntrance" as const, "wifi" as const, "cashOnly" as const]),
    near: fc.option(
      fc.record({
        lat: fc.integer({ min: 38_780, max: 39_010 }).map((lat) => lat / 1000),
        lng: fc.integer({ min: -77_130, max: -76_900 }).map((lng) => lng / 1000),
      }),
    ),
    sort: fc.constantFrom("best" as const, "name" as const, "nearest" as const),
    page: fc.integer({ min: 1, max: FILTER_PAGE_MAX }),
  })
  .map((filters) => (filters.near === null && filters.sort === "nearest" ? { ...filters, sort: "best" } : filters));

test("the URL of any filters is read back as the same filters", () => {
  fc.assert(
    fc.property(FILTERS, (filters) => {
      expect(parse(hubQueryString(filters))).toEqual(filters);
    }),
    { numRuns: RUNS },
  );
});

test("any query gives filters with a canonical URL", () => {
  const name = fc.constantFrom("type", "price", "neighborhood", "rating", "open", "attr", "near", "sort", "page", "q");
  const value = fc.oneof(fc.string({ maxLength: 40 }), SLUG, fc.constantFrom("$", "now", "4.5", "nearest", "38.9,-77"));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 12 }), (entries) => {
      const filters = parseHubFilters(new URLSearchParams(entries));
      const canonical = new URLSearchParams(hubQueryString(filters));

      expect(parseHubFilters(canonical)).toEqual(filters);
      expect(isCanonicalHubSearch(canonical, filters)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

test("repeated parameters and spelled-out defaults are not canonical; order and other parameters don't matter", () => {
  const isCanonical = (search: string) => isCanonicalHubSearch(new URLSearchParams(search), parse(search));

  expect(isCanonical("")).toBe(true);
  expect(isCanonical("type=pizza,thai&utm_source=mail")).toBe(true);
  expect(isCanonical("type=pizza&type=thai")).toBe(false);
  expect(isCanonical("type=thai,pizza")).toBe(false);
  expect(isCanonical("price=$&type=pizza")).toBe(true);
  expect(isCanonical("sort=best")).toBe(false);
  expect(isCanonical("page=1")).toBe(false);
  expect(isCanonical("rating=")).toBe(false);
});

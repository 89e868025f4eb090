import { expect, test } from "vitest";

import { countFacets } from "#app/guide/places/filters/filter-places.ts";

import { NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import { effectiveQuery, parseSearch, type SearchResults, searchPath, selectedKind } from "./search-request.ts";

test("a search URL has the query, and a kind and page only if they are not the default", () => {
  expect(searchPath({ query: "" })).toBe("/search");
  expect(searchPath({ query: "fish & chips" })).toBe("/search?q=fish+%26+chips");
  expect(searchPath({ query: "jazz", kind: "guides", page: 2 })).toBe("/search?q=jazz&kind=guides&page=2");
  expect(searchPath({ query: "ramem", isVerbatim: true })).toBe("/search?q=ramem&verbatim=1");
  expect(searchPath({ query: "jazz", kind: "places", page: 1 })).toBe("/search?q=jazz&kind=places");
});

test("without a kind in the URL the first group with results is shown", () => {
  expect(selectedKind(null, found({ places: 2, guides: 1 }))).toBe("places");
  expect(selectedKind(null, found({ places: 0, guides: 1 }))).toBe("guides");
  expect(selectedKind(null, found({ places: 0, guides: 0 }))).toBe("places");
});

test("with filters places are shown, even none, because guides ignore filters", () => {
  const results = { ...found({ places: 0, guides: 3 }), filters: { ...NO_SEARCH_FILTERS, openNow: true } };

  expect(selectedKind(null, results)).toBe("places");
});

test("a kind in the URL is shown even if its group is empty", () => {
  expect(selectedKind("guides", found({ places: 2, guides: 0 }))).toBe("guides");
});

test("a URL is sanitized: words trimmed and cut, no unknown kind, no page below one", () => {
  const read = (search: string) => parseSearch(new URLSearchParams(search));

  expect(read("q=+fish++%0Amarket+&kind=guides&page=3")).toEqual({
    query: "fish market",
    isVerbatim: false,
    kind: "guides",
    page: 3,
    filters: NO_SEARCH_FILTERS,
  });
  expect(read("kind=people&page=-1&verbatim=0")).toMatchObject({ query: "", isVerbatim: false, kind: null, page: 1 });
  expect(read("q=ramem&verbatim=1").isVerbatim).toBe(true);
  expect(read("page=1.5").page).toBe(1);
  expect(read("page=1e99").page).toBe(1);
  expect(read(`q=${"x".repeat(500)}`).query).toHaveLength(120);
});

function found(totals: { places: number; guides: number }): SearchResults {
  return {
    query: "jazz",
    isVerbatim: false,
    filters: NO_SEARCH_FILTERS,
    facets: countFacets([], NO_SEARCH_FILTERS, new Date()),
    near: null,
    startNames: [],
    pins: { ids: [], total: 0, box: null, label: "", dots: "" },
    help: null,
    fewPlacesNote: null,
    addHref: "/submit",
    needsPosition: false,
    hoursKnown: null,
    placesFound: totals.places,
    placesFoundPrecision: "exact",
    chips: [],
    correction: null,
    isPartial: false,
    groups: [],
    guideAnswer: null,
    relaxations: [],
    places: { items: [], total: totals.places, precision: "exact", page: 1, pageCount: 1 },
    guides: { items: [], total: totals.guides, page: 1, pageCount: 1 },
    neighborhoods: [],
  };
}

test("the title uses an applied correction, and the typed query if a correction is only suggested", () => {
  const correction = { query: "georgetown", label: "georgetown", href: "/search" };

  expect(effectiveQuery({ query: "gerogetown", correction: { ...correction, kind: "applied" } })).toBe("georgetown");
  expect(effectiveQuery({ query: "gerogetown", correction: { ...correction, kind: "offered" } })).toBe("gerogetown");
  expect(effectiveQuery({ query: "gerogetown", correction: null })).toBe("gerogetown");
});

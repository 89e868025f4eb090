import { readBounds } from "#app/guide/map/base/bounds.ts";
import {
  firstAllowedValue,
  parseNear,
  parsePlaceFilters,
  queryValues,
} from "#app/guide/places/filters/parse-place-filters.ts";
import { isSlug } from "#app/lib/slug.ts";

import { SEARCH_SORTS, type SearchFilters, type SearchNear, changeSearchFilters } from "./search-filters.ts";

export const FILTER_PARAMETERS = [
  "category",
  "type",
  "neighborhood",
  "price",
  "rating",
  "open",
  "near",
  "attr",
  "sort",
  "page",
  "bbox",
] as const;

/**
 * Reads the filters from a URL. Never throws: unknown values are ignored. Whether a station exists is checked in the
 * database.
 */
export function parseSearchFilters(search: URLSearchParams): SearchFilters {
  return changeSearchFilters(
    {
      ...parsePlaceFilters(search),
      near: parseSearchNear(search),
      sort: firstAllowedValue(search, "sort", SEARCH_SORTS) ?? "best",
      bounds: readBounds(search.get("bbox") ?? ""),
    },
    {},
  );
}

function parseSearchNear(search: URLSearchParams): SearchNear | null {
  const point = parseNear(search);
  if (point !== null) return { kind: "visitor", point };
  const [first, ...more] = queryValues(search, "near").map((value) => value.toLowerCase());
  return first !== undefined && more.length === 0 && isSlug(first) && /[a-z]/.test(first)
    ? { kind: "station", slug: first }
    : null;
}

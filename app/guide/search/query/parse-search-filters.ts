import { readBounds } from "#app/guide/map/base/bounds.ts";
import {
  allowedValues,
  firstAllowedValue,
  parseNear,
  parsePlaceFilters,
  PLACE_FILTER_PARAMETERS,
  queryValues,
} from "#app/guide/places/filters/parse-place-filters.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { SLUG_LENGTH_MAX } from "#app/lib/slug.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import { SEARCH_SORTS, type SearchFilters, type SearchNear } from "./search-filters.ts";

export const FILTER_PARAMETERS = ["category", ...PLACE_FILTER_PARAMETERS, "near", "sort", "bbox"] as const;

/** Reads the filters from a URL. Never throws: unknown values are ignored. What `near` names is looked up later. */
export function parseSearchFilters(search: QueryReader<(typeof FILTER_PARAMETERS)[number]>): SearchFilters {
  return {
    ...parsePlaceFilters(search),
    categories: allowedValues(search, "category", CATEGORY_SLUGS),
    near: parseSearchNear(search),
    sort: firstAllowedValue(search, "sort", SEARCH_SORTS) ?? "best",
    bounds: readBounds(search.get("bbox") ?? ""),
  };
}

function parseSearchNear(search: QueryReader<"near">): SearchNear | null {
  const point = parseNear(search);
  if (point !== null) return { kind: "visitor", point };
  const [first = "", ...more] = queryValues(search, "near");
  const name = first.replaceAll(/\s+/g, " ");
  return more.length === 0 && name.length <= SLUG_LENGTH_MAX && NAME.test(name) ? { kind: "named", name } : null;
}

/** A name with a letter. Stations have a slash in theirs. */
const NAME = /^(?=.*\p{L})[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’&()/-]*$/u;

import {
  firstAllowedValue,
  isCanonicalSearch,
  parseNear,
  parsePage,
  parsePlaceFilters,
  PLACE_FILTER_PARAMETERS,
} from "#app/guide/places/filters/parse-place-filters.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";
import { HUB_SORTS, hubQueryString, type HubFilters } from "./category-hub.ts";

export const HUB_PARAMETERS = [...PLACE_FILTER_PARAMETERS, "near", "sort", "page"] as const;

type HubQuery = QueryReader<(typeof HUB_PARAMETERS)[number]>;

/** Reads a hub's URL. Never throws: unknown values are ignored, so every URL shows a page. */
export function parseHubFilters(query: HubQuery): HubFilters {
  const near = parseNear(query);
  const sort = firstAllowedValue(query, "sort", HUB_SORTS) ?? "best";
  return {
    ...parsePlaceFilters(query),
    // A hub is already one category.
    categories: [],
    near,
    sort: sort === "nearest" && near === null ? "best" : sort,
    page: parsePage(query),
  };
}

/** Whether the URL is the one that `hubHref` writes, apart from other parameters. */
export function isCanonicalHubSearch(query: HubQuery, filters: HubFilters): boolean {
  return isCanonicalSearch(query, hubQueryString(filters), HUB_PARAMETERS);
}

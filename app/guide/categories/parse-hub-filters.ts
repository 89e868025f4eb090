import {
  firstAllowedValue,
  isCanonicalSearch,
  parseNear,
  parsePage,
  parsePlaceFilters,
} from "#app/guide/places/filters/parse-place-filters.ts";
import { HUB_SORTS, hubQueryString, type HubFilters } from "./category-hub.ts";

/** Reads a hub's URL. Never throws: unknown values are ignored, so every URL shows a page. */
export function parseHubFilters(searchParams: URLSearchParams): HubFilters {
  const near = parseNear(searchParams);
  const sort = firstAllowedValue(searchParams, "sort", HUB_SORTS) ?? "best";
  return {
    ...parsePlaceFilters(searchParams),
    // A hub is already one category.
    categories: [],
    near,
    sort: sort === "nearest" && near === null ? "best" : sort,
    page: parsePage(searchParams),
  };
}

/** Whether the URL is the one that `hubHref` writes, apart from other parameters. */
export function isCanonicalHubSearch(searchParams: URLSearchParams, filters: HubFilters): boolean {
  return isCanonicalSearch(searchParams, hubQueryString(filters), HUB_PARAMETERS);
}

const HUB_PARAMETERS = ["type", "price", "neighborhood", "rating", "open", "attr", "near", "sort", "page"] as const;

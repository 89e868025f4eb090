import { type Bounds, writeBounds } from "#app/guide/map/base/bounds.ts";
import type { Point } from "#app/guide/places/place.ts";
import {
  type ActiveFilter,
  activePlaceFilters,
  formatFilterSearch,
  NO_PLACE_FILTERS,
  type PlaceFacets,
  type PlaceFilters,
  formatNear,
} from "#app/guide/places/filters/place-filters.ts";

export const SEARCH_SORTS = ["best", "rating", "nearest", "newest"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * Where distances are measured from: the visitor, rounded to about 100 m, or a Metro station, neighborhood or place, by
 * its slug or its name as typed.
 */
export type SearchNear = { kind: "visitor"; point: Point } | { kind: "named"; name: string };

/** What a visitor chose in addition to the query. */
export type SearchFilters = PlaceFilters & {
  near: SearchNear | null;
  /** "nearest" without `near` asks for it, and sorts like "best". */
  sort: SearchSort;
  /** Only places within these bounds. */
  bounds: Bounds | null;
};

export const NO_SEARCH_FILTERS: SearchFilters = { ...NO_PLACE_FILTERS, near: null, sort: "best", bounds: null };

/** The label for removing all filters. */
export const ALL_FILTERS_LABEL = "all filters";

/** The resolved position and its name ("Dupont Circle Metro"); a null name is the visitor's own position. */
export type ResolvedNear = { point: Point; name: string | null };

/** The query string of the filters and page without "?", in canonical order; "" for none. */
export function searchFilterQueryString(filters: SearchFilters, page: number): string {
  const { near, sort, bounds } = filters;
  const listed = formatFilterSearch(filters, { near: formatSearchNear(near), sort: sort === "best" ? "" : sort, page });
  return [listed, bounds === null ? "" : `bbox=${writeBounds(bounds)}`].filter((part) => part !== "").join("&");
}

/** The value of `near=`; "" for none. */
export function formatSearchNear(near: SearchNear | null): string {
  if (near === null) return "";
  return near.kind === "visitor" ? formatNear(near.point) : near.name;
}

/** Filters with some changed. When the position is removed, the order falls back from "nearest" to "best". */
export function changeSearchFilters(filters: SearchFilters, change: Partial<SearchFilters>): SearchFilters {
  const changed = { ...filters, ...change };
  return change.near === null && changed.sort === "nearest" ? { ...changed, sort: "best" } : changed;
}

/** Whether any filter or position is set. A sort order doesn't count. */
export function isFiltered(filters: SearchFilters): boolean {
  return searchFilterQueryString({ ...filters, sort: "best" }, 1) !== "";
}

/** Every active filter with the link that removes it. */
export function activeSearchFilters(
  { filters, facets, near }: { filters: SearchFilters; facets: PlaceFacets; near: ResolvedNear | null },
  hrefWith: (change: Partial<SearchFilters>) => string,
): ActiveFilter[] {
  return [
    ...(filters.bounds === null ? [] : [{ label: "In this area", hrefWithout: hrefWith({ bounds: null }) }]),
    ...(near === null || filters.near === null
      ? []
      : [{ label: near.name === null ? "Near you" : `From ${near.name}`, hrefWithout: hrefWith({ near: null }) }]),
    ...activePlaceFilters(filters, facets, hrefWith),
  ];
}

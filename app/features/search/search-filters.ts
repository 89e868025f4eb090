import { type Bounds, writeBounds } from "#app/features/map/bounds.ts";
import type { Point } from "#app/features/places/place.ts";
import {
  type ActiveFilter,
  activePlaceFilters,
  filterSearch,
  NO_PLACE_FILTERS,
  type PlaceFacets,
  type PlaceFilters,
  writeNear,
} from "#app/features/places/place-filters.ts";

export const SEARCH_SORTS = ["best", "rating", "nearest", "newest"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** From where the list is measured: the visitor, rounded to about 100 m, or a Metro station. */
export type SearchNear = { kind: "visitor"; point: Point } | { kind: "station"; slug: string };

/** What a visitor chose besides the words. */
export type SearchFilters = PlaceFilters & {
  near: SearchNear | null;
  /** "nearest" only together with `near`. */
  sort: SearchSort;
  /** Only places inside this box. */
  bounds: Bounds | null;
};

export const NO_SEARCH_FILTERS: SearchFilters = { ...NO_PLACE_FILTERS, near: null, sort: "best", bounds: null };

/** What an offer to take all of them off is called: no filter's name. */
export const ALL_FILTERS = "all filters";

/** What a near point is called; null: the visitor's own place. */
export type NamedNear = { point: Point; name: string | null };

/** The parameters of filters and page as they stand in an address, without "?" and in one order; "" when there are none. */
export function searchFilterSearch(filters: SearchFilters, page: number): string {
  const { near, sort, bounds } = filters;
  const listed = filterSearch(filters, { near: nearText(near), sort: sort === "best" ? "" : sort, page });
  return [listed, bounds === null ? "" : `bbox=${writeBounds(bounds)}`].filter((part) => part !== "").join("&");
}

/** What stands behind `near=`; "" for nowhere. */
export function nearText(near: SearchNear | null): string {
  if (near === null) return "";
  return near.kind === "visitor" ? writeNear(near.point) : near.slug;
}

/** Filters with some changed; without a place to be near to there is no nearest first. */
export function withSearchFilter(filters: SearchFilters, change: Partial<SearchFilters>): SearchFilters {
  const changed = { ...filters, ...change };
  return changed.near === null && changed.sort === "nearest" ? { ...changed, sort: "best" } : changed;
}

/** Whether any place is left out, or the list measured from somewhere; an order alone is no filter. */
export function isFiltered(filters: SearchFilters): boolean {
  return searchFilterSearch({ ...filters, sort: "best" }, 1) !== "";
}

/** Every filter that is on, each with the page that comes of taking it off. */
export function activeSearchFilters(
  { filters, facets, near }: { filters: SearchFilters; facets: PlaceFacets; near: NamedNear | null },
  hrefWith: (change: Partial<SearchFilters>) => string,
): ActiveFilter[] {
  return [
    ...(filters.bounds === null ? [] : [{ label: "In this area", hrefWithout: hrefWith({ bounds: null }) }]),
    ...(near === null || filters.near === null
      ? []
      : [
          { label: near.name === null ? "Near you" : `From ${near.name} Metro`, hrefWithout: hrefWith({ near: null }) },
        ]),
    ...activePlaceFilters(filters, facets, hrefWith),
  ];
}

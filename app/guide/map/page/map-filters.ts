import { parsePageNumber } from "#app/lib/page-number.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import { type CategorySlug, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { isCanonicalSearch } from "#app/guide/places/filters/parse-place-filters.ts";
import { type Bounds, readBounds, writeBounds } from "../base/bounds.ts";

/** The filters of `/map`: a category or all, within bounds or anywhere. */
export type MapFilters = { category: CategorySlug | null; bounds: Bounds | null; page: number };

/** Two screens of rows, as in search and on hubs. */
export const MAP_PLACES_PER_PAGE = 20;

type MapQuery = QueryReader<"category" | "bbox" | "page">;

/** Ignores invalid values, so every URL shows a page. */
export function readMapFilters(search: MapQuery): MapFilters {
  const category = search.get("category") ?? "";
  return {
    category: isCategorySlug(category) ? category : null,
    bounds: readBounds(search.get("bbox") ?? ""),
    page: parsePageNumber(search.get("page")),
  };
}

/** `/map?category=food&bbox=-77.05,38.9,-77.02,38.92&page=2`: defaults left out, always in this order. */
export function mapHref({ category = null, bounds = null, page = 1 }: Partial<MapFilters>): string {
  const search = mapSearch({ category, bounds, page });
  return search === "" ? "/map" : `/map?${search}`;
}

/** Whether the URL has the filters as `mapHref` writes them, in any order. */
export function isCanonicalMapSearch(search: MapQuery, filters: MapFilters): boolean {
  return isCanonicalSearch(search, mapSearch(filters), ["category", "bbox", "page"]);
}

/** The URL of the pins of all places that the list pages through. */
export function mapPinsHref({ category, bounds }: Pick<MapFilters, "category" | "bounds">): string {
  const search = mapSearch({ category, bounds, page: 1 });
  return search === "" ? "/map/pins.json" : `/map/pins.json?${search}`;
}

function mapSearch({ category, bounds, page }: MapFilters): string {
  return [
    ...(category === null ? [] : [`category=${category}`]),
    // Commas are allowed in a query and more readable unescaped.
    ...(bounds === null ? [] : [`bbox=${writeBounds(bounds)}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ].join("&");
}

import { pageNumber } from "#app/lib/page-number.ts";

import { type CategorySlug, isCategorySlug } from "../places/categories.ts";
import { type Bounds, readBounds, writeBounds } from "./bounds.ts";

/** What `/map` shows: everything, or one category, everywhere or inside a box. */
export type MapFilters = { category: CategorySlug | null; bounds: Bounds | null; page: number };

/** A list beside a map: two screens of rows, as many as a search or a hub shows. */
export const MAP_PLACES_PER_PAGE = 20;

/** Nonsense asks for nothing, so every address shows a page. */
export function readMapFilters(search: URLSearchParams): MapFilters {
  const category = search.get("category") ?? "";
  return {
    category: isCategorySlug(category) ? category : null,
    bounds: readBounds(search.get("bbox") ?? ""),
    page: pageNumber(search.get("page")),
  };
}

/** `/map?category=food&bbox=-77.05,38.9,-77.02,38.92&page=2`: defaults left out, always in this order. */
export function mapHref({ category = null, bounds = null, page = 1 }: Partial<MapFilters>): string {
  const search = mapSearch({ category, bounds, page });
  return search === "" ? "/map" : `/map?${search}`;
}

/** Whether an address says its filters the way `mapHref` writes them; the order doesn't count, nor do other parameters. */
export function isCanonicalMapSearch(search: URLSearchParams, filters: MapFilters): boolean {
  const canonical = new URLSearchParams(mapSearch(filters));
  return ["category", "bbox", "page"].every((name) => {
    const [asked, ...repeats] = search.getAll(name);
    return repeats.length === 0 && (asked ?? null) === canonical.get(name);
  });
}

/** Where the pins of all places are asked for that the list goes through page by page. */
export function mapPinsHref({ category, bounds }: Pick<MapFilters, "category" | "bounds">): string {
  const search = mapSearch({ category, bounds, page: 1 });
  return search === "" ? "/map/pins.json" : `/map/pins.json?${search}`;
}

function mapSearch({ category, bounds, page }: MapFilters): string {
  return [
    ...(category === null ? [] : [`category=${category}`]),
    // Commas may stand in a query as they are, and read better so.
    ...(bounds === null ? [] : [`bbox=${writeBounds(bounds)}`]),
    ...(page === 1 ? [] : [`page=${page}`]),
  ].join("&");
}

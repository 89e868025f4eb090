import type { CountPrecision } from "#app/ui/format-count.ts";

import { CATEGORY_NAMES, type CategorySlug } from "../facts/categories.ts";
import type { Attribute, Point, PriceRange } from "../place.ts";

/** "4.5" and "4" are minimums. "none" is places without reviews. */
export const RATING_FILTERS = ["4.5", "4", "none"] as const;
export type RatingFilter = (typeof RATING_FILTERS)[number];

export const RATING_LABELS: Record<RatingFilter, string> = {
  "4.5": "4.5 and up",
  "4": "4.0 and up",
  none: "Not reviewed yet",
};

/** Prices to filter by, cheapest first. Leaves out "N/A", which isn't a price. */
export const PRICE_FILTERS = ["Free", "$", "$$", "$$$", "$$$$"] as const satisfies readonly PriceRange[];
export type PriceFilter = (typeof PRICE_FILTERS)[number];

/**
 * Filters of a list of places. A place matches any value of each filter, but must have all attributes. Values are unique
 * and sorted, so that equal filters have one URL.
 */
export type PlaceFilters = {
  /** In the order of CATEGORY_SLUGS. Empty on a category's hub. */
  categories: CategorySlug[];
  /** Slugs of types: "middle-eastern". */
  types: string[];
  neighborhoods: string[];
  prices: PriceFilter[];
  rating: RatingFilter | null;
  openNow: boolean;
  attributes: Attribute[];
};

export const NO_PLACE_FILTERS: PlaceFilters = {
  categories: [],
  types: [],
  neighborhoods: [],
  prices: [],
  rating: null,
  openNow: false,
  attributes: [],
};

/**
 * A filter value with its number of places. `value` is used in URLs. Without `precision` the count is exact. Counts are
 * estimated only when there are too many candidates to check each one.
 */
export type Facet<Value extends string = string> = {
  value: Value;
  label: string;
  count: number;
  precision?: CountPrecision;
};

/** Facets of a list (see `countFacets`). Values without places are left out unless they are chosen. */
export type PlaceFacets = {
  categories: Facet<CategorySlug>[];
  types: Facet[];
  neighborhoods: Facet[];
  prices: Facet<PriceFilter>[];
  ratings: Facet<RatingFilter>[];
  openNow: number;
  openNowPrecision?: CountPrecision;
  attributes: Facet<Attribute>[];
};

/** An applied filter with a link to the page without it. */
export type ActiveFilter = { label: string; hrefWithout: string };

/** A suggestion to remove filters when nothing matches, with the resulting number of places. */
export type Relaxation = { label: string; href: string; count: number; precision?: CountPrecision };

/** Bounding box of the District. All places are inside it. */
export const DISTRICT_BOX = { south: 38.78, north: 39.01, west: -77.13, east: -76.9 };

export function isInDistrictBox({ lat, lng }: Point): boolean {
  const { south, north, west, east } = DISTRICT_BOX;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** Formats a point as "38.910,-77.043". Three decimals are about 100 m. */
export function formatNear({ lat, lng }: Point): string {
  return `${lat.toFixed(3)},${lng.toFixed(3)}`;
}

/**
 * Formats filters as a canonical query string without "?". Empty when no filter is set. Defaults of the other parameters
 * are "" for `near` and `sort` and 1 for `page`.
 */
export function formatFilterSearch(filters: PlaceFilters, rest: { near: string; sort: string; page: number }): string {
  const values: [name: string, list: readonly string[]][] = [
    ["category", filters.categories],
    ["type", filters.types],
    ["neighborhood", filters.neighborhoods],
    ["price", filters.prices],
    ["rating", filters.rating === null ? [] : [filters.rating]],
    ["open", filters.openNow ? ["now"] : []],
    ["near", rest.near === "" ? [] : rest.near.split(",")],
    ["attr", filters.attributes],
    ["sort", rest.sort === "" ? [] : [rest.sort]],
    ["page", rest.page === 1 ? [] : [String(rest.page)]],
  ];
  return values
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${name}=${list.map(encodeValue).join(",")}`)
    .join("&");
}

/** Leaves "$" unescaped: it is allowed in queries, and `price=$$` is more readable. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll("%24", "$");
}

/** Removes the value from the list, or adds it. Sorted by `order` if given, else alphabetically. */
export function toggleValue<Value extends string>(
  list: readonly Value[],
  value: Value,
  order?: readonly Value[],
): Value[] {
  const next = list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
  return order === undefined ? next.toSorted() : order.filter((allowed) => next.includes(allowed));
}

/** All applied filters, each with a link to the page without it. */
export function activePlaceFilters(
  filters: PlaceFilters,
  facets: PlaceFacets,
  hrefWith: (change: Partial<PlaceFilters>) => string,
): ActiveFilter[] {
  const without = <Value>(list: readonly Value[], value: Value) => list.filter((other) => other !== value);
  return [
    ...(filters.openNow ? [{ label: "Open now", hrefWithout: hrefWith({ openNow: false }) }] : []),
    ...filters.categories.map((category) => ({
      label: CATEGORY_NAMES[category],
      hrefWithout: hrefWith({ categories: without(filters.categories, category) }),
    })),
    ...filters.prices.map((price) => ({
      label: price,
      hrefWithout: hrefWith({ prices: without(filters.prices, price) }),
    })),
    ...filters.types.map((type) => ({
      label: labelOf(facets.types, type),
      hrefWithout: hrefWith({ types: without(filters.types, type) }),
    })),
    ...filters.neighborhoods.map((neighborhood) => ({
      label: labelOf(facets.neighborhoods, neighborhood),
      hrefWithout: hrefWith({ neighborhoods: without(filters.neighborhoods, neighborhood) }),
    })),
    ...(filters.rating === null
      ? []
      : [{ label: RATING_LABELS[filters.rating], hrefWithout: hrefWith({ rating: null }) }]),
    ...filters.attributes.map((attribute) => ({
      label: labelOf(facets.attributes, attribute),
      hrefWithout: hrefWith({ attributes: without(filters.attributes, attribute) }),
    })),
  ];
}

/** A value without a facet (an old link to a former type) still gets a removable chip. */
function labelOf(facets: readonly Facet[], value: string): string {
  return facets.find((facet) => facet.value === value)?.label ?? value.replaceAll("-", " ");
}

/** The sort orders to offer: by distance only with a position, by rating only when some place has a rating. */
export function availableSorts<Sort extends string>(
  sorts: readonly Sort[],
  { chosen, facets, hasNear }: { chosen: string; facets: Pick<PlaceFacets, "ratings">; hasNear: boolean },
): Sort[] {
  const hasRatings = chosen === "rating" || facets.ratings.some(({ value }) => value !== "none");
  return sorts.filter((sort) => (sort !== "nearest" || hasNear) && (sort !== "rating" || hasRatings));
}

import type { Precision } from "#app/ui/counted.ts";

import { CATEGORY_NAMES, type CategorySlug } from "./categories.ts";
import type { Attribute, Point, PriceRange } from "./place.ts";

/** "4.5" and "4" are lower bounds; "none" is the places that nobody has reviewed. */
export const RATING_FILTERS = ["4.5", "4", "none"] as const;
export type RatingFilter = (typeof RATING_FILTERS)[number];

export const RATING_LABELS: Record<RatingFilter, string> = {
  "4.5": "4.5 and up",
  "4": "4.0 and up",
  none: "Not reviewed yet",
};

/** The prices one can filter by, cheapest first. "N/A" is no price, so there is nothing to choose. */
export const PRICE_FILTERS = ["Free", "$", "$$", "$$$", "$$$$"] as const satisfies readonly PriceRange[];
export type PriceFilter = (typeof PRICE_FILTERS)[number];

/**
 * What a place in a list must be: any of the values of each filter, all of the attributes. Lists hold no value twice and
 * keep one order, so that equal filters have one address.
 */
export type PlaceFilters = {
  /** In the order of CATEGORY_SLUGS; empty on a category's own page. */
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
 * A value one can filter by, with how many places it would leave; `value` is what stands in the address. The count is exact
 * unless told, which happens only where more places were found than can be looked at one by one.
 */
export type Facet<Value extends string = string> = {
  value: Value;
  label: string;
  count: number;
  precision?: Precision;
};

/** A count is what a click would bring; see `placeFacets`. Values without places are left out, chosen ones kept. */
export type PlaceFacets = {
  categories: Facet<CategorySlug>[];
  types: Facet[];
  neighborhoods: Facet[];
  prices: Facet<PriceFilter>[];
  ratings: Facet<RatingFilter>[];
  openNow: number;
  openNowPrecision?: Precision;
  attributes: Facet<Attribute>[];
};

/** One filter that is on, and the page without it. */
export type ActiveFilter = { label: string; hrefWithout: string };

/** Filters to take off when nothing is left, with how many places that brings. */
export type Relaxation = { label: string; href: string; count: number; precision?: Precision };

/** A box round the District: there is no place of ours to be near to outside it. */
const DISTRICT_BOX = { south: 38.78, north: 39.01, west: -77.13, east: -76.9 };

export function isInDistrictBox({ lat, lng }: Point): boolean {
  const { south, north, west, east } = DISTRICT_BOX;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** "38.910,-77.043": three decimals are about 100 m. */
export function writeNear({ lat, lng }: Point): string {
  return `${lat.toFixed(3)},${lng.toFixed(3)}`;
}

/**
 * The filters as they stand in an address, without "?", in one order; "" when there are none. `near` and `sort` are ""
 * and `page` is 1 where they are the default.
 */
export function filterSearch(filters: PlaceFilters, rest: { near: string; sort: string; page: number }): string {
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

/** "$" may stand in a query as it is, and `price=$$` reads better than `price=%24%24`. */
function encodeValue(value: string): string {
  return encodeURIComponent(value).replaceAll("%24", "$");
}

/** The list without the value where it was there, with it where it was not; in the order of `order` when given. */
export function toggled<Value extends string>(list: readonly Value[], value: Value, order?: readonly Value[]): Value[] {
  const next = list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
  return order === undefined ? next.toSorted() : order.filter((known) => next.includes(known));
}

/** Every filter that is on, each with the page that comes of taking it off. */
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

/** A value that no facet names (an old link to a type that is gone) still gets a chip that can be taken off. */
function labelOf(facets: readonly Facet[], value: string): string {
  return facets.find((facet) => facet.value === value)?.label ?? value.replaceAll("-", " ");
}

/** The orders that a list can be put in: by distance only from somewhere, by rating only where something is rated. */
export function offeredSorts<Sort extends string>(
  sorts: readonly Sort[],
  { chosen, facets, hasNear }: { chosen: string; facets: Pick<PlaceFacets, "ratings">; hasNear: boolean },
): Sort[] {
  const hasRatings = chosen === "rating" || facets.ratings.some(({ value }) => value !== "none");
  return sorts.filter((sort) => (sort !== "nearest" || hasNear) && (sort !== "rating" || hasRatings));
}

import type { GuideCardData, PageOf } from "../guides/guide.ts";
import type { Category, CategorySlug } from "../places/categories.ts";
import type { Attribute, PlaceCardData, Point, PriceRange } from "../places/place.ts";

export const HUB_SORTS = ["best", "rating", "name", "nearest"] as const;
export type HubSort = (typeof HUB_SORTS)[number];

/** "4.5" and "4" are lower bounds; "none" is the places that nobody has reviewed. */
export const HUB_RATINGS = ["4.5", "4", "none"] as const;
export type HubRating = (typeof HUB_RATINGS)[number];

/** The prices one can filter by, cheapest first. "N/A" is no price, so there is nothing to choose. */
export const HUB_PRICES = ["Free", "$", "$$", "$$$", "$$$$"] as const satisfies readonly PriceRange[];
type HubPrice = (typeof HUB_PRICES)[number];

/** What a visitor asked of a category hub. Lists hold no value twice and keep one order, so that equal filters have one URL. */
export type HubFilters = {
  /** Slugs of types: "middle-eastern". */
  types: string[];
  prices: HubPrice[];
  neighborhoods: string[];
  rating: HubRating | null;
  openNow: boolean;
  attributes: Attribute[];
  /** Where the visitor stands, rounded to about 100 m. */
  near: Point | null;
  /** "nearest" only together with `near`. */
  sort: HubSort;
  /** From 1. */
  page: number;
};

export const NO_HUB_FILTERS: HubFilters = {
  types: [],
  prices: [],
  neighborhoods: [],
  rating: null,
  openNow: false,
  attributes: [],
  near: null,
  sort: "best",
  page: 1,
};

/** A value one can filter by, with how many places it would leave; `value` is what stands in the URL. */
export type HubFacet<Value extends string = string> = { value: Value; label: string; count: number };

export type CategoryHub = {
  category: Category;
  /** How many places the category has without any filter. */
  placeCount: number;
  /** In how many neighborhoods those are. */
  neighborhoodCount: number;
  /** "November 19", the latest day on which a fact of these places was checked; null when none carries a date. */
  lastCheckedLabel: string | null;
  /** At most three, chosen by the editors. */
  featured: PlaceCardData[];
  /** What is left after the filters, in the chosen order. */
  places: PageOf<PlaceCardData>;
  filters: HubFilters;
  /** A count is what a click would bring; see `hubFacets`. Values without places are left out, chosen ones kept. */
  facets: {
    types: HubFacet[];
    neighborhoods: HubFacet[];
    prices: HubFacet<HubPrice>[];
    ratings: HubFacet<HubRating>[];
    openNow: number;
    attributes: HubFacet<Attribute>[];
  };
  /** Only when nothing is left: single filters to take off, with what that would bring, most first. */
  relaxations: { label: string; href: string; count: number }[];
  /** Whether invented reviews are in the ratings of these places. */
  hasDemoRatings: boolean;
  guides: GuideCardData[];
  guideCount: number;
};

/** A box round the District: there is no place of ours to be near to outside it. */
const DISTRICT_BOX = { south: 38.78, north: 39.01, west: -77.13, east: -76.9 };

export function isInDistrictBox({ lat, lng }: Point): boolean {
  const { south, north, west, east } = DISTRICT_BOX;
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

/** How many places a hub shows on one page. */
export const HUB_PLACES_PER_PAGE = 20;

/** One filter that is on, and the page without it. */
type ActiveFilter = { label: string; hrefWithout: string };

/** The address of a hub with these filters: one for equal filters, defaults left out. */
export function hubHref(category: CategorySlug, filters: Partial<HubFilters>): string {
  const search = hubSearch({ ...NO_HUB_FILTERS, ...filters });
  return search === "" ? `/${category}` : `/${category}?${search}`;
}

/** The query of a hub's address without "?", "" when every filter is at its default. */
export function hubSearch(filters: HubFilters): string {
  const { near } = filters;
  const values: Record<string, readonly (string | number)[]> = {
    type: filters.types,
    price: filters.prices,
    neighborhood: filters.neighborhoods,
    rating: filters.rating === null ? [] : [filters.rating],
    open: filters.openNow ? ["now"] : [],
    attr: filters.attributes,
    near: near === null ? [] : [near.lat.toFixed(3), near.lng.toFixed(3)],
    sort: filters.sort === "best" ? [] : [filters.sort],
    page: filters.page === 1 ? [] : [filters.page],
  };
  return Object.entries(values)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `${name}=${list.map(encodeValue).join(",")}`)
    .join("&");
}

/** Filters with one changed: back to the first page, because the old page number belongs to another list. */
export function withFilter(filters: HubFilters, change: Partial<HubFilters>): HubFilters {
  const changed = { ...filters, page: 1, ...change };
  return changed.near === null && changed.sort === "nearest" ? { ...changed, sort: "best" } : changed;
}

/** The list without the value where it was there, with it where it was not; in the order of `order` when given. */
export function toggled<Value extends string>(list: readonly Value[], value: Value, order?: readonly Value[]): Value[] {
  const next = list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
  return order === undefined ? next.toSorted() : order.filter((known) => next.includes(known));
}

/** Every filter that is on, in the order of the filter bar, each with the page that comes of taking it off. */
export function activeFilters(
  hub: Pick<CategoryHub, "filters" | "facets"> & { category: Pick<Category, "slug"> },
): ActiveFilter[] {
  const { filters, facets } = hub;
  const without = (change: Partial<HubFilters>) => hubHref(hub.category.slug, withFilter(filters, change));
  const active: ActiveFilter[] = [];
  if (filters.openNow) active.push({ label: "Open now", hrefWithout: without({ openNow: false }) });
  if (filters.near !== null) active.push({ label: "Near you", hrefWithout: without({ near: null }) });
  for (const price of filters.prices) {
    active.push({ label: price, hrefWithout: without({ prices: filters.prices.filter((other) => other !== price) }) });
  }
  for (const type of filters.types) {
    const types = filters.types.filter((other) => other !== type);
    active.push({ label: labelOf(facets.types, type), hrefWithout: without({ types }) });
  }
  for (const neighborhood of filters.neighborhoods) {
    const neighborhoods = filters.neighborhoods.filter((other) => other !== neighborhood);
    active.push({ label: labelOf(facets.neighborhoods, neighborhood), hrefWithout: without({ neighborhoods }) });
  }
  if (filters.rating !== null) {
    active.push({ label: RATING_LABELS[filters.rating], hrefWithout: without({ rating: null }) });
  }
  for (const attribute of filters.attributes) {
    const attributes = filters.attributes.filter((other) => other !== attribute);
    active.push({ label: labelOf(facets.attributes, attribute), hrefWithout: without({ attributes }) });
  }
  return active;
}

export const RATING_LABELS: Record<HubRating, string> = {
  "4.5": "4.5 and up",
  "4": "4.0 and up",
  none: "Not reviewed yet",
};

/** A value that no facet names (an old link to a type that is gone) still gets a chip that can be taken off. */
function labelOf(facets: readonly HubFacet[], value: string): string {
  return facets.find((facet) => facet.value === value)?.label ?? value.replaceAll("-", " ");
}

/** "$" may stand in a query as it is, and `price=$$` reads better than `price=%24%24`. */
function encodeValue(value: string | number): string {
  return encodeURIComponent(value).replaceAll("%24", "$");
}

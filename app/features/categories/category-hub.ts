import type { GuideCardData, PageOf } from "../guides/guide.ts";
import type { Category, CategorySlug } from "../places/categories.ts";
import type { PlaceCardData, Point } from "../places/place.ts";
import {
  type ActiveFilter,
  activePlaceFilters,
  filterSearch,
  NO_PLACE_FILTERS,
  type PlaceFacets,
  type PlaceFilters,
  type Relaxation,
  writeNear,
} from "../places/place-filters.ts";

export const HUB_SORTS = ["best", "rating", "name", "nearest"] as const;
export type HubSort = (typeof HUB_SORTS)[number];

/** What a visitor asked of a category hub; its categories are empty, because the hub is one. */
export type HubFilters = PlaceFilters & {
  /** Where the visitor stands, rounded to about 100 m. */
  near: Point | null;
  /** "nearest" only together with `near`. */
  sort: HubSort;
  /** From 1. */
  page: number;
};

export const NO_HUB_FILTERS: HubFilters = { ...NO_PLACE_FILTERS, near: null, sort: "best", page: 1 };

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
  /** What is left after the filters, in the chosen order. `listed`: how many the pages hold, fewer than all of very many. */
  places: PageOf<PlaceCardData> & { listed: number };
  filters: HubFilters;
  facets: PlaceFacets;
  /** Only when nothing is left: single filters to take off, with what that would bring, most first. */
  relaxations: Relaxation[];
  /** Whether invented reviews are in the ratings of these places. */
  hasDemoRatings: boolean;
  guides: GuideCardData[];
  guideCount: number;
};

/** How many places a hub shows on one page. */
export const HUB_PLACES_PER_PAGE = 20;

/** The address of a hub with these filters: one for equal filters, defaults left out. */
export function hubHref(category: CategorySlug, filters: Partial<HubFilters>): string {
  const search = hubSearch({ ...NO_HUB_FILTERS, ...filters });
  return search === "" ? `/${category}` : `/${category}?${search}`;
}

/** The query of a hub's address without "?", "" when every filter is at its default. */
export function hubSearch(filters: HubFilters): string {
  const { near, sort, page } = filters;
  return filterSearch(filters, { near: near === null ? "" : writeNear(near), sort: sort === "best" ? "" : sort, page });
}

/** The same choice as a search, which looks among all places for a name or a word too. */
export function hubSearchPath(category: CategorySlug, filters: HubFilters): string {
  const near = filters.near === null ? "" : writeNear(filters.near);
  return `/search?${filterSearch({ ...filters, categories: [category] }, { near, sort: "", page: 1 })}`;
}

/** Filters with one changed: back to the first page, because the old page number belongs to another list. */
export function withFilter(filters: HubFilters, change: Partial<HubFilters>): HubFilters {
  const changed = { ...filters, page: 1, ...change };
  return changed.near === null && changed.sort === "nearest" ? { ...changed, sort: "best" } : changed;
}

/** Every filter that is on, each with the page that comes of taking it off. */
export function activeFilters(
  hub: Pick<CategoryHub, "filters" | "facets"> & { category: Pick<Category, "slug"> },
): ActiveFilter[] {
  const { filters, facets } = hub;
  const hrefWith = (change: Partial<HubFilters>) => hubHref(hub.category.slug, withFilter(filters, change));
  return [
    ...(filters.near === null ? [] : [{ label: "Near you", hrefWithout: hrefWith({ near: null }) }]),
    ...activePlaceFilters(filters, facets, hrefWith),
  ];
}

import type { GuideCardData, PaginatedList } from "#app/guide/guides/page/guide.ts";
import type { Category, CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import {
  type ActiveFilter,
  activePlaceFilters,
  formatFilterSearch,
  NO_PLACE_FILTERS,
  type PlaceFacets,
  type Relaxation,
  formatNear,
} from "#app/guide/places/filters/place-filters.ts";
import type { CategoryFilters, CategorySort } from "#app/guide/search/candidates/category/sort-category.ts";

export const HUB_SORTS = ["best", "rating", "name", "nearest"] as const satisfies readonly CategorySort[];
export type HubSort = CategorySort;

/** The filters of a category hub. `categories` is empty, because the hub is one. */
export type HubFilters = CategoryFilters & {
  /** From 1. */
  page: number;
};

export const NO_HUB_FILTERS: HubFilters = { ...NO_PLACE_FILTERS, near: null, sort: "best", page: 1 };

export type CategoryHub = {
  category: Category;
  /** The number of places in the category without filters, and of the described ones among them. */
  placeCount: number;
  describedCount: number;
  hoursKnownCount: number;
  /** The number of neighborhoods with such places. */
  neighborhoodCount: number;
  /** "November 19, 2026": the latest date on which a fact of these places was checked; null without any date. */
  lastCheckedLabel: string | null;
  /** How many places of this page, from its first on, are the featured ones: three, or none where anything is filtered or sorted. */
  featuredCount: number;
  /** Why a place of this page is where it is, by slug; empty unless the order is the best. */
  reasons: Record<string, string>;
  /**
   * The places that pass the filters, in the chosen order. `listed`: how many all pages hold, which is limited in large
   * categories.
   */
  places: PaginatedList<PlaceCardData> & { listed: number };
  /** The section at the end of the hub: its title, URL, number of places, and the first of its places on this page. */
  section: { title: string; href: string; count: number; from: string | null } | null;
  /** The types that people look for here and the directory has none of: "plumbers". */
  missingTypes: string[];
  filters: HubFilters;
  facets: PlaceFacets;
  /** Only if no place is left: filters to remove, and the number of places that brings, most first. */
  relaxations: Relaxation[];
  /** Whether the ratings of these places include demo reviews. */
  hasDemoRatings: boolean;
  guides: GuideCardData[];
  guideCount: number;
};

/** Places per page of a hub. */
export const HUB_PLACES_PER_PAGE = 20;

/** The URL of a hub with these filters. Equal filters have equal URLs; defaults are left out. */
export function hubHref(category: CategorySlug, filters: Partial<HubFilters>): string {
  const search = hubQueryString({ ...NO_HUB_FILTERS, ...filters });
  return search === "" ? `/${category}` : `/${category}?${search}`;
}

/** The query string of a hub without "?"; "" for defaults. */
export function hubQueryString(filters: HubFilters): string {
  const { near, sort, page } = filters;
  return formatFilterSearch(filters, {
    near: near === null ? "" : formatNear(near),
    sort: sort === "best" ? "" : sort,
    page,
  });
}

/** The same filters as a search URL. */
export function hubSearchPath(category: CategorySlug, filters: HubFilters): string {
  const near = filters.near === null ? "" : formatNear(filters.near);
  return `/search?${formatFilterSearch({ ...filters, categories: [category] }, { near, sort: "", page: 1 })}`;
}

/** Filters with some changed, on the first page, because page numbers apply to one list. */
export function changeHubFilters(filters: HubFilters, change: Partial<HubFilters>): HubFilters {
  const changed = { ...filters, page: 1, ...change };
  return changed.near === null && changed.sort === "nearest" ? { ...changed, sort: "best" } : changed;
}

/** Every active filter with the link that removes it. */
export function activeFilters(
  hub: Pick<CategoryHub, "filters" | "facets"> & { category: Pick<Category, "slug"> },
): ActiveFilter[] {
  const { filters, facets } = hub;
  const hrefWith = (change: Partial<HubFilters>) => hubHref(hub.category.slug, changeHubFilters(filters, change));
  return [
    ...(filters.near === null ? [] : [{ label: "Near you", hrefWithout: hrefWith({ near: null }) }]),
    ...activePlaceFilters(filters, facets, hrefWith),
  ];
}

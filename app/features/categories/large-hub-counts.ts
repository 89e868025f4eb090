import type { CategorySlug } from "../places/categories.ts";
import { typeSlug } from "../places/filter-places.ts";
import { type Attribute, ATTRIBUTE_KEYS, ATTRIBUTES } from "../places/place.ts";
import {
  activePlaceFilters,
  type Facet,
  NO_PLACE_FILTERS,
  type PlaceFacets,
  type PlaceFilters,
  PRICE_FILTERS,
  RATING_FILTERS,
  RATING_LABELS,
  type RatingFilter,
  type Relaxation,
} from "../places/place-filters.ts";
import { type HubFilters, hubHref, withFilter } from "./category-hub.ts";

/** In the order in which every hub offers to take them off. */
export const COUNTED_FILTERS = ["types", "prices", "neighborhoods", "rating", "openNow", "attributes"] as const;

/** How many places of a category the filters leave. */
export type HubCounts = {
  /** In how many neighborhoods the category's places are, whatever the filters. */
  neighborhoods: number;
  matched: number;
  /** With the filters of one group off. */
  except: Record<(typeof COUNTED_FILTERS)[number], number>;
  /** Each value with the filters of its own group off; null: the places of which it isn't known. */
  byType: ReadonlyMap<string | null, number>;
  byNeighborhood: ReadonlyMap<string | null, number>;
  byPrice: ReadonlyMap<string | null, number>;
  neighborhoodNames: ReadonlyMap<string, string>;
  hasRated: boolean;
  byRating: Record<RatingFilter, number>;
  byAttribute: ReadonlyMap<Attribute, number>;
};

export function countedFacets(counts: HubCounts, filters: PlaceFilters): Omit<PlaceFacets, "openNow"> {
  const shown = <Value extends string>(facets: Facet<Value>[], chosen: readonly Value[]) =>
    facets.filter(({ value, count }) => count > 0 || chosen.includes(value));
  const types = [...counts.byType].map(([type, count]) => ({ value: typeSlug(type ?? ""), label: type ?? "", count }));
  const where = [...counts.byNeighborhood].map(([slug, count]) => ({
    value: slug ?? "",
    label: counts.neighborhoodNames.get(slug ?? "") ?? "",
    count,
  }));
  const ratings = RATING_FILTERS.map((value) => ({
    value,
    label: RATING_LABELS[value],
    count: counts.byRating[value],
  }));
  const chosenRating = filters.rating === null ? [] : [filters.rating];
  return {
    categories: [],
    types: mostFirst(shown(withChosen(types, filters.types), filters.types)),
    neighborhoods: mostFirst(shown(withChosen(where, filters.neighborhoods), filters.neighborhoods)),
    prices: shown(
      PRICE_FILTERS.map((value) => ({ value, label: value, count: counts.byPrice.get(value) ?? 0 })),
      filters.prices,
    ),
    ratings: counts.hasRated || filters.rating !== null ? shown(ratings, chosenRating) : [],
    attributes: shown(
      ATTRIBUTE_KEYS.map((value) => ({
        value,
        label: ATTRIBUTES[value],
        count: counts.byAttribute.get(value) ?? 0,
      })),
      filters.attributes,
    ),
  };
}

/** A value of an old link that the category no longer has is still shown, to be taken off. */
function withChosen(facets: Facet[], chosen: readonly string[]): Facet[] {
  const missing = chosen.filter((value) => facets.every((facet) => facet.value !== value));
  return [...facets, ...missing.map((value) => ({ value, label: value.replaceAll("-", " "), count: 0 }))];
}

function mostFirst(facets: Facet[]): Facet[] {
  return facets.toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}

/** Groups of filters to take off when nothing is left, most places first. */
export function countedRelaxations(
  counts: HubCounts,
  input: { category: CategorySlug; filters: HubFilters; facets: Omit<PlaceFacets, "openNow"> },
): Relaxation[] {
  const { category, filters, facets } = input;
  const hrefWith = (change: Partial<PlaceFilters>) => hubHref(category, withFilter(filters, change));
  return COUNTED_FILTERS.map((name) => ({
    label: activePlaceFilters({ ...NO_PLACE_FILTERS, [name]: filters[name] }, { ...facets, openNow: 0 }, hrefWith)
      .map((filter) => filter.label)
      .join(", "),
    href: hrefWith({ [name]: NO_PLACE_FILTERS[name] }),
    count: counts.except[name],
  }))
    .filter(({ label, count }) => label !== "" && count > 0)
    .toSorted((a, b) => b.count - a.count);
}

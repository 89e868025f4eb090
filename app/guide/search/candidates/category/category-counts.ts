import { typeSlug } from "#app/guide/places/filters/filter-places.ts";
import { type Attribute, ATTRIBUTE_KEYS, ATTRIBUTE_LABELS } from "#app/guide/places/place.ts";
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
} from "#app/guide/places/filters/place-filters.ts";

/** The filter groups, in the order in which their removal is suggested. */
export const FILTER_GROUPS = ["types", "prices", "neighborhoods", "rating", "openNow", "attributes"] as const;

/** The number of places of a category that pass the filters. */
export type CategoryCounts = {
  /** The number of neighborhoods with places of the category, without filters. */
  neighborhoods: number;
  matched: number;
  /** With the filters of one group removed. */
  except: Record<(typeof FILTER_GROUPS)[number], number>;
  /** Each value with the filters of its own group removed; null: places without this value. */
  byType: ReadonlyMap<string | null, number>;
  byNeighborhood: ReadonlyMap<string | null, number>;
  byPrice: ReadonlyMap<string | null, number>;
  neighborhoodNames: ReadonlyMap<string, string>;
  hasRated: boolean;
  byRating: Record<RatingFilter, number>;
  byAttribute: ReadonlyMap<Attribute, number>;
};

export function facetsFromCounts(counts: CategoryCounts, filters: PlaceFilters): Omit<PlaceFacets, "openNow"> {
  const visible = <Value extends string>(facets: Facet<Value>[], chosen: readonly Value[]) =>
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
    types: sortByCount(visible(withChosen(types, filters.types), filters.types)),
    neighborhoods: sortByCount(visible(withChosen(where, filters.neighborhoods), filters.neighborhoods)),
    prices: visible(
      PRICE_FILTERS.map((value) => ({ value, label: value, count: counts.byPrice.get(value) ?? 0 })),
      filters.prices,
    ),
    ratings: counts.hasRated || filters.rating !== null ? visible(ratings, chosenRating) : [],
    attributes: visible(
      ATTRIBUTE_KEYS.map((value) => ({
        value,
        label: ATTRIBUTE_LABELS[value],
        count: counts.byAttribute.get(value) ?? 0,
      })),
      filters.attributes,
    ),
  };
}

/** A value from an old link that the category no longer has is still shown, so that it can be removed. */
function withChosen(facets: Facet[], chosen: readonly string[]): Facet[] {
  const missing = chosen.filter((value) => facets.every((facet) => facet.value !== value));
  return [...facets, ...missing.map((value) => ({ value, label: value.replaceAll("-", " "), count: 0 }))];
}

function sortByCount(facets: Facet[]): Facet[] {
  return facets.toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}

/** Filter groups to remove when no place is left, most places first. */
export function relaxationsFromCounts(
  counts: CategoryCounts,
  input: {
    filters: PlaceFilters;
    facets: Omit<PlaceFacets, "openNow">;
    hrefWith: (change: Partial<PlaceFilters>) => string;
  },
): Relaxation[] {
  const { filters, facets, hrefWith } = input;
  return FILTER_GROUPS.map((name) => ({
    label: activePlaceFilters({ ...NO_PLACE_FILTERS, [name]: filters[name] }, { ...facets, openNow: 0 }, hrefWith)
      .map((filter) => filter.label)
      .join(", "),
    href: hrefWith({ [name]: NO_PLACE_FILTERS[name] }),
    count: counts.except[name],
  }))
    .filter(({ label, count }) => label !== "" && count > 0)
    .toSorted((a, b) => b.count - a.count);
}

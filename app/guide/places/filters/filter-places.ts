import { distanceMeters } from "#app/lib/geo.ts";

import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "../facts/categories.ts";
import { openState, type OpeningHours } from "../hours/opening-hours.ts";
import {
  type Attribute,
  ATTRIBUTE_KEYS,
  ATTRIBUTE_LABELS,
  type Attributes,
  type Point,
  type PriceRange,
  type RatingSummary,
} from "../place.ts";
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
} from "./place-filters.ts";
import { rankingMean, hasMinimumMean } from "../cards/rating-summary.ts";

/** The fields of a place that filters, facet counts and sorting need. */
export type FilterablePlace = {
  name: string;
  category: CategorySlug;
  type: string;
  neighborhood: { slug: string; name: string };
  priceRange: PriceRange | null;
  hours: OpeningHours | null;
  attributes: Attributes;
  position: Point | null;
  rating: RatingSummary;
};

const FILTER_NAMES = ["categories", "types", "prices", "neighborhoods", "rating", "openNow", "attributes"] as const;
type FilterName = (typeof FILTER_NAMES)[number];

/** "Middle Eastern" as "middle-eastern", for URLs. */
export function typeSlug(type: string): string {
  return type
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

export function filterPlaces<Place extends FilterablePlace>(
  places: readonly Place[],
  filters: PlaceFilters,
  now: Date,
): Place[] {
  return placesMatching(places, { filters, now, without: null });
}

/**
 * Sorts by `rankingMean`, which pulls places with few reviews toward the mean of all. Places without reviews come last.
 * Stable.
 */
export function sortByRating<Place extends FilterablePlace>(places: readonly Place[]): Place[] {
  const overallMean = meanOfAllReviews(places);
  const score = ({ rating }: Place) => (rating === null ? 0 : rankingMean(rating, overallMean));
  return places.toSorted((a, b) => score(b) - score(a));
}

/** Sorts by distance. Places without a position come last. Stable. */
export function sortByDistance<Place extends FilterablePlace>(places: readonly Place[], near: Point): Place[] {
  const meters = ({ position }: Place) => (position === null ? Number.MAX_VALUE : distanceMeters(near, position));
  return places.toSorted((a, b) => meters(a) - meters(b));
}

/** The mean of all reviews of these places. */
function meanOfAllReviews(places: readonly FilterablePlace[]): number {
  const count = places.reduce((sum, { rating }) => sum + (rating?.count ?? 0), 0);
  const stars = places.reduce((sum, { rating }) => sum + (rating === null ? 0 : rating.mean * rating.count), 0);
  return count === 0 ? 0 : stars / count;
}

/**
 * Counts the places of each filter value. A group is counted with only the other groups' filters applied, but attributes
 * with all filters, since a place must have every chosen one.
 */
export function countFacets(places: readonly FilterablePlace[], filters: PlaceFilters, now: Date): PlaceFacets {
  const pool = (without: FilterName) => placesMatching(places, { filters, now, without });
  const byCategory = Map.groupBy(pool("categories"), ({ category }) => category);
  const byPrice = Map.groupBy(pool("prices"), ({ priceRange }) => priceRange);
  return {
    categories: CATEGORY_SLUGS.map((value) => ({
      value,
      label: CATEGORY_NAMES[value],
      count: byCategory.get(value)?.length ?? 0,
    })).filter(({ value, count }) => count > 0 || filters.categories.includes(value)),
    types: countFacetValues({ places, pool: pool("types"), chosen: filters.types, nameOf: typeFacetNamer() }),
    neighborhoods: countFacetValues({
      places,
      pool: pool("neighborhoods"),
      chosen: filters.neighborhoods,
      nameOf: neighborhoodFacetName,
    }),
    prices: PRICE_FILTERS.map((price) => ({
      value: price,
      label: price,
      count: byPrice.get(price)?.length ?? 0,
    })).filter(({ value, count }) => count > 0 || filters.prices.includes(value)),
    ratings: ratingFacets(pool("rating"), filters.rating),
    openNow: pool("openNow").filter((place) => isOpenAt(place, now)).length,
    attributes: attributeFacets(filterPlaces(places, filters, now), filters.attributes),
  };
}

/** Filter groups to remove when nothing matches, with the resulting number of places, largest first. */
export function filterRelaxations(
  places: readonly FilterablePlace[],
  input: { filters: PlaceFilters; now: Date; hrefWith: (change: Partial<PlaceFilters>) => string },
): Relaxation[] {
  const { filters, now, hrefWith } = input;
  const facets = countFacets(places, filters, now);
  return FILTER_NAMES.map((name) => {
    const change = { [name]: NO_PLACE_FILTERS[name] };
    const onlyThisGroup = { ...NO_PLACE_FILTERS, [name]: filters[name] };
    return {
      label: activePlaceFilters(onlyThisGroup, facets, hrefWith)
        .map((filter) => filter.label)
        .join(", "),
      href: hrefWith(change),
      count: filterPlaces(places, { ...filters, ...change }, now).length,
    };
  })
    .filter(({ label, count }) => label !== "" && count > 0)
    .toSorted((a, b) => b.count - a.count);
}

function placesMatching<Place extends FilterablePlace>(
  places: readonly Place[],
  input: { filters: PlaceFilters; now: Date; without: FilterName | null },
): Place[] {
  const { filters, now, without } = input;
  const types = new Set(filters.types);
  const tests: Record<FilterName, (place: Place) => boolean> = {
    categories: ({ category }) => filters.categories.length === 0 || filters.categories.includes(category),
    types: ({ type }) => types.size === 0 || types.has(typeSlug(type)),
    prices: ({ priceRange }) => filters.prices.length === 0 || filters.prices.some((price) => price === priceRange),
    neighborhoods: ({ neighborhood }) =>
      filters.neighborhoods.length === 0 || filters.neighborhoods.includes(neighborhood.slug),
    rating: ({ rating }) => filters.rating === null || hasRating(rating, filters.rating),
    openNow: (place) => !filters.openNow || isOpenAt(place, now),
    attributes: ({ attributes }) => filters.attributes.every((key) => attributes[key] === true),
  };
  const active = Object.entries(tests).filter(([name]) => name !== without);
  return places.filter((place) => active.every(([, passes]) => passes(place)));
}

function hasRating(rating: RatingSummary, wanted: RatingFilter): boolean {
  return wanted === "none" ? rating === null : hasMinimumMean(rating, Number(wanted));
}

/** No rating filter when no place has a review. */
function ratingFacets(pool: readonly FilterablePlace[], chosen: RatingFilter | null): Facet<RatingFilter>[] {
  if (chosen === null && pool.every(({ rating }) => rating === null)) return [];
  return RATING_FILTERS.map((value) => ({
    value,
    label: RATING_LABELS[value],
    count: pool.filter(({ rating }) => hasRating(rating, value)).length,
  })).filter(({ value, count }) => count > 0 || value === chosen);
}

/** Places with unknown hours are never open. */
export function isOpenAt({ hours }: Pick<FilterablePlace, "hours">, now: Date): boolean {
  const { state } = openState(hours, now);
  return state === "open" || state === "closing-soon";
}

type FacetLabel = Omit<Facet, "count">;

/** Caches the slug of each type. */
function typeFacetNamer(): (place: FilterablePlace) => FacetLabel {
  const names = new Map<string, FacetLabel>();
  return ({ type }) => {
    const name = names.get(type) ?? { value: typeSlug(type), label: type };
    names.set(type, name);
    return name;
  };
}

function neighborhoodFacetName({ neighborhood }: FilterablePlace): FacetLabel {
  return { value: neighborhood.slug, label: neighborhood.name };
}

function countFacetValues(input: {
  places: readonly FilterablePlace[];
  pool: readonly FilterablePlace[];
  chosen: string[];
  nameOf: (place: FilterablePlace) => FacetLabel;
}): Facet[] {
  const { places, pool, chosen, nameOf } = input;
  const facets = new Map<string, Facet>();
  for (const place of pool) {
    const { value, label } = nameOf(place);
    facets.set(value, { value, label, count: (facets.get(value)?.count ?? 0) + 1 });
  }
  for (const value of chosen.filter((each) => !facets.has(each))) {
    const named = places.map(nameOf).find((name) => name.value === value);
    facets.set(value, { value, label: named?.label ?? value.replaceAll("-", " "), count: 0 });
  }
  return [...facets.values()].toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}

function attributeFacets(pool: readonly FilterablePlace[], chosen: Attribute[]): Facet<Attribute>[] {
  return ATTRIBUTE_KEYS.map((key) => ({
    value: key,
    label: ATTRIBUTE_LABELS[key],
    count: pool.filter(({ attributes }) => attributes[key] === true).length,
  })).filter(({ value, count }) => count > 0 || chosen.includes(value));
}

import { distanceMeters } from "#app/lib/geo.ts";

import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "./categories.ts";
import { openState, type OpeningHours } from "./opening-hours.ts";
import {
  type Attribute,
  ATTRIBUTE_KEYS,
  ATTRIBUTES,
  type Attributes,
  type Point,
  type PriceRange,
  type RatingSummary,
} from "./place.ts";
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
import { rankingMean, reachesMean } from "./rating-summary.ts";

/** The little that filters, counts and orders need to know of a place. */
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

/** "Middle Eastern" -> "middle-eastern", as it stands in an address. */
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
  return except(places, { filters, now, without: null });
}

/**
 * By the mean in which few reviews count less than what is usual among these places; without any come last. Equal ones
 * keep their order.
 */
export function byRating<Place extends FilterablePlace>(places: readonly Place[]): Place[] {
  const usual = usualMean(places);
  const height = ({ rating }: Place) => (rating === null ? 0 : rankingMean(rating, usual));
  return places.toSorted((a, b) => height(b) - height(a));
}

/** The nearest first; without a position last. Equal ones keep their order. */
export function byDistance<Place extends FilterablePlace>(places: readonly Place[], near: Point): Place[] {
  const meters = ({ position }: Place) => (position === null ? Number.MAX_VALUE : distanceMeters(near, position));
  return places.toSorted((a, b) => meters(a) - meters(b));
}

/** The mean of all reviews of these places. */
function usualMean(places: readonly FilterablePlace[]): number {
  const count = places.reduce((sum, { rating }) => sum + (rating?.count ?? 0), 0);
  const stars = places.reduce((sum, { rating }) => sum + (rating === null ? 0 : rating.mean * rating.count), 0);
  return count === 0 ? 0 : stars / count;
}

/**
 * A count is what a click would bring: each group is counted with the other groups' filters on and its own off, but for
 * the attributes, which a place must have all of.
 */
export function placeFacets(places: readonly FilterablePlace[], filters: PlaceFilters, now: Date): PlaceFacets {
  const pool = (without: FilterName) => except(places, { filters, now, without });
  const byCategory = Map.groupBy(pool("categories"), ({ category }) => category);
  const byPrice = Map.groupBy(pool("prices"), ({ priceRange }) => priceRange);
  return {
    categories: CATEGORY_SLUGS.map((value) => ({
      value,
      label: CATEGORY_NAMES[value],
      count: byCategory.get(value)?.length ?? 0,
    })).filter(({ value, count }) => count > 0 || filters.categories.includes(value)),
    types: counted({ places, pool: pool("types"), chosen: filters.types, nameOf: typeNames() }),
    neighborhoods: counted({
      places,
      pool: pool("neighborhoods"),
      chosen: filters.neighborhoods,
      nameOf: neighborhoodName,
    }),
    prices: PRICE_FILTERS.map((price) => ({
      value: price,
      label: price,
      count: byPrice.get(price)?.length ?? 0,
    })).filter(({ value, count }) => count > 0 || filters.prices.includes(value)),
    ratings: ratingFacets(pool("rating"), filters.rating),
    openNow: pool("openNow").filter((place) => isOpen(place, now)).length,
    attributes: attributeFacets(filterPlaces(places, filters, now), filters.attributes),
  };
}

/** Groups of filters to take off when nothing is left, with what that would bring, most first. */
export function filterRelaxations(
  places: readonly FilterablePlace[],
  input: { filters: PlaceFilters; now: Date; hrefWith: (change: Partial<PlaceFilters>) => string },
): Relaxation[] {
  const { filters, now, hrefWith } = input;
  const facets = placeFacets(places, filters, now);
  return FILTER_NAMES.map((name) => {
    const change = { [name]: NO_PLACE_FILTERS[name] };
    const own = { ...NO_PLACE_FILTERS, [name]: filters[name] };
    return {
      label: activePlaceFilters(own, facets, hrefWith)
        .map((filter) => filter.label)
        .join(", "),
      href: hrefWith(change),
      count: filterPlaces(places, { ...filters, ...change }, now).length,
    };
  })
    .filter(({ label, count }) => label !== "" && count > 0)
    .toSorted((a, b) => b.count - a.count);
}

function except<Place extends FilterablePlace>(
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
    openNow: (place) => !filters.openNow || isOpen(place, now),
    attributes: ({ attributes }) => filters.attributes.every((key) => attributes[key] === true),
  };
  const active = Object.entries(tests).filter(([name]) => name !== without);
  return places.filter((place) => active.every(([, passes]) => passes(place)));
}

function hasRating(rating: RatingSummary, wanted: RatingFilter): boolean {
  return wanted === "none" ? rating === null : reachesMean(rating, Number(wanted));
}

/** Nothing to choose where nobody has reviewed anything. */
function ratingFacets(pool: readonly FilterablePlace[], chosen: RatingFilter | null): Facet<RatingFilter>[] {
  if (chosen === null && pool.every(({ rating }) => rating === null)) return [];
  return RATING_FILTERS.map((value) => ({
    value,
    label: RATING_LABELS[value],
    count: pool.filter(({ rating }) => hasRating(rating, value)).length,
  })).filter(({ value, count }) => count > 0 || value === chosen);
}

/** Unknown hours count neither as open nor as closed. */
export function isOpen({ hours }: Pick<FilterablePlace, "hours">, now: Date): boolean {
  const { state } = openState(hours, now);
  return state === "open" || state === "closing-soon";
}

type FacetName = Omit<Facet, "count">;

/** Each type's slug is made once, however many places are of it. */
function typeNames(): (place: FilterablePlace) => FacetName {
  const names = new Map<string, FacetName>();
  return ({ type }) => {
    const name = names.get(type) ?? { value: typeSlug(type), label: type };
    names.set(type, name);
    return name;
  };
}

function neighborhoodName({ neighborhood }: FilterablePlace): FacetName {
  return { value: neighborhood.slug, label: neighborhood.name };
}

function counted(input: {
  places: readonly FilterablePlace[];
  pool: readonly FilterablePlace[];
  chosen: string[];
  nameOf: (place: FilterablePlace) => FacetName;
}): Facet[] {
  const { places, pool, chosen, nameOf } = input;
  const facets = new Map<string, Facet>();
  for (const place of pool) {
    const { value, label } = nameOf(place);
    facets.set(value, { value, label, count: (facets.get(value)?.count ?? 0) + 1 });
  }
  for (const value of chosen.filter((each) => !facets.has(each))) {
    const known = places.map(nameOf).find((name) => name.value === value);
    facets.set(value, { value, label: known?.label ?? value.replaceAll("-", " "), count: 0 });
  }
  return [...facets.values()].toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}

function attributeFacets(pool: readonly FilterablePlace[], chosen: Attribute[]): Facet<Attribute>[] {
  return ATTRIBUTE_KEYS.map((key) => ({
    value: key,
    label: ATTRIBUTES[key],
    count: pool.filter(({ attributes }) => attributes[key] === true).length,
  })).filter(({ value, count }) => count > 0 || chosen.includes(value));
}

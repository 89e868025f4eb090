import { distanceMeters } from "#app/lib/geo.ts";

import type { CategorySlug } from "../places/categories.ts";
import {
  activeFilters,
  type CategoryHub,
  HUB_PRICES,
  HUB_RATINGS,
  type HubFacet,
  type HubFilters,
  type HubRating,
  hubHref,
  NO_HUB_FILTERS,
  RATING_LABELS,
  withFilter,
} from "./category-hub.ts";
import { openState, type OpeningHours } from "../places/opening-hours.ts";
import {
  type Attribute,
  ATTRIBUTE_KEYS,
  ATTRIBUTES,
  type Attributes,
  type Point,
  type PriceRange,
  type RatingSummary,
} from "../places/place.ts";
import { rankingMean, reachesMean } from "../places/rating-summary.ts";

/** The little that a hub needs to know of a place to filter, count and sort it. */
export type HubCandidate = {
  id: number;
  name: string;
  type: string;
  neighborhood: { slug: string; name: string };
  priceRange: PriceRange | null;
  hours: OpeningHours | null;
  attributes: Attributes;
  position: Point | null;
  featuredRank: number | null;
  hubRank: number | null;
  rating: RatingSummary;
};

const FILTER_NAMES = ["types", "prices", "neighborhoods", "rating", "openNow", "attributes"] as const;
type FilterName = (typeof FILTER_NAMES)[number];

/** "Middle Eastern" -> "middle-eastern", as it stands in a hub's URL. */
export function typeSlug(type: string): string {
  return type
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

export function filterHub(candidates: HubCandidate[], filters: HubFilters, now: Date): HubCandidate[] {
  return except(candidates, { filters, now, without: null });
}

/**
 * Best: the editors' picks first, then by name; nothing paid enters. Rating goes by the mean in which few reviews count
 * less, and places without any come last. Nearest needs a position.
 */
export function sortHub(candidates: HubCandidate[], filters: HubFilters): HubCandidate[] {
  const { near, sort } = filters;
  const rank = ({ hubRank, featuredRank }: HubCandidate) => hubRank ?? (featuredRank ?? 9) + 10;
  const meters = ({ position }: HubCandidate) =>
    near === null || position === null ? Number.POSITIVE_INFINITY : distanceMeters(near, position);
  const byName = (a: HubCandidate, b: HubCandidate) => a.name.localeCompare(b.name, "en");
  if (sort === "nearest") return candidates.toSorted((a, b) => meters(a) - meters(b) || byName(a, b));
  if (sort === "rating") {
    const usual = usualMean(candidates);
    const height = ({ rating }: HubCandidate) => (rating === null ? 0 : rankingMean(rating, usual));
    return candidates.toSorted((a, b) => height(b) - height(a) || byName(a, b));
  }
  if (sort === "name") return candidates.toSorted(byName);
  return candidates.toSorted((a, b) => rank(a) - rank(b) || byName(a, b));
}

/** The mean of all reviews of these places. */
function usualMean(candidates: HubCandidate[]): number {
  const count = candidates.reduce((sum, { rating }) => sum + (rating?.count ?? 0), 0);
  const stars = candidates.reduce((sum, { rating }) => sum + (rating === null ? 0 : rating.mean * rating.count), 0);
  return count === 0 ? 0 : stars / count;
}

/**
 * A count is what a click would bring: each group is counted with the other groups' filters on and its own off, but for
 * the attributes, which a place must have all of.
 */
export function hubFacets(candidates: HubCandidate[], filters: HubFilters, now: Date): CategoryHub["facets"] {
  const pool = (without: FilterName) => except(candidates, { filters, now, without });
  const byPrice = Map.groupBy(pool("prices"), ({ priceRange }) => priceRange);
  return {
    types: counted({ candidates, pool: pool("types"), chosen: filters.types, nameOf: typeName }),
    neighborhoods: counted({
      candidates,
      pool: pool("neighborhoods"),
      chosen: filters.neighborhoods,
      nameOf: neighborhoodName,
    }),
    prices: HUB_PRICES.map((price) => ({ value: price, label: price, count: byPrice.get(price)?.length ?? 0 })).filter(
      ({ value, count }) => count > 0 || filters.prices.includes(value),
    ),
    ratings: ratingFacets(pool("rating"), filters.rating),
    openNow: pool("openNow").filter((place) => isOpen(place, now)).length,
    attributes: attributeFacets(filterHub(candidates, filters, now), filters.attributes),
  };
}

/** Groups of filters to take off when nothing is left, with what that would bring, most first. */
export function hubRelaxations(
  candidates: HubCandidate[],
  input: { category: CategorySlug; filters: HubFilters; now: Date },
): CategoryHub["relaxations"] {
  const { category, filters, now } = input;
  const facets = hubFacets(candidates, filters, now);
  return FILTER_NAMES.map((name) => {
    const others = withFilter(filters, { [name]: NO_HUB_FILTERS[name] });
    const own = { ...NO_HUB_FILTERS, [name]: filters[name] };
    const label = activeFilters({ category: { slug: category }, filters: own, facets }).map((filter) => filter.label);
    return {
      label: label.join(", "),
      href: hubHref(category, others),
      count: filterHub(candidates, others, now).length,
    };
  })
    .filter(({ label, count }) => label !== "" && count > 0)
    .toSorted((a, b) => b.count - a.count);
}

function except(
  candidates: HubCandidate[],
  input: { filters: HubFilters; now: Date; without: FilterName | null },
): HubCandidate[] {
  const { filters, now, without } = input;
  const tests: Record<FilterName, (place: HubCandidate) => boolean> = {
    types: ({ type }) => filters.types.length === 0 || filters.types.includes(typeSlug(type)),
    prices: ({ priceRange }) => filters.prices.length === 0 || filters.prices.some((price) => price === priceRange),
    neighborhoods: ({ neighborhood }) =>
      filters.neighborhoods.length === 0 || filters.neighborhoods.includes(neighborhood.slug),
    rating: ({ rating }) => filters.rating === null || hasRating(rating, filters.rating),
    openNow: (place) => !filters.openNow || isOpen(place, now),
    attributes: ({ attributes }) => filters.attributes.every((key) => attributes[key] === true),
  };
  const active = Object.entries(tests).filter(([name]) => name !== without);
  return candidates.filter((place) => active.every(([, passes]) => passes(place)));
}

function hasRating(rating: RatingSummary, wanted: HubRating): boolean {
  return wanted === "none" ? rating === null : reachesMean(rating, Number(wanted));
}

/** Nothing to choose where nobody has reviewed anything. */
function ratingFacets(pool: HubCandidate[], chosen: HubRating | null): HubFacet<HubRating>[] {
  if (chosen === null && pool.every(({ rating }) => rating === null)) return [];
  return HUB_RATINGS.map((value) => ({
    value,
    label: RATING_LABELS[value],
    count: pool.filter(({ rating }) => hasRating(rating, value)).length,
  })).filter(({ value, count }) => count > 0 || value === chosen);
}

/** Unknown hours count neither as open nor as closed. */
function isOpen({ hours }: HubCandidate, now: Date): boolean {
  const { state } = openState(hours, now);
  return state === "open" || state === "closing-soon";
}

type FacetName = Omit<HubFacet, "count">;

function typeName({ type }: HubCandidate): FacetName {
  return { value: typeSlug(type), label: type };
}

function neighborhoodName({ neighborhood }: HubCandidate): FacetName {
  return { value: neighborhood.slug, label: neighborhood.name };
}

function counted(input: {
  candidates: HubCandidate[];
  pool: HubCandidate[];
  chosen: string[];
  nameOf: (place: HubCandidate) => FacetName;
}): HubFacet[] {
  const { candidates, pool, chosen, nameOf } = input;
  const facets = new Map<string, HubFacet>();
  for (const place of pool) {
    const { value, label } = nameOf(place);
    facets.set(value, { value, label, count: (facets.get(value)?.count ?? 0) + 1 });
  }
  for (const value of chosen.filter((each) => !facets.has(each))) {
    const known = candidates.map(nameOf).find((name) => name.value === value);
    facets.set(value, { value, label: known?.label ?? value.replaceAll("-", " "), count: 0 });
  }
  return [...facets.values()].toSorted((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en"));
}

function attributeFacets(pool: HubCandidate[], chosen: Attribute[]): HubFacet<Attribute>[] {
  return ATTRIBUTE_KEYS.map((key) => ({
    value: key,
    label: ATTRIBUTES[key],
    count: pool.filter(({ attributes }) => attributes[key] === true).length,
  })).filter(({ value, count }) => count > 0 || chosen.includes(value));
}

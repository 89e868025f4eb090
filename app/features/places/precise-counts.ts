import type { PlaceFacets, PlaceFilters, Facet } from "./place-filters.ts";
import type { Precision } from "#app/ui/counted.ts";

/** How many were looked at one by one, and how many there are of which they are a part. */
export type Reckoning = { weighed: number; total: number; precision: Precision };

/** A count among the places that were looked at, as what it lets expect of all: two digits, since more would claim to know. */
export function reckoned(count: number, { weighed, total, precision }: Reckoning): number {
  if (precision !== "about" || count === 0) return count;
  return Math.max(count, inTwoDigits((total * count) / weighed));
}

function inTwoDigits(count: number): number {
  return Number(Math.round(count).toPrecision(2));
}

/** The counts of the places that were looked at, as counts of all. */
export function reckonedFacets(facets: PlaceFacets, reckoning: Reckoning): PlaceFacets {
  const { precision } = reckoning;
  if (precision === "exact") return facets;
  const all = <Value extends string>(group: readonly Facet<Value>[]): Facet<Value>[] =>
    group.map((facet) => ({ ...facet, count: reckoned(facet.count, reckoning), precision }));
  return {
    categories: all(facets.categories),
    types: all(facets.types),
    neighborhoods: all(facets.neighborhoods),
    prices: all(facets.prices),
    ratings: all(facets.ratings),
    openNow: reckoned(facets.openNow, reckoning),
    openNowPrecision: precision,
    attributes: all(facets.attributes),
  };
}

/**
 * The counts beside filters that were asked of the index: those of `close`, which knows best what they leave, and beside the
 * values that nobody chose of a group that is on those of `wide`, because `close` holds none of these.
 */
export function joinedFacets(close: PlaceFacets, wide: PlaceFacets, filters: PlaceFilters): PlaceFacets {
  return {
    ...close,
    categories: joined(close.categories, wide.categories, filters.categories),
    types: joined(close.types, wide.types, filters.types),
    neighborhoods: joined(close.neighborhoods, wide.neighborhoods, filters.neighborhoods),
    prices: joined(close.prices, wide.prices, filters.prices),
  };
}

function joined<Value extends string>(
  close: readonly Facet<Value>[],
  wide: readonly Facet<Value>[],
  chosen: readonly Value[],
): Facet<Value>[] {
  if (chosen.length === 0) return [...close];
  return wide.map((facet) =>
    chosen.includes(facet.value) ? (close.find(({ value }) => value === facet.value) ?? facet) : facet,
  );
}

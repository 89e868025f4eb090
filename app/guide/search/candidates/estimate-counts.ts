import type { Facet, PlaceFacets, PlaceFilters } from "#app/guide/places/filters/place-filters.ts";

import type { PlaceCount } from "./candidate.ts";

/** The number of places that were checked, and of all that they stand for. */
export type Sample = { size: number; of: PlaceCount };

export function sampleOf({ places, total }: { places: readonly unknown[]; total: PlaceCount }): Sample {
  return { size: places.length, of: total };
}

/** Extrapolates a count within the sample to all places, rounded to two digits. */
export function estimateCount(count: number, { size, of: { count: all, precision } }: Sample): PlaceCount {
  if (precision !== "about" || count === 0) return { count, precision };
  return { count: Math.max(count, roundToTwoDigits((all * count) / size)), precision };
}

function roundToTwoDigits(count: number): number {
  return Number(Math.round(count).toPrecision(2));
}

/** Extrapolates facet counts within the sample to all places. */
export function estimateFacets(facets: PlaceFacets, sample: Sample): PlaceFacets {
  if (sample.of.precision === "exact") return facets;
  const estimateGroup = <Value extends string>(group: readonly Facet<Value>[]): Facet<Value>[] =>
    group.map((facet) => ({ ...facet, ...estimateCount(facet.count, sample) }));
  const openNow = estimateCount(facets.openNow, sample);
  return {
    categories: estimateGroup(facets.categories),
    types: estimateGroup(facets.types),
    neighborhoods: estimateGroup(facets.neighborhoods),
    prices: estimateGroup(facets.prices),
    ratings: estimateGroup(facets.ratings),
    openNow: openNow.count,
    openNowPrecision: openNow.precision,
    attributes: estimateGroup(facets.attributes),
  };
}

/**
 * Combines facets counted with the filters applied in the index (`close`) and without (`wide`). Unchosen values of a
 * filtered group come from `wide`, since `close` has no such places.
 */
export function mergeFacets(close: PlaceFacets, wide: PlaceFacets, filters: PlaceFilters): PlaceFacets {
  return {
    ...close,
    categories: mergeGroup(close.categories, wide.categories, filters.categories),
    types: mergeGroup(close.types, wide.types, filters.types),
    neighborhoods: mergeGroup(close.neighborhoods, wide.neighborhoods, filters.neighborhoods),
    prices: mergeGroup(close.prices, wide.prices, filters.prices),
  };
}

function mergeGroup<Value extends string>(
  close: readonly Facet<Value>[],
  wide: readonly Facet<Value>[],
  chosen: readonly Value[],
): Facet<Value>[] {
  if (chosen.length === 0) return [...close];
  return wide.map((facet) =>
    chosen.includes(facet.value) ? (close.find(({ value }) => value === facet.value) ?? facet) : facet,
  );
}

import type { PlaceFacets, PlaceFilters, Facet } from "./place-filters.ts";
import type { CountPrecision } from "#app/ui/format-count.ts";

/** Size of a checked sample, and the total number of candidates it stands for. */
export type CountSample = { weighed: number; total: number; precision: CountPrecision };

/** Extrapolates a count within the sample to all candidates, rounded to two digits. */
export function estimateCount(count: number, { weighed, total, precision }: CountSample): number {
  if (precision !== "about" || count === 0) return count;
  return Math.max(count, roundToTwoDigits((total * count) / weighed));
}

function roundToTwoDigits(count: number): number {
  return Number(Math.round(count).toPrecision(2));
}

/** Extrapolates facet counts within the sample to all candidates. */
export function estimateFacets(facets: PlaceFacets, reckoning: CountSample): PlaceFacets {
  const { precision } = reckoning;
  if (precision === "exact") return facets;
  const estimateGroup = <Value extends string>(group: readonly Facet<Value>[]): Facet<Value>[] =>
    group.map((facet) => ({ ...facet, count: estimateCount(facet.count, reckoning), precision }));
  return {
    categories: estimateGroup(facets.categories),
    types: estimateGroup(facets.types),
    neighborhoods: estimateGroup(facets.neighborhoods),
    prices: estimateGroup(facets.prices),
    ratings: estimateGroup(facets.ratings),
    openNow: estimateCount(facets.openNow, reckoning),
    openNowPrecision: precision,
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

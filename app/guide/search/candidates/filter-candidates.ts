import type { Bounds } from "#app/guide/map/base/bounds.ts";
import {
  type FilterablePlace,
  filterPlaces,
  filterRelaxations,
  countFacets,
} from "#app/guide/places/filters/filter-places.ts";
import { NO_PLACE_FILTERS, type PlaceFacets, type Relaxation } from "#app/guide/places/filters/place-filters.ts";

import { ALL_FILTERS_LABEL, type SearchFilters } from "../query/search-filters.ts";
import { countFields, type PlaceCount } from "./candidate.ts";
import { estimateCount, sampleOf } from "./estimate-counts.ts";

/** The places that pass the filters, and the counts of every other choice. */
export function filterCandidates<Place extends FilterablePlace>(
  places: readonly Place[],
  filters: SearchFilters,
  now: Date,
): { places: Place[]; facets: PlaceFacets } {
  const inBounds = placesInBounds(places, filters.bounds);
  return { places: filterPlaces(inBounds, filters, now), facets: countFacets(inBounds, filters, now) };
}

/** The number of places that pass the filters. */
export function countRemaining(places: readonly FilterablePlace[], filters: SearchFilters, now: Date): number {
  return filterPlaces(placesInBounds(places, filters.bounds), filters, now).length;
}

type RelaxationInput = { filters: SearchFilters; now: Date; hrefWith: (change: Partial<SearchFilters>) => string };

/** Filters to remove when they leave no match, most places first. If no single removal helps, all of them. */
export function relaxFilters(
  matches: { places: readonly FilterablePlace[]; total: PlaceCount },
  input: RelaxationInput,
): Relaxation[] {
  return removableFilters(matches.places, input).map((offer) => ({
    ...offer,
    ...countFields(estimateCount(offer.count, sampleOf(matches))),
  }));
}

function removableFilters(
  places: readonly FilterablePlace[],
  { filters, now, hrefWith }: RelaxationInput,
): Relaxation[] {
  const singles = filterRelaxations(placesInBounds(places, filters.bounds), { filters, now, hrefWith });
  const everywhere = filters.bounds === null ? 0 : countRemaining(places, { ...filters, bounds: null }, now);
  const offers = [
    ...(everywhere === 0 ? [] : [{ label: "In this area", href: hrefWith({ bounds: null }), count: everywhere }]),
    ...singles,
  ].toSorted((a, b) => b.count - a.count);
  if (offers.length > 0 || places.length === 0) return offers;
  return [{ label: ALL_FILTERS_LABEL, href: hrefWith({ ...NO_PLACE_FILTERS, bounds: null }), count: places.length }];
}

function placesInBounds<Place extends FilterablePlace>(
  places: readonly Place[],
  bounds: Bounds | null,
): readonly Place[] {
  if (bounds === null) return places;
  const { west, south, east, north } = bounds;
  return places.filter(
    ({ position }) =>
      position !== null &&
      position.lat >= south &&
      position.lat <= north &&
      position.lng >= west &&
      position.lng <= east,
  );
}

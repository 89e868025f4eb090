import type { Bounds } from "#app/guide/map/base/bounds.ts";
import {
  sortByDistance,
  sortByRating,
  type FilterablePlace,
  filterPlaces,
  filterRelaxations,
  countFacets,
} from "#app/guide/places/filters/filter-places.ts";
import { NO_PLACE_FILTERS, type PlaceFacets, type Relaxation } from "#app/guide/places/filters/place-filters.ts";
import type { Point } from "#app/lib/geo.ts";

import { ALL_FILTERS_LABEL, type SearchFilters } from "../query/search-filters.ts";

type NarrowablePlace = FilterablePlace & { createdAt: Date };

/** The places that pass the filters, in the chosen order, and the counts of every other choice. */
export type NarrowedPlaces<Place> = { places: Place[]; facets: PlaceFacets };

/** @param found Sorted best first, which breaks the ties of every other order. */
export function narrowPlaces<Place extends NarrowablePlace>(
  found: readonly Place[],
  { filters, near, now }: { filters: SearchFilters; near: Point | null; now: Date },
): NarrowedPlaces<Place> {
  const inBounds = placesInBounds(found, filters.bounds);
  return {
    places: sorted(filterPlaces(inBounds, filters, now), { filters, near }),
    facets: countFacets(inBounds, filters, now),
  };
}

/** The number of places that pass the filters. */
export function countRemaining(found: readonly NarrowablePlace[], filters: SearchFilters, now: Date): number {
  return filterPlaces(placesInBounds(found, filters.bounds), filters, now).length;
}

/** Filters to remove when they leave no place, most places first. If no single removal helps, all of them. */
export function searchRelaxations(
  found: readonly NarrowablePlace[],
  input: { filters: SearchFilters; now: Date; hrefWith: (change: Partial<SearchFilters>) => string },
): Relaxation[] {
  const { filters, now, hrefWith } = input;
  const singles = filterRelaxations(placesInBounds(found, filters.bounds), { filters, now, hrefWith });
  const everywhere = filters.bounds === null ? 0 : countRemaining(found, { ...filters, bounds: null }, now);
  const offers = [
    ...(everywhere === 0 ? [] : [{ label: "In this area", href: hrefWith({ bounds: null }), count: everywhere }]),
    ...singles,
  ].toSorted((a, b) => b.count - a.count);
  if (offers.length > 0 || found.length === 0) return offers;
  return [{ label: ALL_FILTERS_LABEL, href: hrefWith({ ...NO_PLACE_FILTERS, bounds: null }), count: found.length }];
}

function placesInBounds<Place extends NarrowablePlace>(
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

function sorted<Place extends NarrowablePlace>(
  places: Place[],
  { filters: { sort }, near }: { filters: SearchFilters; near: Point | null },
): Place[] {
  if (sort === "rating") return sortByRating(places);
  if (sort === "newest") return places.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return sort === "nearest" && near !== null ? sortByDistance(places, near) : places;
}

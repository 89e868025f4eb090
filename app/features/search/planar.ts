import type { Point } from "#app/lib/geo.ts";

/** The city's middle; a degree's meters there. `search_location` of migration 0005 has the same numbers. */
const MIDDLE: Point = { lat: 38.9, lng: -77.03 };
const METERS_PER_LATITUDE = 111_195;
const METERS_PER_LONGITUDE = 86_537.5;

/** Meters east and north of the city's middle. Over the District it is true to 2 in 1,000. */
export function planarPoint({ lat, lng }: Point): { x: number; y: number } {
  return { x: (lng - MIDDLE.lng) * METERS_PER_LONGITUDE, y: (lat - MIDDLE.lat) * METERS_PER_LATITUDE };
}

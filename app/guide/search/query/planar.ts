import type { Point } from "#app/lib/geo.ts";

/** The city's center, and the meters of one degree there. `search_location` in 0006-search.sql uses the same numbers. */
const CENTER: Point = { lat: 38.9, lng: -77.03 };
const METERS_PER_LATITUDE = 111_195;
const METERS_PER_LONGITUDE = 86_537.5;

/** Meters east and north of the city's center. Accurate to 0.2 % within the District. */
export function planarPoint({ lat, lng }: Point): { x: number; y: number } {
  return { x: (lng - CENTER.lng) * METERS_PER_LONGITUDE, y: (lat - CENTER.lat) * METERS_PER_LATITUDE };
}

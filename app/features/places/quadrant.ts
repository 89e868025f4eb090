import type { Point, Quadrant } from "./place.ts";

/** The Capitol's dome: the quadrants meet there. */
const CAPITOL = { lat: 38.88981, lng: -77.00902 };

/** So near to the streets that divide the quadrants (North, South and East Capitol, the Mall) nothing is said. */
const DIVIDE_DEGREES = 0.0004;

/** In which quadrant a point of the District lies; null where it is too near to where they meet. */
export function quadrantOf({ lat, lng }: Point): Quadrant | null {
  const [north, east] = [lat - CAPITOL.lat, lng - CAPITOL.lng];
  if (Math.abs(north) < DIVIDE_DEGREES || Math.abs(east) < DIVIDE_DEGREES) return null;
  return `${north > 0 ? "N" : "S"}${east > 0 ? "E" : "W"}` as const;
}

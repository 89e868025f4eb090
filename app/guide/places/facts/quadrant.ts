import type { Point, Quadrant } from "../place.ts";

/** The Capitol's dome, where the quadrants meet. */
const CAPITOL = { lat: 38.88981, lng: -77.00902 };

/** Too close to the dividing lines (North, South and East Capitol Streets, the Mall) to tell the quadrant. */
const DIVIDER_DEGREES = 0.0004;

/** The quadrant of a point in the District. Null too close to a dividing line. */
export function quadrantOf({ lat, lng }: Point): Quadrant | null {
  const [north, east] = [lat - CAPITOL.lat, lng - CAPITOL.lng];
  if (Math.abs(north) < DIVIDER_DEGREES || Math.abs(east) < DIVIDER_DEGREES) return null;
  return `${north > 0 ? "N" : "S"}${east > 0 ? "E" : "W"}` as const;
}

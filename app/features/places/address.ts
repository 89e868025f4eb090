import type { Quadrant } from "./place.ts";

/**
 * The street without its quadrant at the end, because the quadrant is shown by its own mark:
 * "1264 Wisconsin Avenue NW" in NW is "1264 Wisconsin Avenue".
 */
export function streetWithoutQuadrant(street: string, quadrant: Quadrant | null): string {
  return quadrant !== null && street.endsWith(` ${quadrant}`) ? street.slice(0, -quadrant.length - 1) : street;
}

import { streetWithoutQuadrant } from "#app/features/places/address.ts";
import type { Quadrant } from "#app/features/places/place.ts";

/** "1264 Wisconsin Avenue NW": streets repeat between quadrants, so out of the site's own pages the letters never lack. */
export function streetAddress(street: string, quadrant: Quadrant | null): string {
  return quadrant === null ? street : `${streetWithoutQuadrant(street, quadrant)} ${quadrant}`;
}

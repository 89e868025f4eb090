import { streetWithoutQuadrant } from "#app/features/places/address.ts";
import type { Quadrant } from "#app/features/places/place.ts";

/** "1264 Wisconsin Avenue NW": always with the quadrant, since street names repeat between quadrants. */
export function streetAddress(street: string, quadrant: Quadrant | null): string {
  return quadrant === null ? street : `${streetWithoutQuadrant(street, quadrant)} ${quadrant}`;
}

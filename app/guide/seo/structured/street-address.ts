import { streetWithoutQuadrant } from "#app/guide/places/facts/address.ts";
import type { Quadrant } from "#app/guide/places/place.ts";

/** "1264 Wisconsin Avenue NW": always with the quadrant, since street names repeat between quadrants. */
export function streetAddress(street: string, quadrant: Quadrant | null): string {
  return quadrant === null ? street : `${streetWithoutQuadrant(street, quadrant)} ${quadrant}`;
}

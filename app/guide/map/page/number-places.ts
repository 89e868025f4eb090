import type { PlaceCardData } from "#app/guide/places/place.ts";
import type { MapPin } from "./locator-map.tsx";

/** Numbers the places of a list from `first`, and makes pins for those with a position. */
export function numberPlaces<Place extends Pick<PlaceCardData, "slug" | "name" | "position">>(
  places: readonly Place[],
  first: number,
): { numbered: { place: Place; number: number }[]; pins: MapPin[] } {
  const numbered = places.map((place, index) => ({ place, number: first + index }));
  const pins = numbered.flatMap(({ place, number }): MapPin[] =>
    place.position === null
      ? []
      : [{ label: `${number}`, name: place.name, href: `/places/${place.slug}`, point: place.position }],
  );
  return { numbered, pins };
}

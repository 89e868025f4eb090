import type { PlaceCardData } from "../places/place.ts";
import type { MapPin } from "./locator-map.tsx";

/** Places with the numbers they have in their list, from `first` on, and the pins of those whose position is known. */
export function numberedPlaces<Place extends Pick<PlaceCardData, "slug" | "name" | "position">>(
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

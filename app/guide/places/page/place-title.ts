import { streetWithoutQuadrant } from "../facts/address.ts";
import type { PlaceCardData } from "../place.ts";

/** Search engines and tabs cut longer titles. The site's own name comes after it. */
export const TITLE_CHARACTERS_MAX = 65;

type TitledPlace = Pick<PlaceCardData, "name" | "type" | "street" | "quadrant"> & {
  neighborhood: { name: string };
  /** Another place in the neighborhood has the same name. */
  hasNamesake: boolean;
};

/**
 * The title of a place's page: "Safeway - Grocery in Georgetown". Branches in one neighborhood are told apart by their
 * street. What doesn't fit is left out from the end; the name always stays.
 */
export function placeTitle({ name, type, neighborhood, street, quadrant, hasNamesake }: TitledPlace): string {
  const area = hasNamesake && street !== null ? streetWithoutQuadrant(street, quadrant) : neighborhood.name;
  const details = [`${type} ${area === neighborhood.name ? "in" : "at"} ${area}`, area, type];
  const fitting = details.find((detail) => `${name} - ${detail}`.length <= TITLE_CHARACTERS_MAX);
  return fitting === undefined ? name : `${name} - ${fitting}`;
}

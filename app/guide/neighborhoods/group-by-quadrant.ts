import type { Quadrant } from "#app/guide/places/place.ts";
import { pluralize } from "#app/ui/format-count.ts";
import type { NeighborhoodCardData } from "./neighborhood.ts";

/** The six at the top of the list and on the home page, in this order. */
const FIRST_NEIGHBORHOODS = [
  "georgetown",
  "dupont-circle",
  "capitol-hill",
  "adams-morgan",
  "u-street",
  "foggy-bottom",
] as const;

export const QUADRANT_NAMES: Record<Quadrant, string> = {
  NW: "Northwest",
  NE: "Northeast",
  SW: "Southwest",
  SE: "Southeast",
};

const QUADRANT_ORDER: readonly Quadrant[] = ["NW", "NE", "SW", "SE"];

/**
 * Splits neighborhoods into the six, in order, and the others by name under the quadrant that contains most of each.
 */
export function groupByQuadrant(neighborhoods: readonly NeighborhoodCardData[]): {
  first: NeighborhoodCardData[];
  quadrants: { quadrant: Quadrant; neighborhoods: NeighborhoodCardData[] }[];
} {
  const firstSlugs: readonly string[] = FIRST_NEIGHBORHOODS;
  const first = firstSlugs.flatMap((slug) => neighborhoods.filter((candidate) => candidate.slug === slug));
  const others = neighborhoods
    .filter((candidate) => !firstSlugs.includes(candidate.slug))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-US"));
  const quadrants = QUADRANT_ORDER.map((quadrant) => ({
    quadrant,
    neighborhoods: others.filter((candidate) => candidate.quadrants[0] === quadrant),
  }));
  return { first, quadrants: quadrants.filter((group) => group.neighborhoods.length > 0) };
}

/** Formats the counts of neighborhoods and parks: "67 neighborhoods and 2 parks". */
export function formatAreaCount(areas: readonly Pick<NeighborhoodCardData, "kind">[]): string {
  const parks = areas.filter(({ kind }) => kind === "park").length;
  const neighborhoods = pluralize(areas.length - parks, "neighborhood");
  return parks === 0 ? neighborhoods : `${neighborhoods} and ${pluralize(parks, "park")}`;
}

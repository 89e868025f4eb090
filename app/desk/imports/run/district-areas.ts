import type { Shape } from "#app/db/schema/neighborhoods.ts";
import { distanceToEdgeMeters, isInsidePolygons, type Point } from "#app/lib/geo.ts";

/** A pin on a pier or a bridge is outside every neighborhood polygon but still in the District. */
const EDGE_METERS_MAX = 60;

/** More than that distance, in degrees of either direction. */
const EDGE_DEGREES = 0.001;

export type Area = { slug: string; shape: Shape };

/**
 * Finds the neighborhood of a point among those of the District.
 *
 * @returns A function that returns the neighborhood's slug; null when the point is outside of the District.
 */
export function areaFinder(areas: readonly Area[]): (point: Point) => string | null {
  const bounded = areas.map((area) => ({ ...area, box: boxOf(area.shape) }));
  return (point) => {
    const near = bounded.filter(({ box }) => isInBox(box, point));
    const containing = near.find(({ shape }) => isInsidePolygons(shape, point));
    if (containing !== undefined) return containing.slug;
    const [nearest] = near
      .map(({ slug, shape }) => ({ slug, meters: distanceToEdgeMeters(shape, point) }))
      .sort((a, b) => a.meters - b.meters);
    return nearest !== undefined && nearest.meters <= EDGE_METERS_MAX ? nearest.slug : null;
  };
}

type Box = { south: number; north: number; west: number; east: number };

/** The bounding box, with the distance at which a point still counts. */
function boxOf(shape: Shape): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const [lng, lat] of shape.flat(2)) {
    box.south = Math.min(box.south, lat - EDGE_DEGREES);
    box.north = Math.max(box.north, lat + EDGE_DEGREES);
    box.west = Math.min(box.west, lng - EDGE_DEGREES);
    box.east = Math.max(box.east, lng + EDGE_DEGREES);
  }
  return box;
}

function isInBox({ south, north, west, east }: Box, { lat, lng }: Point): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

export type Point = { lat: number; lng: number };

const EARTH_RADIUS_METERS = 6_371_008.8;

/** A walk along the District's street grid is about a quarter longer than the straight line. */
const WALK_DETOUR = 1.25;

/** 80 m a minute (4.8 km/h), the pace that most trip planners use. */
const WALK_METERS_PER_MINUTE = 80;

/**
 * Great-circle distance between two points.
 *
 * @param from Latitude and longitude in degrees, WGS 84.
 * @returns Meters, within 0.5 % inside the District. Never throws.
 */
export function distanceMeters(from: Point, to: Point): number {
  const lat1 = radians(from.lat);
  const lat2 = radians(to.lat);
  const halfLat = Math.sin((lat2 - lat1) / 2);
  const halfLng = Math.sin(radians(to.lng - from.lng) / 2);
  const square = halfLat * halfLat + Math.cos(lat1) * Math.cos(lat2) * halfLng * halfLng;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Estimated minutes on foot for a straight-line distance; at least 1. An estimate: pages say "about". */
export function minutesOnFoot(meters: number): number {
  return Math.max(1, Math.round((meters * WALK_DETOUR) / WALK_METERS_PER_MINUTE));
}

/** The straight-line distance in meters that takes this many minutes on foot. */
export function metersOnFoot(minutes: number): number {
  return (minutes * WALK_METERS_PER_MINUTE) / WALK_DETOUR;
}

/** The point at a distance and bearing (degrees clockwise from north). Flat-earth, within 1 m over a few kilometers. */
export function pointAtDistance(from: Point, { meters, bearing }: { meters: number; bearing: number }): Point {
  const metersPerLat = radians(1) * EARTH_RADIUS_METERS;
  const north = (meters * Math.cos(radians(bearing))) / metersPerLat;
  const east = (meters * Math.sin(radians(bearing))) / (metersPerLat * Math.cos(radians(from.lat)));
  return { lat: from.lat + north, lng: from.lng + east };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Whether a point lies in polygons given as rings of `[longitude, latitude]`; the first ring is the outline, others holes. */
export function isInsidePolygons(polygons: [number, number][][][], point: Point): boolean {
  return polygons.some((rings) => rings.filter((ring) => crossesOddly(ring, point)).length % 2 === 1);
}

function crossesOddly(ring: [number, number][], { lat, lng }: Point): boolean {
  let odd = false;
  let previous = ring.at(-1);
  for (const corner of ring) {
    if (previous !== undefined) {
      const [x1, y1] = previous;
      const [x2, y2] = corner;
      if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) odd = !odd;
    }
    previous = corner;
  }
  return odd;
}

/** Meters from a point to the nearest edge of the polygons; 0 is only on the edge, so ask `isInsidePolygons` first. */
export function distanceToEdgeMeters(polygons: [number, number][][][], point: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of polygons.flat()) {
    let previous = ring.at(-1);
    for (const corner of ring) {
      if (previous !== undefined) nearest = Math.min(nearest, distanceToSegmentMeters(previous, corner, point));
      previous = corner;
    }
  }
  return nearest;
}

function distanceToSegmentMeters(from: [number, number], to: [number, number], point: Point): number {
  // Flat-earth is good to centimeters over the few kilometers of a neighborhood's edge.
  const metersPerLat = 111_195;
  const metersPerLng = metersPerLat * Math.cos(radians(point.lat));
  const ax = (from[0] - point.lng) * metersPerLng;
  const ay = (from[1] - point.lat) * metersPerLat;
  const dx = (to[0] - from[0]) * metersPerLng;
  const dy = (to[1] - from[1]) * metersPerLat;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length2));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

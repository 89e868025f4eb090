import type { Point } from "#app/guide/places/place.ts";

/**
 * The grid in which the District's tables have positions: NAD 83, Maryland, in meters (EPSG:26985). A Lambert conformal conic
 * projection with two standard parallels.
 *
 * @see https://epsg.io/26985, and Snyder, Map Projections: A Working Manual (1987), page 107
 */
const GRID = {
  originLat: radians(37 + 40 / 60),
  originLng: radians(-77),
  southParallel: radians(38.3),
  northParallel: radians(39.45),
  falseEasting: 400_000,
};
/** GRS 80: the radius at the equator in meters, and the eccentricity. */
const RADIUS = 6_378_137;
const ECCENTRICITY = Math.sqrt(0.006_694_380_022_9);
/** Each round adds two digits and more; the sixth is far below a millimeter. */
const ROUNDS = 6;

const CONE =
  Math.log(parallelRadius(GRID.southParallel) / parallelRadius(GRID.northParallel)) /
  Math.log(isometric(GRID.southParallel) / isometric(GRID.northParallel));
const SCALE = (RADIUS * parallelRadius(GRID.southParallel)) / (CONE * isometric(GRID.southParallel) ** CONE);
const ORIGIN_RADIUS = SCALE * isometric(GRID.originLat) ** CONE;

/** Meters east and north on the grid as latitude and longitude. Null for what isn't near the District. */
export function gridToPoint(east: number, north: number): Point | null {
  const [right, down] = [east - GRID.falseEasting, ORIGIN_RADIUS - north];
  const ratio = (Math.hypot(right, down) / SCALE) ** (1 / CONE);
  let lat = Math.PI / 2 - 2 * Math.atan(ratio);
  for (let round = 0; round < ROUNDS; round += 1) lat = Math.PI / 2 - 2 * Math.atan(ratio * eccentricFactor(lat));
  const lng = Math.atan2(right, down) / CONE + GRID.originLng;
  const point = { lat: degrees(lat), lng: degrees(lng) };
  const isNear = Math.abs(point.lat - 38.9) < 0.5 && Math.abs(point.lng + 77) < 0.5;
  return isNear ? point : null;
}

function parallelRadius(lat: number): number {
  return Math.cos(lat) / Math.sqrt(1 - (ECCENTRICITY * Math.sin(lat)) ** 2);
}

function isometric(lat: number): number {
  return Math.tan(Math.PI / 4 - lat / 2) / eccentricFactor(lat);
}

function eccentricFactor(lat: number): number {
  const along = ECCENTRICITY * Math.sin(lat);
  return ((1 - along) / (1 + along)) ** (ECCENTRICITY / 2);
}

function radians(angle: number): number {
  return (angle * Math.PI) / 180;
}

function degrees(angle: number): number {
  return (angle * 180) / Math.PI;
}

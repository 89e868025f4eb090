import { distanceMeters } from "#app/lib/geo.ts";
import type { Point } from "#app/guide/places/place.ts";
import type { Bounds } from "./bounds.ts";

/** The area of a drawn map, in degrees, WGS 84. It is a square on the ground. */
export type MapFrame = { west: number; south: number; east: number; north: number };

/** The area of the drawn map of the District (`/pictures/basemap-day.svg`). */
export const BASEMAP_FRAME: MapFrame = { west: -77.150991, south: 38.787553, east: -76.877959, north: 39.000057 };

/** The width and height of a drawn map in its units; x to the east, y to the south. */
export const MAP_UNITS = 10_000;

/** A neighborhood's street plan, with more streets than the basemap, inside its own square. */
export type PlanLayer = { slug: string; frame: MapFrame; day: string; night: string };

/** The width and height of a street plan in its units. */
const PLAN_UNITS = 1000;

/** A square view of a drawn map, in its units. */
export type MapView = { x: number; y: number; size: number };

export type MapPosition = { x: number; y: number };

/** The minimum width of a view. Closer, a map without street names is hard to recognize. */
const VIEW_METERS_MIN = 1_400;

/** The margin around the outermost pins, as a share of the view: a pin is 31 px high and above its point. */
const VIEW_MARGIN = 0.12;

/**
 * Equirectangular projection. Within the District's 18 km the error is under 10 m.
 *
 * @returns Map units; outside 0 to MAP_UNITS for a point outside the frame.
 */
export function projectToFrame(frame: MapFrame, point: Point): MapPosition {
  return {
    x: ((point.lng - frame.west) / (frame.east - frame.west)) * MAP_UNITS,
    y: ((frame.north - point.lat) / (frame.north - frame.south)) * MAP_UNITS,
  };
}

/** The smallest square view of all points with a margin; the whole map without points. */
export function viewOfPoints(frame: MapFrame, points: readonly Point[], metersMin = VIEW_METERS_MIN): MapView {
  if (points.length === 0) return { x: 0, y: 0, size: MAP_UNITS };
  const positions = points.map((point) => projectToFrame(frame, point));
  const xs = positions.map(({ x }) => x);
  const ys = positions.map(({ y }) => y);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const spread = Math.max(east - west, south - north) / (1 - 2 * VIEW_MARGIN);
  const size = Math.round(Math.max(spread, unitsOfMeters(frame, metersMin)));
  return { x: Math.round((west + east - size) / 2), y: Math.round((north + south - size) / 2), size };
}

/** The smallest square view of the bounds with a margin. */
export function viewOfBounds(frame: MapFrame, { west, south, east, north }: Bounds): MapView {
  return viewOfPoints(frame, [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ]);
}

/** A point's position in a view, in percent of its width and height from the top left, with one decimal. */
export function percentInView(view: MapView, position: MapPosition): MapPosition {
  const percent = (units: number) => Math.round((units / view.size) * 1000) / 10;
  return { x: percent(position.x - view.x), y: percent(position.y - view.y) };
}

/** The same view in the units of a street plan. */
export function viewOnPlan(frame: MapFrame, view: MapView, plan: MapFrame): MapView {
  const scale = (plan.east - plan.west) / (frame.east - frame.west);
  const units = (basemapUnits: number) => Math.round((basemapUnits / scale) * (PLAN_UNITS / MAP_UNITS) * 10) / 10;
  const corner = projectToFrame(frame, { lat: plan.north, lng: plan.west });
  return { x: units(view.x - corner.x), y: units(view.y - corner.y), size: units(view.size) };
}

function unitsOfMeters(frame: MapFrame, meters: number): number {
  const middle = { lat: (frame.north + frame.south) / 2, lng: frame.west };
  const widthMeters = distanceMeters(middle, { ...middle, lng: frame.east });
  return (meters / widthMeters) * MAP_UNITS;
}

import { distanceMeters } from "#app/lib/geo.ts";
import type { Point } from "../places/place.ts";
import type { Bounds } from "./bounds.ts";

/** The part of the earth that a drawn map shows, in degrees, WGS 84. Drawn so that it is a square on the ground. */
export type MapFrame = { west: number; south: number; east: number; north: number };

/** What the District's drawn map (`/pictures/basemap-day.svg`) shows. */
export const BASEMAP_FRAME: MapFrame = { west: -77.150991, south: 38.787553, east: -76.877959, north: 39.000057 };

/** A drawn map is this many units wide and high, x to the east, y to the south. */
export const MAP_UNITS = 10_000;

/** A neighborhood's own street plan: more streets than the basemap has, inside its own square. */
export type PlanLayer = { slug: string; frame: MapFrame; day: string; night: string };

/** A street plan is this many units wide and high. */
const PLAN_UNITS = 1000;

/** A square window on a drawn map, in its units. */
export type MapView = { x: number; y: number; size: number };

export type MapPosition = { x: number; y: number };

/** Closer than this a map without street names says nothing about where one is. */
const VIEW_METERS_MIN = 1_400;

/** Room round the outermost pins, as a part of the window: a pin is 31 px high and stands above its point. */
const VIEW_MARGIN = 0.12;

/**
 * Equirectangular: within the District's 18 km the error is under 10 m.
 *
 * @returns map units; outside 0 to MAP_UNITS for a point outside the frame.
 */
export function projectToFrame(frame: MapFrame, point: Point): MapPosition {
  return {
    x: ((point.lng - frame.west) / (frame.east - frame.west)) * MAP_UNITS,
    y: ((frame.north - point.lat) / (frame.north - frame.south)) * MAP_UNITS,
  };
}

/** The smallest square window that holds every point with room round it; the whole map when there are none. */
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

/** The smallest square window that holds a box with room round it. */
export function viewOfBounds(frame: MapFrame, { west, south, east, north }: Bounds): MapView {
  return viewOfPoints(frame, [
    { lat: south, lng: west },
    { lat: north, lng: east },
  ]);
}

/** Where a point stands in a window, in percent of its width and height from the top left, one decimal. */
export function percentInView(view: MapView, position: MapPosition): MapPosition {
  const percent = (units: number) => Math.round((units / view.size) * 1000) / 10;
  return { x: percent(position.x - view.x), y: percent(position.y - view.y) };
}

/** The same window on the ground, in the units of a street plan. */
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

import type { Point } from "../places/place.ts";
import type { Bounds } from "./bounds.ts";
import { MAP_UNITS, type MapFrame, type MapView, viewOfBounds, viewOfPoints } from "./frame.ts";

/** MapLibre's world at zoom 0 is this many px wide. */
const WORLD_PX = 512;

/** Where MapLibre looks so that it shows what the drawn map shows: the same square in the middle of the same box. */
export function cameraOf(
  frame: MapFrame,
  view: MapView,
  box: { width: number; height: number },
): { center: [lng: number, lat: number]; zoom: number } {
  const degreesWide = (view.size / MAP_UNITS) * (frame.east - frame.west);
  const lng = frame.west + ((view.x + view.size / 2) / MAP_UNITS) * (frame.east - frame.west);
  const lat = frame.north - ((view.y + view.size / 2) / MAP_UNITS) * (frame.north - frame.south);
  const px = Math.max(1, Math.min(box.width, box.height));
  return { center: [lng, lat], zoom: Math.log2((px * 360) / (WORLD_PX * degreesWide)) };
}

/** What a page has a map show, and what it holds. */
type Fitted = {
  frame: MapFrame;
  view: MapView;
  /** What the address names; it wins over the view. */
  bounds: Bounds | null;
  /** The box of all pins, where the list's own are only a part of them. */
  pinsBox: Bounds | null;
  sources: { pins: readonly { point: Point }[] };
};

/** The window that holds the pins which are shown; null without any, for there is nothing to fit the map to. */
export function fittedView({ frame, view, bounds, pinsBox, sources: { pins } }: Fitted): MapView | null {
  if (pinsBox !== null) return viewOfBounds(frame, pinsBox);
  if (pins.length === 0) return null;
  // A page's own view holds its pins; what an address names may be far larger.
  if (bounds === null) return view;
  return viewOfPoints(
    frame,
    pins.map(({ point }) => point),
  );
}

/** Whether two boxes are the same to the eye: their edges lie within a hundredth of their size. */
export function areAlike(a: Bounds, b: Bounds): boolean {
  const slack = Math.max(a.east - a.west, a.north - a.south) / 100;
  return (["west", "south", "east", "north"] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= slack);
}

import type { Point } from "#app/guide/places/place.ts";
import type { Bounds } from "../base/bounds.ts";
import { MAP_UNITS, type MapFrame, type MapView, viewOfBounds, viewOfPoints } from "../base/frame.ts";

/** The width of MapLibre's world at zoom 0 in px. */
const WORLD_PX = 512;

/** The MapLibre camera that shows what the drawn map shows: the same square in the middle of the same box. */
export function cameraForView(
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

/** The view of a page's map and its pins. */
type FitInput = {
  frame: MapFrame;
  view: MapView;
  /** The bounds in the URL, which override the view. */
  bounds: Bounds | null;
  /** The bounds of all pins, if the list has only some of them. */
  pinsBox: Bounds | null;
  sources: { pins: readonly { point: Point }[] };
};

/** The view of all visible pins; null without any. */
export function fitView({ frame, view, bounds, pinsBox, sources: { pins } }: FitInput): MapView | null {
  if (pinsBox !== null) return viewOfBounds(frame, pinsBox);
  if (pins.length === 0) return null;
  // A page's view contains its pins; bounds from the URL may be far larger.
  if (bounds === null) return view;
  return viewOfPoints(
    frame,
    pins.map(({ point }) => point),
  );
}

/** Whether two bounds look the same: their edges differ by less than 1 % of their size. */
export function areBoundsClose(a: Bounds, b: Bounds): boolean {
  const tolerance = Math.max(a.east - a.west, a.north - a.south) / 100;
  return (["west", "south", "east", "north"] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= tolerance);
}

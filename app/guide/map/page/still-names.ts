import type { MapPosition, MapView } from "../base/frame.ts";

/** A neighborhood or a Metro station and its position in the view, in percent. */
export type StillName = { kind: "area" | "station"; name: string; at: MapPosition };

/** The URL of the picture of the names in a view of the drawn map: `/map/names/1200,3400,5000/names-day.svg`. */
export function stillNamesHref({ x, y, size }: MapView, light: "day" | "night"): string {
  return `/map/names/${[x, y, size].map(Math.round).join(",")}/names-${light}.svg`;
}

const VIEW = /^(-?\d{1,6}),(-?\d{1,6}),([1-9]\d{0,5})$/;

/** Reads the view in such a URL; null if it is invalid. */
export function readStillView(text: string): MapView | null {
  const [, x, y, size] = VIEW.exec(text) ?? [];
  return size === undefined ? null : { x: Number(x), y: Number(y), size: Number(size) };
}

/** Names are arranged for a picture of this many px, a little wider than on a phone; others show it larger. */
const PICTURE_PX = 400;
const LETTER_PX = 6.4;
const LINE_PX = 15;

/** The names that have space, the first ones first: none is cut off or touches another. */
export function namesWithSpace(names: readonly StillName[]): StillName[] {
  const taken: Box[] = [];
  return names.filter((name) => {
    const box = boxOf(name);
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= PICTURE_PX && box.bottom <= PICTURE_PX;
    if (!isInside || taken.some((other) => overlap(box, other))) return false;
    taken.push(box);
    return true;
  });
}

type Box = { left: number; top: number; right: number; bottom: number };

/** A neighborhood's name is centered; a station's begins right of its dot. */
function boxOf({ kind, name, at }: StillName): Box {
  const [x, y] = [(at.x / 100) * PICTURE_PX, (at.y / 100) * PICTURE_PX];
  const width = name.length * LETTER_PX;
  const left = kind === "area" ? x - width / 2 : x - 6;
  return { left, right: left + width + (kind === "area" ? 0 : 14), top: y - LINE_PX / 2, bottom: y + LINE_PX / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

import type { MapPosition } from "../base/frame.ts";

/** The side of its point on which a pin's head is. */
export type PinSide = "up" | "right" | "left" | "down";

/** The offset of a pin's head from its point in px, and its outline. */
export type PinHead = { side: PinSide; x: number; y: number; outline: string };

/** Above the point or, without space, right, left or below. */
const UP: PinHead = { side: "up", x: 0, y: -19.5, outline: "M-12-31h24v23H4.5L0 0-4.5-8H-12z" };
export const PIN_HEADS: readonly PinHead[] = [
  UP,
  { side: "right", x: 19.5, y: 0, outline: "M31-12v24H8V4.5L0 0 8-4.5V-12z" },
  { side: "left", x: -19.5, y: 0, outline: "M-31-12v24H-8V4.5L0 0-8-4.5V-12z" },
  { side: "down", x: 0, y: 19.5, outline: "M-12 31h24V8H4.5L0 0-4.5 8H-12z" },
];

/** One percent of a small map in px. Pins keep their size, so heads that fit here fit on every larger map. */
export const PERCENT_PX = 3.2;

/** The minimum distances in percent: between two heads, and between a head and another point. */
const HEADS_APART = 26 / PERCENT_PX;
const HEAD_TO_POINT = 16 / PERCENT_PX;

/**
 * Finds a head for every pin that covers no other head and no other point, first pins first. Undefined without space:
 * such a pin is a dot until it is highlighted.
 */
export function pinHeads(points: readonly MapPosition[]): (PinHead | undefined)[] {
  const occupied: MapPosition[] = [];
  return points.map((point) =>
    PIN_HEADS.find(({ x, y }) => {
      const center = { x: point.x + x / PERCENT_PX, y: point.y + y / PERCENT_PX };
      const isFree =
        !occupied.some((other) => isWithin(HEADS_APART, center, other)) &&
        !points.some((other) => isWithin(HEAD_TO_POINT, center, other));
      if (isFree) occupied.push(center);
      return isFree;
    }),
  );
}

/** The head of a highlighted pin, which is above the others and needs no space. */
export const HEAD_ABOVE = UP;

function isWithin(percent: number, a: MapPosition, b: MapPosition): boolean {
  return Math.abs(a.x - b.x) < percent && Math.abs(a.y - b.y) < percent;
}

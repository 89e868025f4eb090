import type { MapPosition } from "./frame.ts";

/** On which side of the point that it means a pin's head stands. */
export type PinSide = "up" | "right" | "left" | "down";

/** Where a pin's number stands from the point it means, in px, and its outline. */
export type PinHead = { side: PinSide; x: number; y: number; outline: string };

/** Above its point as on every map; where there is no room, at its right, left or below. */
const UP: PinHead = { side: "up", x: 0, y: -19.5, outline: "M-12-31h24v23H4.5L0 0-4.5-8H-12z" };
export const PIN_HEADS: readonly PinHead[] = [
  UP,
  { side: "right", x: 19.5, y: 0, outline: "M31-12v24H8V4.5L0 0 8-4.5V-12z" },
  { side: "left", x: -19.5, y: 0, outline: "M-31-12v24H-8V4.5L0 0-8-4.5V-12z" },
  { side: "down", x: 0, y: 19.5, outline: "M-12 31h24V8H4.5L0 0-4.5 8H-12z" },
];

/** One percent of a small map, in px: a pin keeps its size, so what has room there has room on every larger one. */
export const PERCENT_PX = 3.2;

/** Two heads' width apart, and half a head with half a dot, in percent. */
const HEADS_APART = 26 / PERCENT_PX;
const HEAD_TO_POINT = 16 / PERCENT_PX;

/**
 * Gives every pin a head that covers no other head and no other pin's point, the first pins first. Undefined where
 * there is no room on any side: such a pin is a dot, until one points at it.
 */
export function pinHeads(points: readonly MapPosition[]): (PinHead | undefined)[] {
  const taken: MapPosition[] = [];
  return points.map((point) =>
    PIN_HEADS.find(({ x, y }) => {
      const middle = { x: point.x + x / PERCENT_PX, y: point.y + y / PERCENT_PX };
      const isFree =
        !taken.some((other) => isWithin(HEADS_APART, middle, other)) &&
        !points.some((other) => isWithin(HEAD_TO_POINT, middle, other));
      if (isFree) taken.push(middle);
      return isFree;
    }),
  );
}

/** The head of a pin that is pointed at: it lies above the others and needs no room. */
export const HEAD_ABOVE = UP;

function isWithin(percent: number, a: MapPosition, b: MapPosition): boolean {
  return Math.abs(a.x - b.x) < percent && Math.abs(a.y - b.y) < percent;
}

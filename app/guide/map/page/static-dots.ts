import type { MapPosition } from "../base/frame.ts";

/** The results of a search that have a pin. Limits the URL, together with the numbered pins, to 3 kB. */
export const STATIC_DOTS_MAX = 500;

/** Steps across the picture, because three digits to the base of 36 count their square. A dot is wider than two of them. */
const STEPS = 216;

const DIGITS = 3;

const DOTS = /^(?:[0-9a-z]{3})*$/;

/**
 * The dots of a static map as a part of its URL: three letters or digits each.
 *
 * @param positions In percent. Those outside of the picture are left out, and of those in one spot all but one.
 */
export function writeStaticDots(positions: readonly MapPosition[]): string {
  const spots = positions.flatMap(({ x, y }) => {
    const [column, row] = [Math.floor((x / 100) * STEPS), Math.floor((y / 100) * STEPS)];
    return isStep(column) && isStep(row) ? [row * STEPS + column] : [];
  });
  return [...new Set(spots)]
    .slice(0, STATIC_DOTS_MAX)
    .map((spot) => spot.toString(36).padStart(DIGITS, "0"))
    .join("");
}

/** Reads what `writeStaticDots` wrote; null if it is invalid. */
export function readStaticDots(text: string): MapPosition[] | null {
  if (!DOTS.test(text) || text.length > STATIC_DOTS_MAX * DIGITS) return null;
  return Array.from({ length: text.length / DIGITS }, (_, index) => {
    const spot = Number.parseInt(text.slice(index * DIGITS, (index + 1) * DIGITS), 36);
    return { x: percent(spot % STEPS), y: percent(Math.floor(spot / STEPS)) };
  });
}

function isStep(step: number): boolean {
  return step >= 0 && step < STEPS;
}

/** The middle of a step. */
function percent(step: number): number {
  return Math.round(((step + 0.5) / STEPS) * 1000) / 10;
}

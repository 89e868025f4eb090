import type { MapPosition } from "../base/frame.ts";

/** A pin of the static picture: its row number, or "" for the only pin of a page, and its position in percent. */
export type StaticPin = { label: string; at: MapPosition };

/** More than the longest list beside a map. Limits the URL, which every proxy must accept. */
export const STATIC_PINS_MAX = 120;

/** "7,736,-28": number, then x and y in tenths of a percent. */
const PIN = /^(\d{0,4}),(-?\d{1,4}),(-?\d{1,4})$/;

/**
 * The URL of the picture of a map's pins: `/map/still/1,736,728;2,647,689/walk-day.svg`, with dots for places that the list
 * doesn't have yet `/map/still/1,736,728~0a1b2c/pins-day.svg`.
 *
 * The URL contains the pins, so a page carries one line instead of a drawing, and the server looks up nothing.
 */
export function staticPinsHref(
  pins: readonly StaticPin[],
  { joinsPins, light, dots = "" }: { joinsPins: boolean; light: "day" | "night"; dots?: string },
): string {
  const list = pins.slice(0, STATIC_PINS_MAX).map(({ label, at }) => [label, tenths(at.x), tenths(at.y)].join(","));
  const drawn = dots === "" ? list.join(";") : `${list.join(";")}~${dots}`;
  return `/map/still/${drawn}/${joinsPins ? "walk" : "pins"}-${light}.svg`;
}

/** Reads the list of pins in such a URL; null if it is invalid. */
export function readStaticPins(list: string): StaticPin[] | null {
  const parts = list.split(";");
  if (parts.length > STATIC_PINS_MAX) return null;
  const pins = parts.flatMap((part): StaticPin[] => {
    const [, label, x, y] = PIN.exec(part) ?? [];
    return label === undefined ? [] : [{ label, at: { x: Number(x) / 10, y: Number(y) / 10 } }];
  });
  return pins.length === parts.length ? pins : null;
}

function tenths(percent: number): number {
  // Adding zero turns -0 into 0, which would be another URL.
  return Math.round(percent * 10) + 0;
}

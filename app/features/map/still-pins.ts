import type { MapPosition } from "./frame.ts";

/** A pin of the still picture: its number in the list, or "" for the only pin of a page; percent of the picture's sides. */
export type StillPin = { label: string; at: MapPosition };

/** As many as the longest list beside a map holds; an address must stay one that every proxy takes. */
export const STILL_PINS_MAX = 120;

/** "7,736,-28": number, then x and y in tenths of a percent. */
const PIN = /^(\d{0,4}),(-?\d{1,4}),(-?\d{1,4})$/;

/**
 * Where the picture of a map's pins is: `/map/still/1,736,728;2,647,689/walk-day.svg`. What it shows is in its address, so
 * a page carries a line in place of a drawing, and the server needs to look up nothing.
 */
export function stillPinsHref(
  pins: readonly StillPin[],
  { joinsPins, light }: { joinsPins: boolean; light: "day" | "night" },
): string {
  const list = pins.slice(0, STILL_PINS_MAX).map(({ label, at }) => [label, tenths(at.x), tenths(at.y)].join(","));
  return `/map/still/${list.join(";")}/${joinsPins ? "walk" : "pins"}-${light}.svg`;
}

/** Reads the list in such an address; null when it is none. */
export function readStillPins(list: string): StillPin[] | null {
  const parts = list.split(";");
  if (parts.length > STILL_PINS_MAX) return null;
  const pins = parts.flatMap((part): StillPin[] => {
    const [, label, x, y] = PIN.exec(part) ?? [];
    return label === undefined ? [] : [{ label, at: { x: Number(x) / 10, y: Number(y) / 10 } }];
  });
  return pins.length === parts.length ? pins : null;
}

function tenths(percent: number): number {
  // Plus zero, because -0 would be written as another address than 0.
  return Math.round(percent * 10) + 0;
}

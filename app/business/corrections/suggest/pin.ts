import { isInDistrictBox } from "#app/guide/places/filters/place-filters.ts";
import type { Point } from "#app/lib/geo.ts";

/** A place's map pin after a change of address: unchanged, removed or at a point. */
export type Pin = "unchanged" | "none" | Point;

/** The submitted values of the pin fields. */
export type PinFormValues = { pin: string; lat: string; lng: string };

/** The precision of positions: about a meter. */
const DECIMALS = 5;

/** @returns Null: nothing was chosen. "outside": not a point in the District. */
export function parsePin({ pin, lat, lng }: PinFormValues): Pin | "outside" | null {
  if (pin === "unchanged" || pin === "none") return pin;
  if (pin !== "set") return null;
  const point = { lat: degrees(lat), lng: degrees(lng) };
  return isInDistrictBox(point) ? point : "outside";
}

/** NaN if the text isn't a number; NaN is in no bounding box. */
function degrees(text: string): number {
  const plain = text.trim().replace("\u2212", "-");
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(plain) ? Number(Number(plain).toFixed(DECIMALS)) : Number.NaN;
}

/** "38.90512, -77.03152" */
export function formatPoint({ lat, lng }: Point): string {
  return `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`;
}

type Address = { street: string; quadrant: string | null };

/**
 * The preselected pin: kept if only the house number within a block changes, none if the place has no pin. Null if the
 * editor has to choose.
 */
export function suggestPin(given: { before: Address | null; after: Address | null; hasPin: boolean }): Pin | null {
  const { before, after, hasPin } = given;
  if (!hasPin) return "none";
  if (before === null || after === null) return null;
  return blockOf(before) !== null && blockOf(before) === blockOf(after) ? "unchanged" : null;
}

/** "18 kalorama road nw": the house number's hundred and the street. Null without a number. */
function blockOf({ street, quadrant }: Address): string | null {
  const [, number, name = ""] = /^(\d{1,6})\S*\s+(.+)$/.exec(street) ?? [];
  if (number === undefined) return null;
  return `${Math.floor(Number(number) / 100)} ${name} ${quadrant ?? ""}`.toLowerCase();
}

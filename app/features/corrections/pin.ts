import { isInDistrictBox } from "#app/features/places/place-filters.ts";
import type { Point } from "#app/lib/geo.ts";

/** Where the map shows a place from now on: where it did, nowhere until somebody measures it, or here. */
export type Pin = "kept" | "none" | Point;

/** What stood in the fields about the pin when a form was refused. */
export type TypedPin = { pin: string; lat: string; lng: string };

/** What facts have: about a meter. */
const DECIMALS = 5;

/** @returns Null: nothing was chosen. "outside": no point in the District. */
export function readPin({ pin, lat, lng }: TypedPin): Pin | "outside" | null {
  if (pin === "kept" || pin === "none") return pin;
  if (pin !== "set") return null;
  const point = { lat: degrees(lat), lng: degrees(lng) };
  return isInDistrictBox(point) ? point : "outside";
}

/** NaN for what is no number of degrees; that is in no box. */
function degrees(text: string): number {
  const plain = text.trim().replace("\u2212", "-");
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(plain) ? Number(Number(plain).toFixed(DECIMALS)) : Number.NaN;
}

/** "38.90512, -77.03152" */
export function pinLabel({ lat, lng }: Point): string {
  return `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`;
}

type Address = { street: string; quadrant: string | null };

/**
 * What an editor begins with: a wrong house number in the right block leaves the pin about right; a place that has none
 * stays without. Null: only the editor can say.
 */
export function likelyPin(given: { before: Address | null; after: Address | null; hasPin: boolean }): Pin | null {
  const { before, after, hasPin } = given;
  if (!hasPin) return "none";
  if (before === null || after === null) return null;
  return blockOf(before) !== null && blockOf(before) === blockOf(after) ? "kept" : null;
}

/** "18 kalorama road nw": the hundred of the house number, and the street. Null without a number. */
function blockOf({ street, quadrant }: Address): string | null {
  const [, number, name = ""] = /^(\d{1,6})\S*\s+(.+)$/.exec(street) ?? [];
  if (number === undefined) return null;
  return `${Math.floor(Number(number) / 100)} ${name} ${quadrant ?? ""}`.toLowerCase();
}

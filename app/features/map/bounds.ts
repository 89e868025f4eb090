/** A box on the earth in degrees, WGS 84; west of east and south of north. */
export type Bounds = { west: number; south: number; east: number; north: number };

/** Four decimals are 11 m: finer than a pixel of any map that shows more than one street. */
const DECIMALS = 4;

const DEGREES = /^-?\d{1,3}(?:\.\d{1,15})?$/;

/**
 * Reads "west,south,east,north", the order of GeoJSON and of every map service.
 *
 * @returns Null for anything else: another number of values, no numbers, beyond the earth, or an empty box.
 */
export function readBounds(text: string): Bounds | null {
  // Longer than four numbers can be; nothing unbounded meets the expression.
  if (text.length > 80) return null;
  const values = text.split(",");
  if (values.length !== 4 || !values.every((value) => DEGREES.test(value))) return null;
  const [west = 0, south = 0, east = 0, north = 0] = values.map((value) => rounded(Number(value)));
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90) return null;
  return west < east && south < north ? { west, south, east, north } : null;
}

/** The one way an address says a box; `readBounds` gives back the same. */
export function writeBounds({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => String(rounded(degrees))).join(",");
}

function rounded(degrees: number): number {
  // Plus zero, because -0 would be written as another address than 0.
  return Math.round(degrees * 10 ** DECIMALS) / 10 ** DECIMALS + 0;
}

/** An area on the earth in degrees, WGS 84. West is less than east, south less than north. */
export type Bounds = { west: number; south: number; east: number; north: number };

/** Four decimals are 11 m, less than a pixel on any map of more than one street. */
const DECIMALS = 4;

const DEGREES = /^-?\d{1,3}(?:\.\d{1,15})?$/;

/**
 * Reads "west,south,east,north", the order of GeoJSON and all map services.
 *
 * @returns Null for anything else: another number of values, invalid numbers, degrees out of range, or an empty area.
 */
export function readBounds(text: string): Bounds | null {
  // Longer than four numbers can be. Limits what the regular expression sees.
  if (text.length > 80) return null;
  const values = text.split(",");
  if (values.length !== 4 || !values.every((value) => DEGREES.test(value))) return null;
  const [west = 0, south = 0, east = 0, north = 0] = values.map((value) => rounded(Number(value)));
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90) return null;
  return west < east && south < north ? { west, south, east, north } : null;
}

/** The canonical form of bounds in a URL, which `readBounds` reads back. */
export function writeBounds({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map((degrees) => String(rounded(degrees))).join(",");
}

function rounded(degrees: number): number {
  // Adding zero turns -0 into 0, which would be another URL.
  return Math.round(degrees * 10 ** DECIMALS) / 10 ** DECIMALS + 0;
}

import type { Point } from "#app/lib/geo.ts";

/** Those that say which place a row is, and where. */
export const POSITION_COLUMNS = ["id", "geometry"];

/** What every release has. */
export const REQUIRED_COLUMNS = [...POSITION_COLUMNS, "names"];

const COLUMNS = [
  ...REQUIRED_COLUMNS,
  ..."basic_category taxonomy operating_status websites phones addresses sources".split(" "),
];

const NEEDED = new Set([
  ...COLUMNS,
  ..."primary hierarchy alternates freeform postcode region country property license update_time".split(" "),
  // How Parquet files write lists.
  ..."list element bag array array_element item".split(" "),
]);

/** Whether the import reads the values at a path, such as "names", "primary". A list of texts has them at "list", "element". */
export function isNeeded(path: readonly string[]): boolean {
  return path.every((name) => NEEDED.has(name)) && COLUMNS.includes(path[0] ?? "");
}

/**
 * Where a row says that its place is.
 *
 * @param row Its id and its geometry as bytes, as the Parquet reader returns them.
 * @returns Null when it isn't a point.
 * @throws Error for a row without an id, which no place is.
 */
export function placePoint({ id, geometry }: Record<string, unknown>): Point | null {
  // Rows that a file promises and doesn't have are read as empty.
  if (typeof id !== "string" || id === "") throw new Error("a row has no id");
  return pointOf(geometry);
}

/** A row whose geometry is read. */
export type PlaceRow = { geometry: Point; [column: string]: unknown };

/** A row as the import reads it: one line of JSON. */
export function placeRecord({ geometry: { lat, lng }, ...row }: PlaceRow): string {
  return JSON.stringify({ ...row, geometry: { type: "Point", coordinates: [lng, lat] } }, readField);
}

/** Leaves out what is null. 64-bit integers arrive as BigInt, which JSON doesn't have. */
function readField(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : (value ?? undefined);
}

/** Well-known binary: byte order, kind (1 is a point), longitude, latitude. */
const POINT_BYTES = 21;
const POINT_KIND = 1;

function pointOf(geometry: unknown): Point | null {
  if (!(geometry instanceof Uint8Array) || geometry.length < POINT_BYTES) return null;
  const view = new DataView(geometry.buffer, geometry.byteOffset, geometry.byteLength);
  const isLittleEndian = view.getUint8(0) === 1;
  if (view.getUint32(1, isLittleEndian) !== POINT_KIND) return null;
  const [lng, lat] = [view.getFloat64(5, isLittleEndian), view.getFloat64(13, isLittleEndian)];
  return Number.isFinite(lng) && Number.isFinite(lat) ? { lat, lng } : null;
}

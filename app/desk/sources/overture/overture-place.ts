import type { Point } from "#app/lib/geo.ts";

/** The columns of Overture's places that the import reads, or that say where a place is. */
export const PLACE_COLUMNS = [
  "id",
  "geometry",
  "names",
  "basic_category",
  "taxonomy",
  "operating_status",
  "websites",
  "phones",
  "addresses",
  "sources",
];

/** What every release has. */
export const REQUIRED_COLUMNS = ["id", "geometry", "names"];

/** Fields at any depth that the import reads. */
const FIELDS = new Set([
  ...PLACE_COLUMNS,
  ..."type coordinates primary hierarchy alternates freeform postcode region country".split(" "),
  ..."property dataset license update_time".split(" "),
]);

/**
 * A row of Overture's places as the import reads it.
 *
 * @param row As the Parquet reader returns it, with the geometry as bytes.
 * @param isInDistrict Whether to take places at a point.
 * @returns One line of JSON; null for a row elsewhere.
 * @throws Error for a row that isn't one of places.
 */
export function placeRecord(row: Record<string, unknown>, isInDistrict: (point: Point) => boolean): string | null {
  // Rows that a file promises and doesn't have are read as empty.
  if (typeof row["id"] !== "string" || row["id"] === "") throw new Error("a row has no id");
  const point = pointOf(row["geometry"]);
  if (point === null || !isInDistrict(point)) return null;
  const geometry = { type: "Point", coordinates: [point.lng, point.lat] };
  return JSON.stringify({ ...row, geometry }, readField);
}

/** Leaves out what the import doesn't read, and what is null. 64-bit integers arrive as BigInt, which JSON doesn't have. */
function readField(key: string, value: unknown): unknown {
  if (key !== "" && !FIELDS.has(key) && !/^\d+$/.test(key)) return undefined;
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

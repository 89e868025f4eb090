import { COLUMNS_MAX } from "../mapping/column-mapping.ts";
import { geometryCenter, getPath, getText, toSingleLine } from "./parse-fields.ts";

/** What a record may nest: `location.address.street`. */
const DEPTH_MAX = 4;
/** A cell's text; longer ones are stories. */
const CELL_CHARACTERS_MAX = 4_000;

/**
 * A JSON record as a table's row, by column. Names of nested values are joined by a dot, values of a list by semicolons. A
 * GeoJSON feature has its properties, and its position as latitude and longitude.
 */
export function flattenRecord(record: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const isFeature = getText(record, "type") === "Feature";
  if (isFeature) {
    add(cells, "id", getText(record, "id"));
    const center = geometryCenter(getPath(record, "geometry"));
    add(cells, "latitude", center === null ? "" : String(center.lat));
    add(cells, "longitude", center === null ? "" : String(center.lng));
  }
  flatten(isFeature ? getPath(record, "properties") : record, { path: "", depth: 0, cells });
  return cells;
}

function flatten(
  value: unknown,
  { path, depth, cells }: { path: string; depth: number; cells: Map<string, string> },
): void {
  if (Array.isArray(value)) return add(cells, path, value.map(listEntry).filter(Boolean).join("; "));
  if (typeof value !== "object" || value === null) return add(cells, path, textOf(value));
  if (depth === DEPTH_MAX) return;
  for (const [key, inner] of Object.entries(value)) {
    flatten(inner, { path: path === "" ? key : `${path}.${key}`, depth: depth + 1, cells });
  }
}

function add(cells: Map<string, string>, path: string, text: string): void {
  if (path !== "" && text !== "" && !cells.has(path) && cells.size < COLUMNS_MAX) cells.set(path, text);
}

/** An entry of a list, such as Yelp's categories: the text itself, or its title or name. */
function listEntry(entry: unknown): string {
  if (typeof entry !== "object") return textOf(entry);
  return ["title", "name", "label"].map((key) => getText(entry, key)).find((text) => text !== "") ?? "";
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" || typeof value === "number"
    ? toSingleLine(String(value).slice(0, CELL_CHARACTERS_MAX))
    : "";
}

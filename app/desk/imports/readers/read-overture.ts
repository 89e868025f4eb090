import { type ParsedEntry, toClosedEntry } from "./imported-facts.ts";
import { getPath, parseIsoDay, getList, parsePoint, geometryCenter, parseRawPlace, getText } from "./parse-fields.ts";

/**
 * One Overture place: a GeoJSON feature, or a row of its Parquet files as JSON.
 *
 * Its confidence is about the place's existence, not about whether it is still open.
 *
 * @see https://docs.overturemaps.org/schema/reference/places/place/
 */
export function readOverture(feature: unknown): ParsedEntry {
  const properties = getPath(feature, "properties");
  const place = typeof properties === "object" && properties !== null ? properties : feature;
  const name = getText(place, "names", "primary");
  if (getPath(place, "names") === undefined) return { skip: "not-a-place" };
  const status = getText(place, "operating_status");
  const address = elements(place, "addresses")[0];
  const basic = getText(place, "basic_category");
  const read = parseRawPlace({
    id: getText(feature, "id") || getText(place, "id"),
    name,
    street: getText(address, "freeform"),
    zip: getText(address, "postcode"),
    region: getText(address, "region"),
    country: getText(address, "country"),
    position: geometryCenter(getPath(feature, "geometry")) ?? wellKnownPoint(getText(feature, "geometry")),
    phone: firstText(elements(place, "phones")),
    website: firstText(elements(place, "websites")),
    kinds: [
      getText(place, "categories", "primary"),
      getText(place, "taxonomy", "primary"),
      ...texts(elements(place, "categories", "alternate")),
      ...texts(elements(place, "taxonomy", "hierarchy")).reverse(),
      basic,
    ],
    checkedOn: monthOf(elements(place, "sources")),
  });
  if (!status.endsWith("closed")) return read;
  return toClosedEntry(read, status === "temporarily_closed" ? "temporary" : "permanent");
}

/** Parquet lists, as some programs write them in JSON: `{list: [{element: …}]}`. */
function elements(value: unknown, ...path: string[]): unknown[] {
  const nested = getPath(value, ...path, "list");
  return Array.isArray(nested) ? nested.map((each) => getPath(each, "element")) : getList(value, ...path);
}

function firstText(found: unknown[]): string {
  return texts(found)[0] ?? "";
}

/** List elements read; an Overture place has a handful. */
const LISTED_MAX = 20;

function texts(found: unknown[]): string[] {
  return found
    .slice(0, LISTED_MAX)
    .map((each) => getText([each], 0))
    .filter((text) => text !== "");
}

/** "POINT(-77.03 38.9)" */
function wellKnownPoint(text: string) {
  const [, lng = "", lat = ""] = /^POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/i.exec(text) ?? [];
  return lng === "" ? null : parsePoint(lat, lng);
}

/** Month precision only: the day is when the data was updated, not when the entry was checked. */
function monthOf(sources: unknown[]): string | null {
  const days = sources.map((source) => parseIsoDay(getText(source, "update_time"))).filter((day) => day !== null);
  return days.sort().at(-1)?.slice(0, 7) ?? null;
}

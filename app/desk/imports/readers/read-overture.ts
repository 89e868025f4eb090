import { type ParsedEntry, toClosedEntry } from "./imported-facts.ts";
import { getPath, parseIsoDay, getList, parsePoint, geometryCenter, parseRawPlace, getText } from "./parse-fields.ts";

/**
 * One Overture place: a GeoJSON feature, or a row of its Parquet files as JSON.
 *
 * Its confidence is about the place's existence, not about whether it is still open. Since schema 2.0.0 it has no categories
 * besides those of the taxonomy.
 *
 * @see https://docs.overturemaps.org/schema/reference/places/place/
 */
export function readOverture(feature: unknown): ParsedEntry {
  const properties = getPath(feature, "properties");
  const place = typeof properties === "object" && properties !== null ? properties : feature;
  const name = getText(place, "names", "primary");
  if (getPath(place, "names") === undefined) return { skip: "not-a-place" };
  const sources = elements(place, "sources");
  if (!sources.every(isAccepted)) return { skip: "license", name };
  const status = getText(place, "operating_status");
  const address = elements(place, "addresses")[0];
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
      ...taxonomyKinds(place),
      ...texts(elements(place, "categories", "alternate")),
    ],
    checkedOn: monthOf(sources),
  });
  if (!status.endsWith("closed")) return read;
  return toClosedEntry(read, status === "temporarily_closed" ? "temporary" : "permanent");
}

/**
 * The licenses under which Overture has places: those of Meta, Microsoft and others, of Foursquare, and of All the Places.
 *
 * @see https://docs.overturemaps.org/attribution/
 */
const LICENSES = new Set(["CDLA-Permissive-2.0", "Apache-2.0", "CC0-1.0"]);

/** A source without a license has that of the whole theme. */
function isAccepted(source: unknown): boolean {
  const license = getText(source, "license");
  return license === "" || LICENSES.has(license);
}

/**
 * The most specific first. The top of the hierarchy, such as "shopping", is a field of life that says nothing of a place whose
 * own kind isn't known. What else a place is comes last.
 */
function taxonomyKinds(place: unknown): string[] {
  const [, ...path] = texts(elements(place, "taxonomy", "hierarchy"));
  const kinds = [getText(place, "taxonomy", "primary"), ...path.reverse(), getText(place, "basic_category")];
  return [...new Set([...kinds, ...texts(elements(place, "taxonomy", "alternates"))])];
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

/**
 * Month precision only: the day is when the data was updated, not when the entry was checked. Sources of single fields, such as
 * a status that Overture computes itself, count only when no other is there.
 */
function monthOf(sources: unknown[]): string | null {
  const ofPlace = sources.filter((source) => getText(source, "property") === "");
  const days = (ofPlace.length > 0 ? ofPlace : sources)
    .map((source) => parseIsoDay(getText(source, "update_time")))
    .filter((day) => day !== null);
  return days.sort().at(-1)?.slice(0, 7) ?? null;
}

import type { ReadEntry } from "./imported-facts.ts";
import { at, dayOf, listAt, point, pointOf, readFound, textAt } from "./read-parts.ts";

/**
 * One Overture place: a GeoJSON feature, or a row of its Parquet files as JSON.
 *
 * Its confidence is about the place's existence, not about whether it is still open.
 *
 * @see https://docs.overturemaps.org/schema/reference/places/place/
 */
export function readOverture(feature: unknown): ReadEntry {
  const properties = at(feature, "properties");
  const place = typeof properties === "object" && properties !== null ? properties : feature;
  const name = textAt(place, "names", "primary");
  if (at(place, "names") === undefined) return { skip: "not-a-place" };
  if (textAt(place, "operating_status").endsWith("closed")) return { skip: "closed" };
  const address = elements(place, "addresses")[0];
  const basic = textAt(place, "basic_category");
  return readFound({
    id: textAt(feature, "id") || textAt(place, "id"),
    name,
    street: textAt(address, "freeform"),
    zip: textAt(address, "postcode"),
    region: textAt(address, "region"),
    country: textAt(address, "country"),
    position: pointOf(at(feature, "geometry")) ?? wellKnownPoint(textAt(feature, "geometry")),
    phone: firstText(elements(place, "phones")),
    website: firstText(elements(place, "websites")),
    kinds: [
      textAt(place, "categories", "primary"),
      textAt(place, "taxonomy", "primary"),
      ...texts(elements(place, "categories", "alternate")),
      ...texts(elements(place, "taxonomy", "hierarchy")).reverse(),
      basic,
    ],
    checkedOn: monthOf(elements(place, "sources")),
  });
}

/** Parquet lists, as some programs write them in JSON: `{list: [{element: …}]}`. */
function elements(value: unknown, ...path: string[]): unknown[] {
  const nested = at(value, ...path, "list");
  return Array.isArray(nested) ? nested.map((each) => at(each, "element")) : listAt(value, ...path);
}

function firstText(found: unknown[]): string {
  return texts(found)[0] ?? "";
}

/** List elements read; an Overture place has a handful. */
const LISTED_MAX = 20;

function texts(found: unknown[]): string[] {
  return found
    .slice(0, LISTED_MAX)
    .map((each) => textAt([each], 0))
    .filter((text) => text !== "");
}

/** "POINT(-77.03 38.9)" */
function wellKnownPoint(text: string) {
  const [, lng = "", lat = ""] = /^POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/i.exec(text) ?? [];
  return lng === "" ? null : point(lat, lng);
}

/** Month precision only: the day is when the data was updated, not when the entry was checked. */
function monthOf(sources: unknown[]): string | null {
  const days = sources.map((source) => dayOf(textAt(source, "update_time"))).filter((day) => day !== null);
  return days.sort().at(-1)?.slice(0, 7) ?? null;
}

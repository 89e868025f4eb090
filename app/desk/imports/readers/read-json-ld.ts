import type { ParsedEntry } from "./imported-facts.ts";
import { parseSchemaOrgHours } from "./read-hours.ts";
import { PLACE_TYPES } from "./schema-org-places.ts";
import { getPath, parseIsoDay, getList, parsePoint, parseRawPlace, getText } from "./parse-fields.ts";

/** Departments within departments; no real file nests deeper. */
const DEPTH_MAX = 4;

/**
 * The places in a JSON-LD object: itself, its `@graph`, list items and departments. Ratings are ignored, since they
 * come from another site's readers.
 *
 * @see https://schema.org/LocalBusiness
 */
export function readJsonLd(thing: unknown): ParsedEntry[] {
  const entries = placeThings(thing).map(readThing);
  return entries.length === 0 ? [{ skip: "not-a-place" }] : entries;
}

/** The objects that may be places in a JSON-LD object or a list of such. */
export function placeThings(thing: unknown): unknown[] {
  return collectThings(thing, 0);
}

function collectThings(thing: unknown, depth: number): unknown[] {
  if (depth > DEPTH_MAX || typeof thing !== "object" || thing === null) return [];
  if (Array.isArray(thing)) return thing.flatMap((each) => collectThings(each, depth + 1));
  const inner = [
    ...getList(thing, "@graph"),
    ...getList(thing, "itemListElement").map((item) => getPath(item, "item") ?? item),
    ...getList(thing, "mainEntity"),
    ...getList(thing, "department"),
  ];
  const own = typesOf(thing).some((type) => PLACE_TYPES.has(type)) ? [thing] : [];
  return [...own, ...inner.flatMap((each) => collectThings(each, depth + 1))];
}

/** Types come in no order: specific ones are sorted before these general ones. */
const GENERAL_TYPES = /^(?:Thing|Place|Organization|LocalBusiness|Store|FoodEstablishment|HealthAndBeautyBusiness)$/;

function typesOf(thing: unknown): string[] {
  return getList(thing, "@type").flatMap((type) =>
    typeof type === "string" ? [type.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/, "")] : [],
  );
}

function readThing(thing: unknown): ParsedEntry {
  const address = getList(thing, "address")[0];
  const isText = typeof address === "string";
  const hours = parseSchemaOrgHours(thing);
  const geo = getList(thing, "geo")[0];
  const id = getText(thing, "@id");
  return parseRawPlace({
    // A document-local name ("#store", "_:b0") isn't an id outside the document.
    id: /^https?:/.test(id) ? id : "",
    name: getText(thing, "name"),
    street: isText ? getText(thing, "address") : getText(address, "streetAddress"),
    zip: isText ? "" : getText(address, "postalCode"),
    region: isText ? "" : getText(address, "addressRegion"),
    country: isText ? "" : getText(address, "addressCountry", "name") || getText(address, "addressCountry"),
    position:
      parsePoint(getPath(geo, "latitude"), getPath(geo, "longitude")) ??
      parsePoint(getPath(thing, "latitude"), getPath(thing, "longitude")),
    phone: getText(thing, "telephone") || getText(getList(thing, "telephone"), 0),
    website: getText(thing, "url"),
    price: getText(thing, "priceRange"),
    description: getText(thing, "description"),
    facts: hours ?? {},
    unread: hours === null ? ["hours"] : [],
    kinds: typesOf(thing).toSorted((a, b) => Number(GENERAL_TYPES.test(a)) - Number(GENERAL_TYPES.test(b))),
    cuisine: getList(thing, "servesCuisine")
      .filter((each) => typeof each === "string")
      .join(";")
      .toLowerCase()
      .replaceAll(" ", "_"),
    checkedOn: parseIsoDay(getText(thing, "dateModified")),
  });
}

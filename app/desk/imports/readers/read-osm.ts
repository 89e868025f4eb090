import { WikidataIdSchema } from "#app/guide/places/facts/place-facts.ts";
import type { Attribute, Attributes, Point } from "#app/guide/places/place.ts";

import { type ParsedEntry, toClosedEntry } from "./imported-facts.ts";
import { parseHoursText } from "./read-hours.ts";
import {
  getPath,
  boundsCenter,
  parseIsoDay,
  getList,
  parsePoint,
  geometryCenter,
  parseRawPlace,
  getText,
} from "./parse-fields.ts";

/** The keys that say what an element is, the most specific first. */
const KIND_KEYS = ["amenity", "shop", "tourism", "leisure", "healthcare", "craft", "office", "historic"] as const;

/**
 * One Overpass element, or one feature from overpass-turbo or osmium. An element without tags is only a corner of
 * another.
 *
 * @param middle The center of a way or relation whose corners are separate elements.
 * @see https://wiki.openstreetmap.org/wiki/Overpass_API and https://docs.osmcode.org/osmium/latest/osmium-export.html
 */
export function readOsm(entry: unknown, middle: Point | null = null): ParsedEntry {
  const properties = getPath(entry, "properties");
  const isFeature = typeof properties === "object" && properties !== null;
  const tags = isFeature ? (getPath(properties, "tags") ?? properties) : getPath(entry, "tags");
  if (typeof tags !== "object" || tags === null) return { skip: "not-a-place" };
  const tag = (...names: string[]) => names.map((name) => getText(tags, name)).find((text) => text !== "") ?? "";
  const kinds = KIND_KEYS.flatMap((key) =>
    tag(key) === "" || tag(key) === "no"
      ? []
      : tag(key)
          .split(";")
          .map((value) => `${key}=${value.trim()}`),
  );
  const isGone = Object.keys(tags).some((key) => /^(?:disused|was|abandoned|demolished|removed):/.test(key));
  if (kinds.length === 0 && !isGone) return { skip: "not-a-place" };
  const isClosed = kinds.length === 0 || isClosedByTags(tag);
  const checkedOn = parseIsoDay(tag("check_date", "check_date:opening_hours", "survey:date"));
  const read = parseRawPlace({
    id: isFeature ? featureId(entry, properties) : elementId(entry),
    name: tag("name:en", "name", "brand", "operator", ...(isClosed ? ["disused:name", "was:name", "old_name"] : [])),
    street: [tag("addr:housenumber"), tag("addr:street")].filter((part) => part !== "").join(" "),
    zip: tag("addr:postcode"),
    region: tag("addr:state"),
    country: tag("addr:country"),
    position: isFeature ? geometryCenter(getPath(entry, "geometry")) : (elementPoint(entry) ?? middle),
    phone: tag("phone", "contact:phone"),
    website: tag("website", "contact:website", "url"),
    description: tag("description:en", "description"),
    facts: { ...parseHoursText(tag("opening_hours")), ...attributesOf(tag), ...wikidataOf(tag) },
    kinds,
    cuisine: tag("cuisine"),
    otherNames: OTHER_NAME_TAGS.map((name) => tag(name)).join(";"),
    checkedOn,
  });
  if (isClosed) return toClosedEntry(read, "permanent");
  const isOutline = !isFeature && getText(entry, "type") !== "node";
  return isOutline && "skip" in read && read.skip === "no-position" ? { ...read, skip: "no-corners" } : read;
}

/** Whether a place with a kind is closed. Hours of "closed" are how some mark it. */
function isClosedByTags(tag: (...names: string[]) => string): boolean {
  return tag("disused", "abandoned") === "yes" || tag("opening_hours") === "closed";
}

function elementId(element: unknown): string {
  const [type, id] = [getText(element, "type"), getText(element, "id")];
  return /^(?:node|way|relation)$/.test(type) && id !== "" ? `${type}/${id}` : "";
}

/** "node/123" for "node/123" and "n123"; osmium's area ids ("a246") are twice the way's id. */
function featureId(feature: unknown, properties: unknown): string {
  const type = getText(properties, "@type");
  const id = getText(properties, "@id") || getText(feature, "id");
  if (/^(?:node|way|relation)\/\d+$/.test(id)) return id;
  if (type !== "" && /^\d+$/.test(id)) return `${type}/${id}`;
  const [, letter = "", digits = ""] = /^([nwra])(\d{1,15})$/.exec(id) ?? [];
  if (letter === "a")
    return Number(digits) % 2 === 0 ? `way/${Number(digits) / 2}` : `relation/${(Number(digits) - 1) / 2}`;
  const long = { n: "node", w: "way", r: "relation" }[letter];
  return long === undefined ? id : `${long}/${digits}`;
}

/** The position in the element itself, for each of Overpass's "out" modes: body, center, bb or geom. */
export function elementPoint(element: unknown): Point | null {
  return (
    parsePoint(getPath(element, "lat"), getPath(element, "lon")) ??
    parsePoint(getPath(element, "center", "lat"), getPath(element, "center", "lon")) ??
    boundsMiddle(getPath(element, "bounds")) ??
    boundsCenter(outlineOf(element))
  );
}

function boundsMiddle(bounds: unknown): Point | null {
  const corner = parsePoint(getPath(bounds, "minlat"), getPath(bounds, "minlon"));
  const other = parsePoint(getPath(bounds, "maxlat"), getPath(bounds, "maxlon"));
  return corner === null || other === null ? null : boundsCenter([corner, other]);
}

/** Corners of a way or of a relation's members; null entries lie outside the requested box. */
function outlineOf(element: unknown): Point[] {
  const members = getList(element, "members");
  const corners = [
    ...getList(element, "geometry"),
    ...members,
    ...members.flatMap((each) => getList(each, "geometry")),
  ];
  return corners.flatMap((corner) => parsePoint(getPath(corner, "lat"), getPath(corner, "lon")) ?? []);
}

/**
 * Several names in one tag are separated by semicolons, which OpenStreetMap does too.
 *
 * @see https://wiki.openstreetmap.org/wiki/Names
 */
const OTHER_NAME_TAGS = ["official_name", "short_name", "alt_name", "old_name"];

const YES_NO_TAGS: [Attribute, tags: string[]][] = [
  ["outdoorSeating", ["outdoor_seating"]],
  ["takeout", ["takeaway"]],
  ["delivery", ["delivery"]],
  ["vegetarian", ["diet:vegetarian"]],
  ["reservations", ["reservation"]],
  ["dogsAllowed", ["dog"]],
  ["liveMusic", ["live_music"]],
];

/** Several ids in one tag are about several things. */
function wikidataOf(tag: (...names: string[]) => string): { wikidata?: string } {
  const { data: wikidata } = WikidataIdSchema.safeParse(tag("wikidata"));
  return wikidata === undefined ? {} : { wikidata };
}

function attributesOf(tag: (...names: string[]) => string): { attributes?: Attributes } {
  const attributes: Attributes = {};
  for (const [attribute, tags] of YES_NO_TAGS) {
    const value = tag(...tags);
    if (/^(?:yes|only|designated|recommended|required)$/.test(value)) attributes[attribute] = true;
    else if (value === "no") attributes[attribute] = false;
  }
  const wheelchair = tag("wheelchair");
  // "Limited" means a step somewhere, so it is neither yes nor no.
  if (wheelchair === "yes" || wheelchair === "no") attributes.stepFreeEntrance = wheelchair === "yes";
  const internet = tag("internet_access");
  if (/^(?:wlan|yes|wifi)$/.test(internet)) attributes.wifi = true;
  else if (internet === "no") attributes.wifi = false;
  if (tag("fee") === "no" && tag("tourism", "leisure") !== "") attributes.freeEntry = true;
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

import type { Attribute, Attributes, Point } from "#app/features/places/place.ts";

import type { ReadEntry } from "./imported-facts.ts";
import { osmHours } from "./read-hours.ts";
import { at, dayOf, point, pointOf, readFound, textAt } from "./read-parts.ts";

/** The keys that say what something is, the most particular first. */
const KIND_KEYS = ["amenity", "shop", "tourism", "leisure", "healthcare", "craft", "office", "historic"] as const;

/**
 * One element of Overpass, or one feature of overpass-turbo or osmium. What has no tags is a corner of something else.
 *
 * @see https://wiki.openstreetmap.org/wiki/Overpass_API and https://docs.osmcode.org/osmium/latest/osmium-export.html
 */
export function readOsm(entry: unknown): ReadEntry {
  const properties = at(entry, "properties");
  const isFeature = typeof properties === "object" && properties !== null;
  const tags = isFeature ? (at(properties, "tags") ?? properties) : at(entry, "tags");
  if (typeof tags !== "object" || tags === null) return { skip: "not-a-place" };
  const tag = (...names: string[]) => names.map((name) => textAt(tags, name)).find((text) => text !== "") ?? "";
  const kinds = KIND_KEYS.flatMap((key) =>
    tag(key) === "" || tag(key) === "no"
      ? []
      : tag(key)
          .split(";")
          .map((value) => `${key}=${value.trim()}`),
  );
  if (kinds.length === 0) {
    const isGone = Object.keys(tags).some((key) => /^(?:disused|was|abandoned|demolished|removed):/.test(key));
    return { skip: isGone ? "closed" : "not-a-place" };
  }
  if (/^(?:yes)$/.test(tag("disused", "abandoned")) || tag("opening_hours") === "closed") return { skip: "closed" };
  const checkedOn = dayOf(tag("check_date", "check_date:opening_hours", "survey:date"));
  return readFound({
    id: isFeature ? featureId(entry, properties) : elementId(entry),
    name: tag("name:en", "name", "brand", "operator"),
    street: [tag("addr:housenumber"), tag("addr:street")].filter((part) => part !== "").join(" "),
    zip: tag("addr:postcode"),
    region: tag("addr:state"),
    country: tag("addr:country"),
    position: isFeature ? pointOf(at(entry, "geometry")) : elementPoint(entry),
    phone: tag("phone", "contact:phone"),
    website: tag("website", "contact:website", "url"),
    description: tag("description:en", "description"),
    facts: { ...osmHours(tag("opening_hours")), ...attributesOf(tag) },
    kinds,
    cuisine: tag("cuisine"),
    checkedOn,
  });
}

function elementId(element: unknown): string {
  const [type, id] = [textAt(element, "type"), textAt(element, "id")];
  return /^(?:node|way|relation)$/.test(type) && id !== "" ? `${type}/${id}` : "";
}

/** "node/123" whether the file says "node/123", "n123" or "a246": osmium numbers areas by twice their way's number. */
function featureId(feature: unknown, properties: unknown): string {
  const type = textAt(properties, "@type");
  const id = textAt(properties, "@id") || textAt(feature, "id");
  if (/^(?:node|way|relation)\/\d+$/.test(id)) return id;
  if (type !== "" && /^\d+$/.test(id)) return `${type}/${id}`;
  const [, letter = "", digits = ""] = /^([nwra])(\d{1,15})$/.exec(id) ?? [];
  if (letter === "a")
    return Number(digits) % 2 === 0 ? `way/${Number(digits) / 2}` : `relation/${(Number(digits) - 1) / 2}`;
  const long = { n: "node", w: "way", r: "relation" }[letter];
  return long === undefined ? id : `${long}/${digits}`;
}

function elementPoint(element: unknown): Point | null {
  const own =
    point(at(element, "lat"), at(element, "lon")) ?? point(at(element, "center", "lat"), at(element, "center", "lon"));
  if (own !== null) return own;
  const bounds = at(element, "bounds");
  const [south, north] = [at(bounds, "minlat"), at(bounds, "maxlat")];
  const [west, east] = [at(bounds, "minlon"), at(bounds, "maxlon")];
  if (typeof south !== "number" || typeof north !== "number" || typeof west !== "number" || typeof east !== "number")
    return null;
  return point((south + north) / 2, (west + east) / 2);
}

const YES_NO_TAGS: [Attribute, tags: string[]][] = [
  ["outdoorSeating", ["outdoor_seating"]],
  ["takeout", ["takeaway"]],
  ["delivery", ["delivery"]],
  ["vegetarian", ["diet:vegetarian"]],
  ["reservations", ["reservation"]],
  ["dogsAllowed", ["dog"]],
  ["liveMusic", ["live_music"]],
];

function attributesOf(tag: (...names: string[]) => string): { attributes?: Attributes } {
  const attributes: Attributes = {};
  for (const [attribute, tags] of YES_NO_TAGS) {
    const value = tag(...tags);
    if (/^(?:yes|only|designated|recommended|required)$/.test(value)) attributes[attribute] = true;
    else if (value === "no") attributes[attribute] = false;
  }
  const wheelchair = tag("wheelchair");
  // "Limited" is a step somewhere: neither.
  if (wheelchair === "yes" || wheelchair === "no") attributes.stepFreeEntrance = wheelchair === "yes";
  const internet = tag("internet_access");
  if (/^(?:wlan|yes|wifi)$/.test(internet)) attributes.wifi = true;
  else if (internet === "no") attributes.wifi = false;
  if (tag("fee") === "no" && tag("tourism", "leisure") !== "") attributes.freeEntry = true;
  return Object.keys(attributes).length === 0 ? {} : { attributes };
}

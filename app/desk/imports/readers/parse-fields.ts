import type { ImportedFacts, ImportedField } from "#app/db/columns/import-columns.ts";
import { parsePhone, parseWebsite } from "#app/business/corrections/suggest/contact-fields.ts";
import { parseDcAddress } from "#app/guide/places/facts/address.ts";
import { OTHER_NAMES_MAX, otherNameProblem, splitOtherNames } from "#app/guide/places/facts/other-names.ts";
import { isInDistrictBox } from "#app/guide/places/filters/place-filters.ts";
import { PRICE_RANGES, type Point, type PriceRange } from "#app/guide/places/place.ts";
import { quadrantOf } from "#app/guide/places/facts/quadrant.ts";
import { decodeEntities } from "#app/lib/html-entities.ts";
import { slugify } from "#app/lib/slug.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

import type { ParsedEntry, ParsedPlace } from "./imported-facts.ts";

/** Limits of the database columns. */
const NAME_CHARACTERS_MAX = 120;
const STREET_CHARACTERS_MAX = 160;
const DESCRIPTION_CHARACTERS_MAX = 2_000;
export const RECORD_ID_CHARACTERS_MAX = 200;
/** Includes city, state and country after the street. */
const ADDRESS_CHARACTERS_MAX = 400;
/** Source kinds read per place, the most specific first; no real place has more. */
const KINDS_MAX = 40;
/** Longer texts can't be a phone, an address or hours, so they are ignored. */
const TEXT_CHARACTERS_MAX = 4_000;
/** Of degrees, which is about one meter. */
const DECIMALS = 5;

/** Reads a nested value by own properties only, so inherited members are never returned. */
export function getPath(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

/** A string or number as single-line text; empty for anything else, and for texts over the limit. */
export function getText(value: unknown, ...path: (string | number)[]): string {
  const found = getPath(value, ...path);
  if (typeof found === "number" && Number.isFinite(found)) return String(found);
  if (typeof found !== "string" || found.length > TEXT_CHARACTERS_MAX) return "";
  return toSingleLine(found);
}

export function getList(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = getPath(value, ...path);
  if (Array.isArray(found)) return found;
  return found === undefined || found === null ? [] : [found];
}

export function toSingleLine(text: string): string {
  return normalizeText(text).replaceAll(/\s+/g, " ");
}

/** The position of a GeoJSON geometry: for lines and areas the center of their bounding box. */
export function geometryCenter(geometry: unknown): Point | null {
  if (getText(geometry, "type") === "Point") {
    return parsePoint(getPath(geometry, "coordinates", 1), getPath(geometry, "coordinates", 0));
  }
  const corners: Point[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (!Array.isArray(value) || depth > 5) return;
    const [lng, lat] = value;
    if (typeof lng === "number" && typeof lat === "number") {
      corners.push({ lat, lng });
      return;
    }
    for (const inner of value) visit(inner, depth + 1);
  };
  for (const part of [geometry, ...getList(geometry, "geometries")]) visit(getPath(part, "coordinates"), 0);
  return boundsCenter(corners);
}

/** The center of the bounding box. */
export function boundsCenter(corners: Point[]): Point | null {
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const { lat, lng } of corners) {
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
  }
  return corners.length === 0 ? null : parsePoint((box.south + box.north) / 2, (box.west + box.east) / 2);
}

/** Null for coordinates that are not on Earth. */
export function parsePoint(lat: unknown, lng: unknown): Point | null {
  const [north, east] = [degrees(lat), degrees(lng)];
  if (Number.isNaN(north) || Number.isNaN(east) || Math.abs(north) > 90 || Math.abs(east) > 180) return null;
  // 0, 0 means that nothing was filled in.
  if (north === 0 && east === 0) return null;
  return { lat: north, lng: east };
}

function degrees(value: unknown): number {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
  return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(text) ? Number(Number(text).toFixed(DECIMALS)) : Number.NaN;
}

/** What every format's reader returns; texts as written in the file. */
export type RawPlace = {
  id: string;
  name: string;
  /** Separated by semicolons. */
  otherNames?: string;
  street: string;
  zip?: string;
  /** Set only when the source has a separate field for it. */
  region?: string;
  country?: string;
  position: Point | null;
  phone: string;
  website: string;
  price?: string;
  description?: string;
  facts?: Pick<ImportedFacts, "hours" | "hoursText" | "attributes" | "wikidata">;
  unread?: ImportedField[];
  kinds: string[];
  cuisine?: string;
  checkedOn?: string | null;
};

/** Converts a raw place to facts, or returns why it is skipped. Never throws. */
export function parseRawPlace(raw: RawPlace): ParsedEntry {
  const found = withoutEntities(raw);
  const name = toSingleLine(found.name);
  if (name === "") return { skip: "no-name" };
  if (name.includes("\uFFFD")) return { skip: "unreadable" };
  if (characterCount(name) > NAME_CHARACTERS_MAX || !/[\p{L}\p{N}]/u.test(name)) return { skip: "bad-name" };
  const unread = new Set<ImportedField>(found.unread);
  const position = found.position;
  if (position !== null && !isInDistrictBox(position)) return { skip: "outside", name };
  const address = addressOf(found, position);
  if (position === null && isOutsideDistrict(found)) return { skip: "outside", name };
  if (position === null && address === null) return { skip: "no-position", name };
  if (address === null && found.street !== "") unread.add("address");

  const facts: ImportedFacts & { name: string } = { name, ...found.facts };
  const otherNames = splitOtherNames(found.otherNames ?? "")
    .filter((otherName) => otherNameProblem(otherName, name) === null)
    .slice(0, OTHER_NAMES_MAX);
  if (otherNames.length > 0) facts.otherNames = otherNames;
  if (address !== null) facts.address = address;
  if (position !== null) facts.position = position;
  const zip =
    /^(20\d{3})(?:-?\d{4})?$/.exec(found.zip ?? "")?.[1] ?? /\b(20[0-5]\d{2})(?:-\d{4})?$/.exec(found.street)?.[1];
  if (zip !== undefined) facts.zip = zip;
  else if ((found.zip ?? "") !== "") unread.add("zip");
  assignOrMarkUnread(facts, unread, "phone", findPhone(found.phone), found.phone);
  assignOrMarkUnread(facts, unread, "website", findWebsite(found.website), found.website);
  assignOrMarkUnread(facts, unread, "priceRange", priceOf(found.price ?? ""), found.price ?? "");
  const description = normalizeText((found.description ?? "").slice(0, TEXT_CHARACTERS_MAX)).slice(
    0,
    DESCRIPTION_CHARACTERS_MAX,
  );
  if (description !== "") facts.description = description;
  const place: ParsedPlace = {
    recordId: recordIdOf(found, facts),
    facts,
    kinds: found.kinds
      .slice(0, KINDS_MAX)
      .map((kind) => toSingleLine(kind).slice(0, RECORD_ID_CHARACTERS_MAX))
      .filter((kind) => kind !== ""),
    cuisine: found.cuisine === undefined || found.cuisine === "" ? null : found.cuisine,
    checkedOn: found.checkedOn ?? null,
    unread: [...unread],
  };
  return { place };
}

/** Texts that were taken from web pages keep their entities in all formats. */
function withoutEntities(raw: RawPlace): RawPlace {
  const { name, otherNames = "", street, description = "" } = raw;
  return {
    ...raw,
    name: decodeEntities(name),
    otherNames: decodeEntities(otherNames),
    street: decodeEntities(street),
    description: decodeEntities(description.slice(0, TEXT_CHARACTERS_MAX)),
  };
}

function assignOrMarkUnread<Field extends "phone" | "website" | "priceRange">(
  facts: ImportedFacts,
  unread: Set<ImportedField>,
  field: Field,
  value: ImportedFacts[Field] | null,
  text: string,
): void {
  if (value !== null) facts[field] = value;
  else if (text !== "") unread.add(field);
}

function addressOf({ street }: RawPlace, position: Point | null): ImportedFacts["address"] | null {
  if (street.length > ADDRESS_CHARACTERS_MAX) return null;
  const read = parseDcAddress(street.replace(/,?\s*(?:Washington|DC|D\.C\.|USA?|20\d{3}(?:-\d{4})?|,|\s)+$/i, ""));
  if (read === null || read.street.length > STREET_CHARACTERS_MAX) return null;
  const quadrant = read.quadrant ?? (position === null ? null : quadrantOf(position));
  return quadrant === null ? null : { street: read.street, quadrant };
}

/** Whether a region or country is given that isn't the District. */
function isOutsideDistrict({ region = "", country = "" }: RawPlace): boolean {
  const isDistrictRegion = /^(?:US-)?(?:DC|D\.C\.|District of Columbia|Washington,? DC)?$/i.test(region);
  return !isDistrictRegion || !/^(?:US|USA|United States(?: of America)?)?$/i.test(country);
}

/** The first valid phone number of several. */
export function findPhone(text: string): string | null {
  for (const part of text.split(/[;,/]|\bor\b/)) {
    const { value } = parsePhone(part.replace(/^tel:/i, "").replace(/\s*(?:x|ext\.?)\s*\d+\s*$/i, ""));
    if (value !== null) return value;
  }
  return null;
}

/** Directories and maps, whose pages about a place aren't its website. */
const DIRECTORY =
  /^(?:https?:\/\/)?(?:[\w-]+\.)*(?:yelp\.com|foursquare\.com|tripadvisor\.com|google\.com\/maps|maps\.google\.com|goo\.gl)\b/i;

/** The website as written, http or https, but only if it is the place's own and publicly reachable. */
export function findWebsite(text: string): string | null {
  const first = text.split(/[;\s]/).find((part) => part !== "") ?? "";
  if (first === "" || DIRECTORY.test(first)) return null;
  const isPlain = /^http:\/\//i.test(first);
  const { value } = parseWebsite(isPlain ? first.replace(/^http:/i, "https:") : first);
  return value === null ? null : isPlain ? value.replace(/^https:/, "http:") : value;
}

function priceOf(text: string): PriceRange | null {
  return PRICE_RANGES.find((known) => known === text.trim()) ?? null;
}

/** The source's id, or else one made from name and address. */
function recordIdOf({ id }: RawPlace, { name, address, zip, position }: ImportedFacts & { name: string }): string {
  if (id !== "") return id.slice(0, RECORD_ID_CHARACTERS_MAX);
  const where =
    address === undefined
      ? (zip ?? `${position?.lat},${position?.lng}`)
      : `${slugify(address.street)}-${address.quadrant}`;
  return `${nameKey(name)}@${where}`.toLowerCase().slice(0, RECORD_ID_CHARACTERS_MAX);
}

/** The name in Latin letters; in its own where it has none, so that two such names at an address differ. */
function nameKey(name: string): string {
  const slug = slugify(name);
  return /[a-z]/.test(slug) ? slug : name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
}

/** "2024-04-21" as it is; null for anything that isn't a date. */
export function parseIsoDay(text: string): string | null {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(text)?.[0] ?? null;
}

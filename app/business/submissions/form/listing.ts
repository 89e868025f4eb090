import { z } from "zod";

import { hoursToFields, parseHoursFields } from "#app/business/corrections/hours/parse-hours-fields.ts";
import {
  parsePhone,
  parseQuadrant,
  stripQuadrant,
  parseWebsite,
  parseZip,
  type ParseResult,
} from "#app/business/corrections/suggest/contact-fields.ts";
import { collapseSpaces, parseLine, parsePrice } from "#app/business/corrections/suggest/edit-form.ts";
import { CATEGORY_SLUGS, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";
import { OTHER_NAMES_MAX, otherNameProblem, splitOtherNames } from "#app/guide/places/facts/other-names.ts";
import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { isInDistrictBox } from "#app/guide/places/filters/place-filters.ts";
import {
  ATTRIBUTE_KEYS,
  type Attributes,
  PRICE_RANGES,
  QUADRANTS,
  SUMMARY_CHARACTERS_MAX,
} from "#app/guide/places/place.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

import { findLinkProblem } from "./links.ts";
import {
  DESCRIPTION_CHARACTERS_MAX,
  type Listing,
  type ListingFact,
  type ListingProblems,
  type ListingFormValues,
} from "./listing-form.ts";

/** A listing as the database stores it until it is decided. */
export const ListingSchema = z.strictObject({
  name: z.string(),
  otherNames: z.array(z.string()).default([]),
  category: z.enum(CATEGORY_SLUGS),
  type: z.string(),
  address: z.strictObject({ street: z.string(), quadrant: z.enum(QUADRANTS) }).nullable(),
  zip: z.string().nullable(),
  position: z.strictObject({ lat: z.number(), lng: z.number() }).nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  menuUrl: z.string().nullable().default(null),
  reservationsUrl: z.string().nullable().default(null),
  orderUrl: z.string().nullable().default(null),
  priceRange: z.enum(PRICE_RANGES).nullable(),
  hours: OpeningHoursSchema.nullable(),
  attributes: z.partialRecord(z.enum(ATTRIBUTE_KEYS), z.boolean()),
  summary: z.string().default(""),
  description: z.string(),
}) satisfies z.ZodType<Listing>;

/** A listing as form values; empty where nothing is listing. */
export function listingToFields(listing: Partial<Listing>): ListingFormValues {
  const { address = null, position = null, attributes = {} } = listing;
  const yesOrNo = (value: boolean | undefined) => (value === undefined ? "" : value ? "yes" : "no");
  return {
    name: listing.name ?? "",
    otherNames: (listing.otherNames ?? []).join("\n"),
    category: listing.category ?? "",
    type: listing.type ?? "",
    street: address?.street ?? "",
    quadrant: address?.quadrant ?? "",
    zip: listing.zip ?? "",
    lat: position === null ? "" : String(position.lat),
    lng: position === null ? "" : String(position.lng),
    phone: listing.phone == null ? "" : phoneLabel(listing.phone),
    website: listing.website ?? "",
    menuUrl: listing.menuUrl ?? "",
    reservationsUrl: listing.reservationsUrl ?? "",
    orderUrl: listing.orderUrl ?? "",
    priceRange: listing.priceRange ?? "",
    ...hoursToFields(listing.hours ?? null),
    ...Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, yesOrNo(attributes[key])])),
    summary: listing.summary ?? "",
    description: listing.description ?? "",
  };
}

type Read<Value> = { value: Value; problems: null } | { value: null; problems: ListingProblems };

/** The limits of the database columns. */
const NAME_CHARACTERS_MAX = 120;
const TYPE_CHARACTERS_MAX = 60;
const STREET_CHARACTERS_MAX = 160;
/** Five decimals of a degree are about a meter. */
const DEGREE_DECIMALS = 5;

/** Reads one fact from its fields. Never throws. */
export const LISTING_PARSERS: { [Fact in ListingFact]: (typed: ListingFormValues) => Read<Listing[Fact]> } = {
  name: (typed) => field("name", parseLine(textOf(typed, "name"), NAME_CHARACTERS_MAX, "its name")),
  otherNames: readOtherNames,
  category: (typed) => {
    const category = textOf(typed, "category");
    return isCategorySlug(category) ? valid(category) : invalid("category", "Choose a category.");
  },
  type: (typed) => field("type", parseLine(textOf(typed, "type"), TYPE_CHARACTERS_MAX, "its type")),
  address: readAddress,
  zip: (typed) => field("zip", parseZip(textOf(typed, "zip"))),
  position: readPosition,
  phone: (typed) => field("phone", parsePhone(textOf(typed, "phone"))),
  website: (typed) => field("website", parseWebsite(textOf(typed, "website"))),
  menuUrl: (typed) => field("menuUrl", parseWebsite(textOf(typed, "menuUrl"))),
  reservationsUrl: (typed) => field("reservationsUrl", parseWebsite(textOf(typed, "reservationsUrl"))),
  orderUrl: (typed) => field("orderUrl", parseWebsite(textOf(typed, "orderUrl"))),
  priceRange: (typed) => field("priceRange", parsePrice(textOf(typed, "priceRange"))),
  hours: (typed) => {
    const read = parseHoursFields(typed, hoursHintOf(textOf(typed, "category")));
    return read.problems === null ? valid(read.hours) : { value: null, problems: read.problems };
  },
  attributes: (typed) => valid(readAttributes(typed)),
  summary: (typed) => readText("summary", collapseSpaces(textOf(typed, "summary")), SUMMARY_CHARACTERS_MAX),
  description: (typed) =>
    readText("description", normalizeText(textOf(typed, "description")), DESCRIPTION_CHARACTERS_MAX),
};

function readText(name: string, text: string, charactersMax: number): Read<string> {
  const count = characterCount(text);
  if (count > charactersMax) return invalid(name, `Write at most ${charactersMax} characters. You have ${count}.`);
  const problem = findLinkProblem(text);
  return problem === null ? valid(text) : invalid(name, problem);
}

type ReadListing = { listing: Listing; problems: null } | { listing: null; problems: ListingProblems };

/** Reads a whole listing. Never throws. */
export function parseListing(typed: ListingFormValues): ReadListing {
  const problems: ListingProblems = {};
  const take = <Value>(read: Read<Value>): Value | null => {
    if (read.problems !== null) Object.assign(problems, read.problems);
    return read.value;
  };
  const [name, category, type] = [
    take(LISTING_PARSERS.name(typed)),
    take(LISTING_PARSERS.category(typed)),
    take(LISTING_PARSERS.type(typed)),
  ];
  const rest = {
    otherNames: take(LISTING_PARSERS.otherNames(typed)) ?? [],
    address: take(LISTING_PARSERS.address(typed)),
    zip: take(LISTING_PARSERS.zip(typed)),
    position: take(LISTING_PARSERS.position(typed)),
    phone: take(LISTING_PARSERS.phone(typed)),
    website: take(LISTING_PARSERS.website(typed)),
    menuUrl: take(LISTING_PARSERS.menuUrl(typed)),
    reservationsUrl: take(LISTING_PARSERS.reservationsUrl(typed)),
    orderUrl: take(LISTING_PARSERS.orderUrl(typed)),
    priceRange: take(LISTING_PARSERS.priceRange(typed)),
    hours: take(LISTING_PARSERS.hours(typed)),
    attributes: take(LISTING_PARSERS.attributes(typed)) ?? {},
    summary: take(LISTING_PARSERS.summary(typed)) ?? "",
    description: take(LISTING_PARSERS.description(typed)) ?? "",
  };
  if (name === null || category === null || type === null || Object.keys(problems).length > 0)
    return { listing: null, problems };
  return { listing: { name, category, type, ...rest }, problems: null };
}

function valid<Value>(value: Value): Read<Value> {
  return { value, problems: null };
}

function invalid(name: string, message: string): { value: null; problems: ListingProblems } {
  return { value: null, problems: { [name]: message } };
}

function field<Value>(name: string, read: ParseResult<Value>): Read<Value> {
  return read.problem === null ? valid(read.value) : invalid(name, read.problem);
}

function readOtherNames(typed: ListingFormValues): Read<string[]> {
  const names = splitOtherNames(normalizeText(textOf(typed, "otherNames")));
  if (names.length > OTHER_NAMES_MAX) {
    return invalid("otherNames", `Write at most ${OTHER_NAMES_MAX} names. You have ${names.length}.`);
  }
  const name = textOf(typed, "name");
  const problem = findLinkProblem(names.join("\n")) ?? names.map((each) => otherNameProblem(each, name)).find(Boolean);
  return problem == null ? valid(names) : invalid("otherNames", problem);
}

function readAddress(typed: ListingFormValues): Read<Listing["address"]> {
  const quadrant = parseQuadrant(textOf(typed, "quadrant"));
  const street = collapseSpaces(textOf(typed, "street"));
  const line = parseLine(
    quadrant === null ? street : stripQuadrant(street, quadrant),
    STREET_CHARACTERS_MAX,
    "the house number and street",
  );
  const problems: ListingProblems = {};
  if (line.problem !== null) problems["street"] = line.problem;
  if (quadrant === null) problems["quadrant"] = "Choose the quadrant. The same street can be in several.";
  if (line.problem !== null || quadrant === null) return { value: null, problems };
  return valid({ street: line.value, quadrant });
}

function readPosition(typed: ListingFormValues): Read<Listing["position"]> {
  const [lat, lng] = [textOf(typed, "lat"), textOf(typed, "lng")];
  if (lat === "" && lng === "") return valid(null);
  if (lat === "" || lng === "") return invalid(lat === "" ? "lat" : "lng", "Enter both, or leave both empty.");
  const point = { lat: degrees(lat), lng: degrees(lng) };
  if (isInDistrictBox(point)) return valid(point);
  return invalid(
    "lat",
    "That’s outside the District. Latitudes go from 38.78 to 39.01, longitudes from -77.13 to -76.9.",
  );
}

/** NaN for text that isn't a number of degrees; NaN is outside every box. */
function degrees(text: string): number {
  const plain = text.replace("\u2212", "-");
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(plain) ? Number(Number(plain).toFixed(DEGREE_DECIMALS)) : Number.NaN;
}

function readAttributes(typed: ListingFormValues): Attributes {
  const values: Attributes = {};
  for (const key of ATTRIBUTE_KEYS) {
    const text = textOf(typed, key);
    if (text === "yes" || text === "no") values[key] = text === "yes";
  }
  return values;
}

function textOf(typed: ListingFormValues, name: string): string {
  return (typed[name] ?? "").trim();
}

import {
  CORRECTABLE_FIELDS,
  CORRECTION_BASES,
  type CorrectableField,
  type CorrectionBasis,
} from "#app/db/schema/corrections.ts";
import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import {
  type Attribute,
  ATTRIBUTE_KEYS,
  type Attributes,
  PRICE_RANGES,
  type PriceRange,
  type Quadrant,
} from "#app/guide/places/place.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import {
  parsePhone,
  parseQuadrant,
  stripQuadrant,
  parseWebsite,
  parseZip,
  type ParseResult,
} from "./contact-fields.ts";
import { NOTE_CHARACTERS_MAX } from "../correction-labels.ts";
import {
  HOURS_TEXT,
  hoursFieldNames,
  type HoursValues,
  preferTypedText,
  readHoursValues,
  SPECIAL_COUNT,
  textOf,
} from "../hours/hours-fields.ts";
import { hoursToFields, parseHoursFields } from "../hours/parse-hours-fields.ts";
import type { EditField, EditFormErrors, EditFormValues } from "./edit-fields.ts";

/** The facts of a place that visitors can correct. */
export type CorrectablePlace = {
  name: string;
  type: string;
  street: string | null;
  quadrant: Quadrant | null;
  zip: string | null;
  phone: string | null;
  website: string | null;
  hours: OpeningHours | null;
  categorySlug: string;
  priceRange: PriceRange | null;
  attributes: Attributes;
};

export type FactCorrection = { field: CorrectableField; before: unknown; after: unknown };

/** A visitor's suggested edit. */
export type SuggestedEdit = {
  changes: FactCorrection[];
  descriptionNote: string;
  basis: CorrectionBasis;
  note: string;
};

export type ParsedEdit = { typed: EditFormValues; opened: Facts } & (
  | { edit: SuggestedEdit; problems: null }
  /** `isStale`: a fact that the visitor edited has changed since the form was opened. */
  | { edit: null; problems: EditFormErrors; isStale: boolean }
);

type Facts = Record<EditField, string> & { hours: HoursValues };

/** The form fields of each fact but the hours. */
const FIELDS_OF: Record<Exclude<CorrectableField, "hours">, readonly EditField[]> = {
  name: ["name"],
  type: ["type"],
  address: ["street", "quadrant"],
  zip: ["zip"],
  phone: ["phone"],
  website: ["website"],
  priceRange: ["priceRange"],
  attributeCorrections: ATTRIBUTE_KEYS,
};

/** The form's initial values. */
export function editFormFacts(place: CorrectablePlace): Facts {
  const attribute = (key: Attribute) => {
    const value = place.attributes[key];
    return value === undefined ? "" : value ? "yes" : "no";
  };
  const texts: Partial<Facts> = {
    name: place.name,
    type: place.type,
    street: place.street ?? "",
    quadrant: place.quadrant ?? "",
    zip: place.zip ?? "",
    phone: place.phone === null ? "" : phoneLabel(place.phone),
    website: place.website ?? "",
    priceRange: place.priceRange ?? "",
    ...Object.fromEntries(ATTRIBUTE_KEYS.map((key) => [key, attribute(key)])),
  };
  return { ...factsOf((field) => texts[field] ?? ""), hours: hoursToFields(place.hours) };
}

/**
 * Parses a suggested edit: the changes compared with the form's initial values. Never throws.
 *
 * @param place The place's current facts.
 */
export function parseEditForm(form: FormFields, place: CorrectablePlace): ParsedEdit {
  const current = editFormFacts(place);
  const opened = openedFacts(form.text("opened"), current);
  const typed: EditFormValues = {
    ...factsOf((field) => form.text(field)),
    hours: readHoursValues(form),
    descriptionNote: form.text("descriptionNote"),
    basis: form.text("basis"),
    note: form.text("note"),
  };
  const problems: EditFormErrors = {};
  const changes: FactCorrection[] = [];
  let isStale = false;
  for (const field of CORRECTABLE_FIELDS) {
    const [first] = field === "hours" ? [HOURS_TEXT] : FIELDS_OF[field];
    if (first === undefined || isEqual(field, typed, opened)) continue;
    const read =
      field === "hours" ? readHours(preferTypedText(typed.hours, opened.hours), place) : READERS[field](typed, place);
    if (read.problem !== null) Object.assign(problems, read.problem);
    else if (comparable(read.after) === comparable(read.before)) continue;
    else if (isEqual(field, opened, current)) changes.push({ field, before: read.before, after: read.after });
    else {
      isStale = true;
      problems[first] = `This has changed since you opened the form. Now: ${currentText(field, current)}.`;
    }
  }
  const basis = CORRECTION_BASES.find((value) => value === typed.basis) ?? null;
  const [descriptionNote, note] = [normalizeText(typed.descriptionNote), normalizeText(typed.note)];
  if (characterCount(descriptionNote) > NOTE_CHARACTERS_MAX) problems.descriptionNote = tooLong(descriptionNote);
  if (basis === null) problems.basis = "Choose how you know.";
  if (characterCount(note) > NOTE_CHARACTERS_MAX) problems.note = tooLong(note);
  if (basis === "other" && note === "") problems.note = "Tell us how you know in a few words.";
  if (changes.length === 0 && descriptionNote === "" && Object.keys(problems).every(isAboutReporter)) {
    problems.name = "Nothing has changed yet. Correct a fact, or tell us what’s wrong with the description.";
  }
  if (basis === null || Object.keys(problems).length > 0)
    return { typed, opened: isStale ? current : opened, edit: null, problems, isStale };
  return { typed, opened, edit: { changes, descriptionNote, basis, note }, problems: null };
}

/** The fields that aren't about the place. */
function isAboutReporter(field: string): boolean {
  return field === "basis" || field === "note";
}

function tooLong(text: string): string {
  return `Write at most ${NOTE_CHARACTERS_MAX} characters. You wrote ${characterCount(text)}.`;
}

function factsOf(textOf: (field: EditField) => string): Record<EditField, string> {
  return {
    name: textOf("name"),
    type: textOf("type"),
    street: textOf("street"),
    quadrant: textOf("quadrant"),
    zip: textOf("zip"),
    phone: textOf("phone"),
    website: textOf("website"),
    priceRange: textOf("priceRange"),
    stepFreeEntrance: textOf("stepFreeEntrance"),
    accessibleRestroom: textOf("accessibleRestroom"),
    outdoorSeating: textOf("outdoorSeating"),
    reservations: textOf("reservations"),
    takeout: textOf("takeout"),
    delivery: textOf("delivery"),
    vegetarian: textOf("vegetarian"),
    goodForKids: textOf("goodForKids"),
    dogsAllowed: textOf("dogsAllowed"),
    freeEntry: textOf("freeEntry"),
    wifi: textOf("wifi"),
    liveMusic: textOf("liveMusic"),
    parking: textOf("parking"),
    cashOnly: textOf("cashOnly"),
  };
}

/** The form's initial values, which it sends back; the current values if they can't be parsed. */
function openedFacts(text: string, current: Facts): Facts {
  const sent = parseJson(text);
  if (typeof sent !== "object" || sent === null) return current;
  const texts = new Map<string, unknown>(Object.entries(sent));
  const facts = factsOf((field) => {
    const value = texts.get(field);
    return typeof value === "string" ? value : current[field];
  });
  const hours = Object.entries(Object(texts.get("hours"))).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { ...facts, hours: { ...current.hours, ...Object.fromEntries(hours) } };
}

function isEqual(field: CorrectableField, one: Facts, other: Facts): boolean {
  if (field !== "hours") return FIELDS_OF[field].every((each) => one[each].trim() === other[each].trim());
  const names = hoursFieldNames(one.hours, other.hours).filter((name) => name !== SPECIAL_COUNT);
  return names.every((name) => textOf(one.hours, name) === textOf(other.hours, name));
}

function currentText(field: CorrectableField, current: Facts): string {
  if (field === "hours" || field === "attributeCorrections") return "see the page";
  const texts = FIELDS_OF[field].map((each) => current[each]).filter((text) => text !== "");
  return texts.length === 0 ? "empty" : texts.join(" ");
}

type ReadFact = { before: unknown; after: unknown; problem: null } | { problem: EditFormErrors };

const READERS: Record<Exclude<CorrectableField, "hours">, (typed: Facts, place: CorrectablePlace) => ReadFact> = {
  name: (typed, place) => fact("name", place.name, parseLine(typed.name, NAME_CHARACTERS_MAX, "a name")),
  type: (typed, place) => fact("type", place.type, parseLine(typed.type, TYPE_CHARACTERS_MAX, "its type")),
  address: readAddress,
  zip: (typed, place) => fact("zip", place.zip, parseZip(typed.zip)),
  phone: (typed, place) => fact("phone", place.phone, parsePhone(typed.phone)),
  website: (typed, place) => fact("website", place.website, parseWebsite(typed.website)),
  priceRange: (typed, place) => fact("priceRange", place.priceRange, parsePrice(typed.priceRange)),
  attributeCorrections: readAttributes,
};

function readHours(typed: HoursValues, place: CorrectablePlace): ReadFact {
  const { hours, problems } = parseHoursFields(typed, hoursHintOf(place.categorySlug));
  return problems === null ? { before: place.hours, after: hours, problem: null } : { problem: problems };
}

/** The database's limits. */
const NAME_CHARACTERS_MAX = 120;
const TYPE_CHARACTERS_MAX = 60;
const STREET_CHARACTERS_MAX = 160;

function fact(field: EditField, before: unknown, read: ParseResult<unknown>): ReadFact {
  if (read.problem !== null) return { problem: { [field]: read.problem } };
  return { before, after: read.value, problem: null };
}

/** Parses one line of text and collapses spaces. */
export function parseLine(text: string, charactersMax: number, what: string): ParseResult<string> {
  const line = collapseSpaces(text);
  if (line === "") return { value: null, problem: `Enter ${what}.` };
  const count = characterCount(line);
  if (count <= charactersMax) return { value: line, problem: null };
  return { value: null, problem: `Write at most ${charactersMax} characters. You wrote ${count}.` };
}

export function collapseSpaces(text: string): string {
  return normalizeText(text).replaceAll(/\s+/g, " ");
}

function readAddress(typed: Facts, place: CorrectablePlace): ReadFact {
  const quadrant = parseQuadrant(typed.quadrant);
  if (quadrant === null)
    return { problem: { quadrant: "Choose the quadrant. The same street name can be in several." } };
  const line = parseLine(
    stripQuadrant(collapseSpaces(typed.street), quadrant),
    STREET_CHARACTERS_MAX,
    "the house number and street",
  );
  if (line.problem !== null) return { problem: { street: line.problem } };
  const before = place.street === null ? null : { street: place.street, quadrant: place.quadrant };
  return { before, after: { street: line.value, quadrant }, problem: null };
}

export function parsePrice(text: string): ParseResult<PriceRange | null> {
  if (text === "") return { value: null, problem: null };
  const price = PRICE_RANGES.find((value) => value === text);
  return price === undefined ? { value: null, problem: "Choose a price." } : { value: price, problem: null };
}

/** Only the changed attributes; null if unknown. */
function readAttributes(typed: Facts, { attributes }: CorrectablePlace): ReadFact {
  const before: Partial<Record<Attribute, boolean | null>> = {};
  const after: Partial<Record<Attribute, boolean | null>> = {};
  for (const key of ATTRIBUTE_KEYS) {
    const current = attributes[key] ?? null;
    const submitted = typed[key] === "yes" ? true : typed[key] === "no" ? false : null;
    if (submitted === current) continue;
    before[key] = current;
    after[key] = submitted;
  }
  return { before, after, problem: null };
}

/** Formats hours for comparison, since jsonb doesn't preserve the order of keys. */
function comparable(value: unknown): string {
  return JSON.stringify(isHours(value) ? formatOpeningHours(value) : value);
}

function isHours(value: unknown): value is OpeningHours {
  return typeof value === "object" && value !== null && "weekly" in value && "exceptions" in value;
}

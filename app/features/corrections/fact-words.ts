import { z } from "zod";

import { CORRECTED_FIELDS, type CorrectedField } from "#app/db/schema/corrections.ts";
import type { FactField } from "#app/db/schema/places.ts";
import { dayWords, intervalWords, weekdaysWords } from "#app/features/places/clock-words.ts";
import { closureLine } from "#app/features/places/closure.ts";
import { phoneLabel } from "#app/features/places/contact.ts";
import { WEEKDAYS } from "#app/features/places/dc-calendar.ts";
import {
  type ExceptionDays,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/features/places/opening-hours.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTES } from "#app/features/places/place.ts";

import { pinLabel } from "./pin.ts";

export const FIELD_LABELS: Record<CorrectedField, string> = {
  name: "Name",
  type: "Kind of place",
  address: "Address",
  zip: "ZIP code",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  priceRange: "Price",
  attributeCorrections: "Good to know",
};

/** A fact's value in words, a line for each thing it says. */
export function factWords(field: CorrectedField, value: unknown): string[] {
  if (value === null) return ["Unknown"];
  if (field === "hours") return hoursWords(OpeningHoursSchema.parse(value));
  if (field === "address") return [addressWords(value)];
  if (field === "attributeCorrections") return attributeWords(value);
  const text = z.string().parse(value);
  return [field === "phone" ? phoneLabel(text) : text];
}

const LABELS: Record<FactField | "closure", string> = {
  ...FIELD_LABELS,
  category: "Category",
  neighborhood: "Neighborhood",
  description: "Description",
  ranks: "Rank among the featured",
  position: "Pin on the map",
  hoursText: "Hours as the source has them",
  attributes: "Good to know, by the source",
  closure: "Whether it is closed",
};

export function changedFieldLabel(field: FactField | "closure"): string {
  return LABELS[field];
}

/** The same for whatever can be changed of a place. `nameOf` is what a place is called that another leads to. */
export function changeWords(
  field: FactField | "closure",
  value: unknown,
  nameOf: (placeId: number) => string,
): string[] {
  if (field === "closure") return [closureWords(ClosureValue.parse(value), nameOf)];
  if (value === null) return ["Unknown"];
  const corrected = CORRECTED_FIELDS.find((each) => each === field);
  if (corrected !== undefined) return factWords(corrected, value);
  if (field === "position") return [pinLabel(Position.parse(value))];
  return [typeof value === "string" ? value : JSON.stringify(value)];
}

const Position = z.object({ lat: z.number(), lng: z.number() });

const ClosureValue = z.object({
  status: z.string(),
  closure: z.enum(["reported", "temporary", "permanent", "moved"]).nullable(),
  successorId: z.number().nullable(),
});

function closureWords(
  { status, closure, successorId }: z.infer<typeof ClosureValue>,
  nameOf: (placeId: number) => string,
): string {
  const to = successorId === null ? "" : `: ${nameOf(successorId)}`;
  if (status === "removed") return `A duplicate${to}`;
  const { lead } = closureLine(closure) ?? { lead: status === "closed" ? "Closed" : "Open as usual" };
  return `${lead}${to}`;
}

const Address = z.object({ street: z.string(), quadrant: z.string().nullable() });

function addressWords(value: unknown): string {
  const { street, quadrant } = Address.parse(value);
  return quadrant === null || street.endsWith(` ${quadrant}`) ? street : `${street} ${quadrant}`;
}

/** "Monday to Friday: 11 AM to 10 PM", days alike together. */
function hoursWords(hours: OpeningHours): string[] {
  const runs: { from: string; through: string; words: string }[] = [];
  for (const weekday of WEEKDAYS) {
    const intervals = hours.weekly[weekday];
    const words = intervals.length === 0 ? "closed" : intervals.map(intervalWords).join(", ");
    const last = runs.at(-1);
    if (last?.words === words) last.through = weekday;
    else runs.push({ from: weekday, through: weekday, words });
  }
  return [
    ...runs.map(({ from, through, words }) => {
      return `${capitalized(from)}${from === through ? "" : ` to ${capitalized(through)}`}: ${words}`;
    }),
    ...hours.exceptions.map(exceptionWords),
  ];
}

/** "Dec 24 to Jan 1 (Winter break): closed", "Apr 1 to Oct 31, Sat, Sun: 9 AM to 1 PM" */
function exceptionWords({ days, intervals, note }: HoursException): string {
  const when = days.kind === "public-holidays" ? "Public holidays" : datesWords(days);
  const words = intervals.length === 0 ? "closed" : intervals.map(intervalWords).join(", ");
  return `${when}${note === null ? "" : ` (${note})`}: ${words}`;
}

function datesWords({ from, through, weekdays }: Exclude<ExceptionDays, { kind: "public-holidays" }>): string {
  const dates = from === through ? dayWords(from) : `${dayWords(from)} to ${dayWords(through)}`;
  return weekdays === undefined ? dates : `${dates}, ${weekdaysWords(weekdays)}`;
}

function attributeWords(value: unknown): string[] {
  const attributes = z.partialRecord(z.enum(ATTRIBUTE_KEYS), z.boolean().nullable()).parse(value);
  return ATTRIBUTE_KEYS.flatMap((key) => {
    const said = attributes[key];
    if (said === undefined) return [];
    return [`${ATTRIBUTES[key]}: ${said === null ? "unknown" : said ? "yes" : "no"}`];
  });
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

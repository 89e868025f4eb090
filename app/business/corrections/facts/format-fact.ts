import { z } from "zod";

import { CORRECTABLE_FIELDS, type CorrectableField } from "#app/db/schema/corrections.ts";
import { CLOSURES } from "#app/db/columns/place-columns.ts";
import type { FactField } from "#app/db/schema/places.ts";
import { closureLine } from "#app/guide/places/facts/closure.ts";
import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";
import {
  type ExceptionDays,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTE_LABELS } from "#app/guide/places/place.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";
import { formatCalendarDay, formatInterval, formatWeekdays } from "#app/lib/format-time.ts";

import { formatPoint } from "../suggest/pin.ts";

export const FIELD_LABELS: Record<CorrectableField, string> = {
  name: "Name",
  type: "Type",
  address: "Address",
  zip: "ZIP code",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  priceRange: "Price",
  attributeCorrections: "Good to know",
};

/** A fact's value formatted as lines of text. */
export function formatFact(field: CorrectableField, value: unknown): string[] {
  if (value === null) return ["Unknown"];
  if (field === "hours") return formatHours(OpeningHoursSchema.parse(value));
  if (field === "address") return [formatAddress(value)];
  if (field === "attributeCorrections") return formatAttributes(value);
  const text = z.string().parse(value);
  return [field === "phone" ? phoneLabel(text) : text];
}

const LABELS: Record<FactField | "closure", string> = {
  ...FIELD_LABELS,
  otherNames: "Other names",
  category: "Category",
  neighborhood: "Neighborhood",
  summary: "First line",
  description: "Description",
  ranks: "Featured rank",
  position: "Map pin",
  hoursText: "Hours from the source",
  attributes: "Good to know, from the source",
  licensed: "License",
  closedForWorks: "Closed for renovation",
  menuUrl: "Menu",
  reservationsUrl: "Reservations",
  orderUrl: "Orders",
  wikidata: "Wikidata item",
  opened: "Opened",
  picture: "Picture from Wikimedia Commons",
  closure: "Status",
};

export function changedFieldLabel(field: FactField | "closure"): string {
  return LABELS[field];
}

/** A changed value of any field as lines of text. `nameOf` returns the name of a successor. */
export function formatChange(
  field: FactField | "closure",
  value: unknown,
  nameOf: (placeId: number) => string,
): string[] {
  if (field === "closure") return [formatClosure(ClosureValue.parse(value), nameOf)];
  if (field === "otherNames") return OtherNames.parse(value ?? []);
  if (value === null) return ["Unknown"];
  const corrected = CORRECTABLE_FIELDS.find((each) => each === field);
  if (corrected !== undefined) return formatFact(corrected, value);
  if (field === "position") return [formatPoint(Position.parse(value))];
  return [typeof value === "string" ? value : JSON.stringify(value)];
}

const OtherNames = z.array(z.string()).transform((names) => (names.length === 0 ? ["None"] : names));

const Position = z.object({ lat: z.number(), lng: z.number() });

const ClosureValue = z.object({
  status: z.string(),
  closure: z.enum(CLOSURES).nullable(),
  successorId: z.number().nullable(),
});

function formatClosure(
  { status, closure, successorId }: z.infer<typeof ClosureValue>,
  nameOf: (placeId: number) => string,
): string {
  const to = successorId === null ? "" : `: ${nameOf(successorId)}`;
  if (status === "removed") return `A duplicate${to}`;
  const { lead } = closureLine(closure) ?? { lead: status === "closed" ? "Closed" : "Open" };
  return `${lead}${to}`;
}

const Address = z.object({ street: z.string(), quadrant: z.string().nullable() });

function formatAddress(value: unknown): string {
  const { street, quadrant } = Address.parse(value);
  return quadrant === null || street.endsWith(` ${quadrant}`) ? street : `${street} ${quadrant}`;
}

/** "Monday to Friday: 11 AM to 10 PM", with equal days grouped. */
function formatHours(hours: OpeningHours): string[] {
  const groups: { from: string; through: string; text: string }[] = [];
  for (const weekday of WEEKDAYS) {
    const intervals = hours.weekly[weekday];
    const text = intervals.length === 0 ? "closed" : intervals.map(formatInterval).join(", ");
    const last = groups.at(-1);
    if (last?.text === text) last.through = weekday;
    else groups.push({ from: weekday, through: weekday, text });
  }
  return [
    ...groups.map(({ from, through, text }) => {
      return `${capitalized(from)}${from === through ? "" : ` to ${capitalized(through)}`}: ${text}`;
    }),
    ...hours.exceptions.map(formatException),
  ];
}

/** "Dec 24 to Jan 1 (Winter break): closed", "Apr 1 to Oct 31, Sat, Sun: 9 AM to 1 PM" */
function formatException({ days, intervals, note }: HoursException): string {
  const when = days.kind === "public-holidays" ? "Public holidays" : formatDates(days);
  const text = intervals.length === 0 ? "closed" : intervals.map(formatInterval).join(", ");
  return `${when}${note === null ? "" : ` (${note})`}: ${text}`;
}

function formatDates({ from, through, weekdays }: Exclude<ExceptionDays, { kind: "public-holidays" }>): string {
  const dates =
    from === through ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(through)}`;
  return weekdays === undefined ? dates : `${dates}, ${formatWeekdays(weekdays)}`;
}

function formatAttributes(value: unknown): string[] {
  const attributes = z.partialRecord(z.enum(ATTRIBUTE_KEYS), z.boolean().nullable()).parse(value);
  return ATTRIBUTE_KEYS.flatMap((key) => {
    const hasAttribute = attributes[key];
    if (hasAttribute === undefined) return [];
    return [`${ATTRIBUTE_LABELS[key]}: ${hasAttribute === null ? "unknown" : hasAttribute ? "yes" : "no"}`];
  });
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

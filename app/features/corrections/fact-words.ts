import { z } from "zod";

import type { CorrectedField } from "#app/db/schema/corrections.ts";
import { intervalWords } from "#app/features/places/clock-words.ts";
import { phoneLabel } from "#app/features/places/contact.ts";
import { WEEKDAYS } from "#app/features/places/dc-calendar.ts";
import { type OpeningHours, OpeningHoursSchema } from "#app/features/places/opening-hours.ts";
import { ATTRIBUTE_KEYS, ATTRIBUTES } from "#app/features/places/place.ts";

import { specialDaysText } from "./hours-fields.ts";

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
  const special = specialDaysText(hours);
  return [
    ...runs.map(({ from, through, words }) => {
      return `${capitalized(from)}${from === through ? "" : ` to ${capitalized(through)}`}: ${words}`;
    }),
    ...(special === "" ? [] : [`Special days: ${special}`]),
  ];
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

import { type CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import {
  ATTRIBUTE_KEYS,
  type Attributes,
  type Point,
  type PriceRange,
  type Quadrant,
} from "#app/guide/places/place.ts";
import { LISTING_FIELD_LABELS } from "#app/business/corrections/suggest/field-labels.ts";

/** A listing as its form has it. Null and missing attributes are unknown. */
export type Listing = {
  name: string;
  /** Submissions never have any. */
  otherNames: string[];
  category: CategorySlug;
  type: string;
  address: { street: string; quadrant: Quadrant } | null;
  zip: string | null;
  position: Point | null;
  phone: string | null;
  website: string | null;
  priceRange: PriceRange | null;
  hours: OpeningHours | null;
  attributes: Attributes;
  /** Empty: none yet. Submissions never have one. */
  summary: string;
  description: string;
};

export type ListingFact = keyof Listing;

/** The form's values by field name, valid or not. */
export type ListingFormValues = Readonly<Record<string, string>>;

/** Messages by field. */
export type ListingProblems = Partial<Record<string, string>>;

export const DESCRIPTION_CHARACTERS_MAX = 1_200;
export const NOTE_CHARACTERS_MAX = 500;

/** The maximum of exceptions in opening hours. */
export const SPECIAL_DAYS_MAX = 60;

/** Kinds of special days, in the form's order. */
export const SPECIAL_DAY_KINDS = [
  { value: "holidays", label: "Public holidays" },
  { value: "yearly", label: "Every year" },
  { value: "once", label: "Once" },
] as const;

/** The field names of one line of special days; lines start at 0. */
export function specialDayFields(line: number) {
  return {
    kind: `special${line}Kind`,
    from: `special${line}From`,
    through: `special${line}Through`,
    hours: `special${line}Hours`,
    weekdays: `special${line}Weekdays`,
    note: `special${line}Note`,
  };
}

/** The number of special day lines in a form. */
export function countSpecialDays(typed: ListingFormValues): number {
  const count = Number(typed["specialCount"]);
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), SPECIAL_DAYS_MAX) : 0;
}

/** One field per weekday. */
export const DAY_FIELDS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** The checkbox that closes days left empty, for seasonal places. */
export const EMPTY_DAYS = { field: "emptyDays", closed: "closed" } as const;

/** The fields of each fact, in the form's order. Hours also have the fields of special days. */
export const LISTING_FACT_FIELDS: Record<ListingFact, readonly string[]> = {
  name: ["name"],
  otherNames: ["otherNames"],
  category: ["category"],
  type: ["type"],
  address: ["street", "quadrant"],
  zip: ["zip"],
  position: ["lat", "lng"],
  hours: [...DAY_FIELDS, EMPTY_DAYS.field],
  phone: ["phone"],
  website: ["website"],
  priceRange: ["priceRange"],
  summary: ["summary"],
  description: ["description"],
  attributes: ATTRIBUTE_KEYS,
};

/** All fields in the form's order, special days after the week. */
export function listingFields(typed: ListingFormValues): string[] {
  const lines = Array.from({ length: countSpecialDays(typed) }, (_, line) => Object.values(specialDayFields(line)));
  return Object.entries(LISTING_FACT_FIELDS).flatMap(([fact, names]) =>
    fact === "hours" ? [...names, "specialCount", ...lines.flat()] : names,
  );
}

/** The label of a field, also in summaries of problems. */
export function listingFieldLabel(field: string): string {
  const [, line] = /^special(\d+)/.exec(field) ?? [];
  if (line !== undefined) return `Special days, line ${Number(line) + 1}`;
  return FIELD_LABELS[field] ?? field;
}

const FIELD_LABELS: Partial<Record<string, string>> = {
  ...LISTING_FIELD_LABELS,
  otherNames: "Other names",
  category: "Category",
  lat: "Latitude",
  lng: "Longitude",
  emptyDays: "Days left empty",
  summary: "First line",
  description: "Description",
};

import { type CategorySlug } from "#app/features/places/categories.ts";
import type { OpeningHours } from "#app/features/places/opening-hours.ts";
import {
  ATTRIBUTE_KEYS,
  type Attributes,
  type Point,
  type PriceRange,
  type Quadrant,
} from "#app/features/places/place.ts";

/** A listing as its form asks for it. Null, or a missing attribute: nobody knows. */
export type Listing = {
  name: string;
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
  description: string;
};

export type ListingFact = keyof Listing;

/** The fields of the form by name, as they stand in it, whether right or wrong. */
export type TypedListing = Readonly<Record<string, string>>;

/** What is wrong, by field. */
export type ListingProblems = Partial<Record<string, string>>;

export const DESCRIPTION_CHARACTERS_MAX = 1_200;
export const NOTE_CHARACTERS_MAX = 500;

/** As many as hours can hold. */
export const SPECIAL_DAYS_MAX = 60;

/** Kinds of special days, in the order in which the form offers them. */
export const SPECIAL_KINDS = [
  { value: "holidays", label: "Public holidays" },
  { value: "yearly", label: "Every year" },
  { value: "once", label: "Once" },
] as const;

/** The fields of one line of special days, from 0. */
export function specialFields(line: number) {
  return {
    kind: `special${line}Kind`,
    from: `special${line}From`,
    through: `special${line}Through`,
    hours: `special${line}Hours`,
    weekdays: `special${line}Weekdays`,
    note: `special${line}Note`,
  };
}

/** How many lines of special days stand in a form. */
export function specialCount(typed: TypedListing): number {
  const count = Number(typed["specialCount"]);
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), SPECIAL_DAYS_MAX) : 0;
}

/** One line for each day of the usual week. */
export const DAY_FIELDS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** The tick that has days without a word of theirs closed: a place with a season writes that alone. */
export const EMPTY_DAYS = { field: "emptyDays", closed: "closed" } as const;

/** The fields of each fact, in the order of the form; those of special days come on top. */
export const FIELDS_OF: Record<ListingFact, readonly string[]> = {
  name: ["name"],
  category: ["category"],
  type: ["type"],
  address: ["street", "quadrant"],
  zip: ["zip"],
  position: ["lat", "lng"],
  hours: [...DAY_FIELDS, EMPTY_DAYS.field],
  phone: ["phone"],
  website: ["website"],
  priceRange: ["priceRange"],
  description: ["description"],
  attributes: ATTRIBUTE_KEYS,
};

/** Every field of the listing in the order of the form, special days after the week. */
export function listingFields(typed: TypedListing): string[] {
  const lines = Array.from({ length: specialCount(typed) }, (_, line) => Object.values(specialFields(line)));
  return Object.entries(FIELDS_OF).flatMap(([fact, names]) =>
    fact === "hours" ? [...names, "specialCount", ...lines.flat()] : names,
  );
}

/** What the fields are called, also in a summary of problems. */
export function listingFieldName(field: string): string {
  const [, line] = /^special(\d+)/.exec(field) ?? [];
  if (line !== undefined) return `Special days, line ${Number(line) + 1}`;
  return LISTING_NAMES[field] ?? field;
}

const LISTING_NAMES: Partial<Record<string, string>> = {
  name: "Name",
  category: "Category",
  type: "Kind of place",
  street: "House number and street",
  quadrant: "Quadrant",
  zip: "ZIP code",
  lat: "Latitude",
  lng: "Longitude",
  phone: "Phone",
  website: "Website",
  priceRange: "Price",
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
  emptyDays: "Days left empty",
  description: "Description",
};

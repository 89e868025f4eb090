import { type CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import {
  ATTRIBUTE_KEYS,
  type Attributes,
  type Point,
  type PriceRange,
  type Quadrant,
} from "#app/guide/places/place.ts";
import { hoursFieldLabel, hoursFieldNames, hoursProblemKeys } from "#app/business/corrections/hours/hours-fields.ts";
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
  menuUrl: string | null;
  reservationsUrl: string | null;
  orderUrl: string | null;
  priceRange: PriceRange | null;
  hours: OpeningHours | null;
  attributes: Attributes;
  /** Empty: none yet. Submissions never have one. */
  summary: string;
  description: string;
};

export type ListingFact = keyof Listing;

/** A kind of place that the form suggests, with the categories that have such places. */
export type PlaceType = { type: string; categories: readonly CategorySlug[] };

/** The form's values by field name, valid or not. */
export type ListingFormValues = Readonly<Record<string, string>>;

/** Messages by field. */
export type ListingProblems = Partial<Record<string, string>>;

export const DESCRIPTION_CHARACTERS_MAX = 1_200;
export const NOTE_CHARACTERS_MAX = 500;

/** The fields of each fact, in the form's order. Those of hours follow from the form: `hoursFieldNames`. */
export const LISTING_FACT_FIELDS: Record<Exclude<ListingFact, "hours">, readonly string[]> = {
  name: ["name"],
  otherNames: ["otherNames"],
  category: ["category"],
  type: ["type"],
  address: ["street", "quadrant"],
  zip: ["zip"],
  position: ["lat", "lng"],
  phone: ["phone"],
  website: ["website"],
  menuUrl: ["menuUrl"],
  reservationsUrl: ["reservationsUrl"],
  orderUrl: ["orderUrl"],
  priceRange: ["priceRange"],
  summary: ["summary"],
  description: ["description"],
  attributes: ATTRIBUTE_KEYS,
};

/** All fields of a listing. */
export function listingFields(typed: ListingFormValues): string[] {
  return [...Object.values(LISTING_FACT_FIELDS).flat(), ...hoursFieldNames(typed)];
}

/** The fields and rows that can have a problem, in the form's order. */
export function listingProblemKeys(typed: ListingFormValues): string[] {
  return Object.entries(LISTING_FACT_FIELDS).flatMap(([fact, names]) =>
    fact === "phone" ? [...hoursProblemKeys(typed), ...names] : names,
  );
}

/** The label of a field, also in summaries of problems. */
export function listingFieldLabel(field: string): string {
  return hoursFieldLabel(field) ?? FIELD_LABELS[field] ?? field;
}

const FIELD_LABELS: Partial<Record<string, string>> = {
  ...LISTING_FIELD_LABELS,
  otherNames: "Other names",
  category: "Category",
  menuUrl: "Link to the menu",
  reservationsUrl: "Link to reservations",
  orderUrl: "Link to order online",
  lat: "Latitude",
  lng: "Longitude",
  summary: "First line",
  description: "Description",
};

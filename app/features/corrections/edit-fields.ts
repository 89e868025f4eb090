import type { Attribute } from "#app/features/places/place.ts";

import type { HoursField } from "./hours-fields.ts";

/** The fields of the form that are about facts. */
export type EditField =
  | "name"
  | "type"
  | "street"
  | "quadrant"
  | "zip"
  | "phone"
  | "website"
  | "priceRange"
  | HoursField
  | Attribute;

/** The fields as they stand in the form, whether right or wrong. */
export type TypedEdit = Record<EditField | "descriptionNote" | "basis" | "note", string>;

/** What is wrong, by field. */
export type EditProblems = Partial<Record<keyof TypedEdit, string>>;

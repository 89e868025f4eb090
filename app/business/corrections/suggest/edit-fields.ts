import type { Attribute } from "#app/guide/places/place.ts";

import type { HoursField } from "./hours-fields.ts";

/** The form's fields about facts. */
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

/** The form's values, valid or not. */
export type EditFormValues = Record<EditField | "descriptionNote" | "basis" | "note", string>;

/** Errors by field. */
export type EditFormErrors = Partial<Record<keyof EditFormValues, string>>;

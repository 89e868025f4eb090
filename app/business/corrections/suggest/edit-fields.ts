import type { Attribute } from "#app/guide/places/place.ts";

import type { HoursValues } from "../hours/hours-fields.ts";

/** The form's fields about facts, apart from those of opening hours. */
export type EditField =
  | "name"
  | "type"
  | "street"
  | "quadrant"
  | "zip"
  | "phone"
  | "website"
  | "priceRange"
  | Attribute;

/** The form's values, valid or not. */
export type EditFormValues = Record<EditField | "descriptionNote" | "basis" | "note", string> & { hours: HoursValues };

/** Errors by field. */
export type EditFormErrors = Partial<Record<string, string>>;

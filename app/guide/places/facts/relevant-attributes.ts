import type { CategorySlug } from "./categories.ts";
import type { Attribute } from "../place.ts";

const TABLE_ATTRIBUTES: readonly Attribute[] = [
  "outdoorSeating",
  "reservations",
  "takeout",
  "delivery",
  "vegetarian",
  "liveMusic",
  "cashOnly",
];

/** Vegetarian dishes don't matter at a post office: what is neither shown as unchecked nor asked first. */
export function isRelevantAttribute(key: Attribute, category: CategorySlug): boolean {
  if (category === "food" || category === "nightlife") return key !== "freeEntry";
  if (key === "freeEntry") return category === "entertainment";
  return !TABLE_ATTRIBUTES.includes(key);
}

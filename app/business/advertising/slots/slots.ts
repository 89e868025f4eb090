import { CATEGORY_NAMES, type CategorySlug, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { isSlug } from "#app/lib/slug.ts";

/**
 * Pages with a slot: "category:food" is a category's hub, "neighborhood:shaw" a neighborhood's page, "search:food"
 * searches whose first place is in that category.
 */
export type Slot = `category:${CategorySlug}` | `search:${CategorySlug}` | `neighborhood:${string}`;

/** Longer names are not slots. */
const SLOT_CHARACTERS_MAX = 120;

/** Parses a slot's name; null if it isn't one. Doesn't check that the neighborhood exists. */
export function parseSlot(name: string): Slot | null {
  if (name.length > SLOT_CHARACTERS_MAX) return null;
  const [kind, key = ""] = name.split(":", 2);
  if (name !== `${kind}:${key}`) return null;
  if (kind === "category" && isCategorySlug(key)) return `category:${key}`;
  if (kind === "search" && isCategorySlug(key)) return `search:${key}`;
  return kind === "neighborhood" && isSlug(key) ? `neighborhood:${key}` : null;
}

/** "Food", "Searches for Food", "Shaw" */
export function slotLabel(slot: string, neighborhoodNames: ReadonlyMap<string, string>): string {
  const [kind, key = ""] = slot.split(":", 2);
  if (kind === "neighborhood") return neighborhoodNames.get(key) ?? key;
  const name = isCategorySlug(key) ? CATEGORY_NAMES[key] : key;
  return kind === "search" ? `Searches: ${name}` : name;
}

/** The cache tag of pages with the slot, invalidated when a campaign starts or ends there. */
export function slotTag(slot: string): string {
  return `sponsored:${slot}`;
}

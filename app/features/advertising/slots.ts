import { CATEGORY_NAMES, type CategorySlug, isCategorySlug } from "#app/features/places/categories.ts";
import { isSlug } from "#app/lib/slug.ts";

/**
 * Where a place can be shown: "category:food" is a category's hub, "neighborhood:shaw" a neighborhood's page, "search:food"
 * the searches whose first place is of that category.
 */
export type Slot = `category:${CategorySlug}` | `search:${CategorySlug}` | `neighborhood:${string}`;

/** Longer names are no slot's. */
const SLOT_CHARACTERS_MAX = 120;

/** A slot by its name as somebody sent it; null for what is none. Whether there is such a neighborhood isn't asked. */
export function readSlot(sent: string): Slot | null {
  if (sent.length > SLOT_CHARACTERS_MAX) return null;
  const [kind, key = ""] = sent.split(":", 2);
  if (sent !== `${kind}:${key}`) return null;
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

/** What pages with the slot are tagged with, to be made anew when a campaign begins or ends there. */
export function slotTag(slot: string): string {
  return `sponsored:${slot}`;
}

import { CATEGORY_SLUGS, type CategorySlug } from "#app/db/columns/place-columns.ts";

export { CATEGORY_SLUGS, type CategorySlug } from "#app/db/columns/place-columns.ts";

/** Names as visitors see them. Descriptions are in the database. */
export const CATEGORY_NAMES: Record<CategorySlug, string> = {
  food: "Food & Dining",
  nightlife: "Nightlife & Bars",
  shopping: "Shopping",
  services: "Services",
  entertainment: "Entertainment",
  health: "Health & Wellness",
  "home-services": "Home Services",
  education: "Education",
};

export function isCategorySlug(text: string): text is CategorySlug {
  return (CATEGORY_SLUGS as readonly string[]).includes(text);
}

export type Category = {
  slug: CategorySlug;
  name: string;
  shortName: string;
  headline: string;
  description: string;
};

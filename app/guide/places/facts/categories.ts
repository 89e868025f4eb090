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
  soughtTypes: Record<string, string>;
};

/**
 * Types that a hub shows after all others, under a title of their own: one looks for them by name, or outdoors. The order
 * of a hub follows it too.
 */
export const CATEGORY_SECTIONS: Partial<Record<CategorySlug, { title: string; types: readonly string[] }>> = {
  services: {
    title: "Houses of worship, embassies and police",
    types: ["House of worship", "Embassy", "Police station"],
  },
  entertainment: {
    title: "Parks & outdoors",
    types: [
      "Park",
      "Trail",
      "Playground",
      "Spray park",
      "Dog park",
      "Garden",
      "Community garden",
      "Golf course",
      "Mini golf",
      "Boathouse",
      "Marina",
      "Nature center",
    ],
  },
};

import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { type Reach, loadReach } from "#app/guide/analytics/visitors/reach.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";

import type { Slot } from "./slots.ts";

/** A page to choose, with its recent views; null if they aren't known for it alone. */
export type OfferedSlot = { slot: Slot; label: string; views: number | null };

export type OfferedSlots = {
  /** The closest to the place: its category, its neighborhood, and searches for places like it. */
  own: OfferedSlot[];
  categories: OfferedSlot[];
  neighborhoods: OfferedSlot[];
  searchViews: number;
  since: string | null;
};

/** Pages where a place can be shown, with their recent views. */
export async function loadOfferedSlots(
  db: Database,
  { place, now }: { place: { categorySlug: CategorySlug; neighborhoodSlug: string }; now: Date },
): Promise<OfferedSlots> {
  const reach = await loadReach(db, now);
  const rows = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .orderBy(sql`lower(${neighborhoods.name})`);
  const neighborhoodSlots = rows.map(({ slug, name }): OfferedSlot => ({
    slot: `neighborhood:${slug}`,
    label: name,
    views: viewsOf(reach, reach.neighborhoods.get(slug)),
  }));
  const categorySlots = CATEGORY_SLUGS.map((slug): OfferedSlot => ({
    slot: `category:${slug}`,
    label: CATEGORY_NAMES[slug],
    views: viewsOf(reach, reach.categories.get(slug)),
  }));
  const { categorySlug, neighborhoodSlug } = place;
  const search: OfferedSlot = {
    slot: `search:${categorySlug}`,
    label: `Searches with ${CATEGORY_NAMES[categorySlug]} on top`,
    views: null,
  };
  const isOwn = ({ slot }: OfferedSlot) =>
    slot === `category:${categorySlug}` || slot === `neighborhood:${neighborhoodSlug}`;
  return {
    own: [...categorySlots.filter(isOwn), search, ...neighborhoodSlots.filter(isOwn)],
    categories: categorySlots.filter((each) => !isOwn(each)),
    neighborhoods: neighborhoodSlots.filter((each) => !isOwn(each)),
    searchViews: reach.search,
    since: reach.since,
  };
}

/** Once counting has started, pages without views have 0. */
function viewsOf({ since }: Reach, views: number | undefined): number | null {
  return since === null ? null : (views ?? 0);
}

export function allOfferedSlots({ own, categories, neighborhoods: neighborhoodSlots }: OfferedSlots): Slot[] {
  return [...own, ...categories, ...neighborhoodSlots].map(({ slot }) => slot);
}

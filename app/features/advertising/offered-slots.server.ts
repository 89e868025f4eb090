import { asc } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { type Reach, reachOf } from "#app/features/analytics/reach.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "#app/features/places/categories.ts";

import type { Slot } from "./slots.ts";

/** A page that can be chosen, and how often it was opened lately; null where that isn't known for it alone. */
export type OfferedSlot = { slot: Slot; label: string; views: number | null };

export type OfferedSlots = {
  /** What suits the place most: its category, its neighborhood, and searches that find places like it. */
  own: OfferedSlot[];
  categories: OfferedSlot[];
  neighborhoods: OfferedSlot[];
  searchViews: number;
  since: string | null;
};

/** Where a place may be shown, with what is known of how often those pages are opened. */
export async function offeredSlots(
  db: Database,
  { place, now }: { place: { categorySlug: CategorySlug; neighborhoodSlug: string }; now: Date },
): Promise<OfferedSlots> {
  const reach = await reachOf(db, now);
  const rows = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .orderBy(asc(neighborhoods.name));
  const areas = rows.map(({ slug, name }): OfferedSlot => ({
    slot: `neighborhood:${slug}`,
    label: name,
    views: viewsOf(reach, reach.neighborhoods.get(slug)),
  }));
  const hubs = CATEGORY_SLUGS.map((slug): OfferedSlot => ({
    slot: `category:${slug}`,
    label: CATEGORY_NAMES[slug],
    views: viewsOf(reach, reach.categories.get(slug)),
  }));
  const { categorySlug, neighborhoodSlug } = place;
  const search: OfferedSlot = {
    slot: `search:${categorySlug}`,
    label: `Searches whose first place is in ${CATEGORY_NAMES[categorySlug]}`,
    views: null,
  };
  const isOwn = ({ slot }: OfferedSlot) =>
    slot === `category:${categorySlug}` || slot === `neighborhood:${neighborhoodSlug}`;
  return {
    own: [...hubs.filter(isOwn), search, ...areas.filter(isOwn)],
    categories: hubs.filter((each) => !isOwn(each)),
    neighborhoods: areas.filter((each) => !isOwn(each)),
    searchViews: reach.search,
    since: reach.since,
  };
}

/** Once anything is counted, a page that nobody has opened was opened 0 times. */
function viewsOf({ since }: Reach, views: number | undefined): number | null {
  return since === null ? null : (views ?? 0);
}

export function allOffered({ own, categories, neighborhoods: areas }: OfferedSlots): Slot[] {
  return [...own, ...categories, ...areas].map(({ slot }) => slot);
}

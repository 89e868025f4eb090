import type { Database } from "#app/db/database.server.ts";
import type { PlaceTags } from "#app/features/places/imported-places.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

/** Invalidates the cached pages that show these places, with one notification per batch. */
export async function notifyImported(db: Database, tags: PlaceTags[]): Promise<void> {
  if (tags.length === 0) return;
  const placeTags = tags.flatMap(({ slug, categorySlug, neighborhoodSlug }) => [
    `place:${slug}`,
    `category:${categorySlug}`,
    `neighborhood:${neighborhoodSlug}`,
  ]);
  await notifyPages(db, [...new Set([...placeTags, "places", "guides", "home"])]);
}

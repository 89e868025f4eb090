import type { Database } from "#app/db/database.server.ts";
import type { PlaceTags } from "#app/guide/places/facts/imported-places.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

/** Invalidates the cached pages that show these places, with one notification per batch. */
export async function invalidateImportedPages(db: Database, tags: PlaceTags[]): Promise<void> {
  if (tags.length === 0) return;
  const placeTags = tags.flatMap(({ slug, categorySlug, neighborhoodSlug }) => [
    `place:${slug}`,
    `category:${categorySlug}`,
    `neighborhood:${neighborhoodSlug}`,
  ]);
  await invalidatePages(db, [...new Set([...placeTags, "places", "guides", "home"])]);
}

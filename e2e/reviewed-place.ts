import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { buildReview } from "#tests/builders.ts";

import { placeBySlug } from "./managed-place.ts";
import type { Site } from "./site.ts";

/** Adds a review per number of stars, each by a member of its own, as if they had been published before the test. */
export async function addReviews(
  site: Pick<Site, "db">,
  { slug, stars, isDemo = false }: { slug: string; stars: readonly number[]; isDemo?: boolean },
): Promise<void> {
  const { id: placeId } = await placeBySlug(site, slug);
  for (const each of stars) await buildReview(site.db, { placeId, stars: each, isDemo });
  await invalidatePages(site.db, ["*"]);
}

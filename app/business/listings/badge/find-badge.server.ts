import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { findSuccessorSlug } from "#app/guide/places/facts/place-closure.server.ts";
import { isRealRating, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import { realRating } from "#app/guide/places/cards/rating-summary.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { Badge } from "./badge.ts";

/**
 * A place with the rating of its real reviews: demo reviews aren't shown on other sites. Served by the unique index of
 * places (slug) and the key of place_ratings.
 *
 * @returns "removed" for a place that was delisted, null for an unknown one. `mergedInto`: the slug of the listing that a
 * duplicate was merged into; its page redirects there too.
 */
export async function findBadge(
  db: Database,
  slug: string,
  { page }: Pick<PageContext, "page">,
): Promise<NonNullable<Badge> | { mergedInto: string } | "removed" | null> {
  page.tags.add(`place:${slug}`);
  const [row] = await db
    .select({
      name: places.name,
      status: places.status,
      realCount: realRatings.reviewCount,
      realSum: realRatings.starsSum,
    })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .where(eq(places.slug, slug));
  if (row === undefined) return null;
  if (row.status === "removed") {
    const mergedInto = await findSuccessorSlug(db, slug);
    if (mergedInto === null) return "removed";
    page.tags.add(`place:${mergedInto}`);
    return { mergedInto };
  }
  return { name: row.name, rating: realRating({ ...row, demoCount: null, demoSum: null }) };
}

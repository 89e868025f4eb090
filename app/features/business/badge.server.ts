import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { successorOf } from "#app/features/places/place-closure.server.ts";
import { isRealRating, realRatings } from "#app/features/places/rating-columns.server.ts";
import { realRating } from "#app/features/places/rating-summary.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import type { Badge } from "./badge.ts";

/**
 * A place and what its real reviews say: invented ones never leave the site. Served by the unique index of places (slug) and
 * the key of place_ratings.
 *
 * @returns "removed" for a place that was listed and is no more, null for one that never was. `leadsTo`: it was listed twice,
 * and goes on as the other one, as its page does.
 */
export async function findBadge(
  db: Database,
  slug: string,
  { page }: Pick<PageMoment, "page">,
): Promise<NonNullable<Badge> | { leadsTo: string } | "removed" | null> {
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
    const leadsTo = await successorOf(db, slug);
    if (leadsTo === null) return "removed";
    page.tags.add(`place:${leadsTo}`);
    return { leadsTo };
  }
  return { name: row.name, rating: realRating({ ...row, demoCount: null, demoSum: null }) };
}

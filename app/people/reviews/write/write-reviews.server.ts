import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeRatings, reviews } from "#app/db/schema/reviews.ts";
import { chunks } from "#app/lib/chunks.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

const ROWS_PER_INSERT = 1_000;

/** Inserts reviews and invalidates their pages. A trigger updates the ratings. */
export async function insertReviews(db: Database, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(reviews).values(chunk);
  await notifyReviewPages(db, rows);
}

/**
 * Invalidates the pages that show a changed review, its place's rating or its author's review count. Call it in the
 * transaction of the change.
 */
export async function notifyReviewPages(db: Database, changed: { placeId: number; authorId: string }[]): Promise<void> {
  const placeIds = [...new Set(changed.map(({ placeId }) => placeId))];
  if (placeIds.length === 0) return;
  const rows = await db
    .select({ slug: places.slug, category: places.categorySlug })
    .from(places)
    .where(inArray(places.id, placeIds));
  // A hub's order and counts depend on the ratings of all places of its category.
  const tags = rows.flatMap(({ slug, category }) => [`place:${slug}`, `category:${category}`]);
  const authors = changed.map(({ authorId }) => `member:${authorId}`);
  await invalidatePages(db, [...new Set([...tags, ...authors])]);
}

/** Deletes all ratings by demo reviews. Call it before deleting the reviews. */
export async function removeDemoRatings(db: Database): Promise<void> {
  await db.delete(placeRatings).where(eq(placeRatings.isDemo, true));
}

export function countDemoReviews(db: Database): Promise<number> {
  return db.$count(reviews, eq(reviews.isDemo, true));
}

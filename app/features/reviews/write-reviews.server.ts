import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeRatings, reviews } from "#app/db/schema/reviews.ts";
import { chunks } from "#app/lib/chunks.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

const ROWS_PER_INSERT = 1_000;

/** Writes reviews and has the pages that show them made anew; the ratings follow by themselves (a trigger counts). */
export async function addReviews(db: Database, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(reviews).values(chunk);
  await notifyReviewPages(db, rows);
}

/**
 * Has the pages made anew that show a changed review, its place's rating or its author's count of reviews. Call it in the
 * transaction of the change.
 */
export async function notifyReviewPages(db: Database, changed: { placeId: number; authorId: string }[]): Promise<void> {
  const placeIds = [...new Set(changed.map(({ placeId }) => placeId))];
  if (placeIds.length === 0) return;
  const rows = await db
    .select({ slug: places.slug, category: places.categorySlug })
    .from(places)
    .where(inArray(places.id, placeIds));
  // A hub orders and counts by the ratings of places that it doesn't show.
  const tags = rows.flatMap(({ slug, category }) => [`place:${slug}`, `category:${category}`]);
  const authors = changed.map(({ authorId }) => `member:${authorId}`);
  await notifyPages(db, [...new Set([...tags, ...authors])]);
}

/** All ratings by demo reviews, when the reviews themselves are about to go. */
export async function removeDemoRatings(db: Database): Promise<void> {
  await db.delete(placeRatings).where(eq(placeRatings.isDemo, true));
}

export function countDemoReviews(db: Database): Promise<number> {
  return db.$count(reviews, eq(reviews.isDemo, true));
}

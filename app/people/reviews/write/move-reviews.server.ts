import { and, eq, inArray, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { reviews } from "#app/db/schema/reviews.ts";

/**
 * Moves reviews between two listings of the same place. Authors who reviewed both keep both reviews.
 *
 * @param given.only Reviews by id; null moves all.
 * @returns Ids of the moved reviews.
 */
export async function moveReviews(
  db: Database,
  { from, to, only }: { from: number; to: number; only: string[] | null },
): Promise<string[]> {
  if (only !== null && only.length === 0) return [];
  const others = alias(reviews, "others");
  const authors = db.select({ id: others.authorId }).from(others).where(eq(others.placeId, to));
  const moved = await db
    .update(reviews)
    .set({ placeId: to })
    .where(
      and(
        eq(reviews.placeId, from),
        notInArray(reviews.authorId, authors),
        only === null ? undefined : inArray(reviews.id, only),
      ),
    )
    .returning({ id: reviews.id });
  return moved.map(({ id }) => id);
}

import { and, eq, inArray, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { reviewReplies, reviews, reviewVotes } from "#app/db/schema/reviews.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/** Hides a member's published reviews and their stars until `restoreReviews`. */
export async function withdrawReviews(db: Database, authorId: string): Promise<void> {
  const hidden = await db
    .update(reviews)
    .set({ status: "withdrawn" })
    .where(and(eq(reviews.authorId, authorId), eq(reviews.status, "published")))
    .returning({ placeId: reviews.placeId, authorId: reviews.authorId });
  await notifyReviewPages(db, [...hidden, ...(await reviewsAnsweredBy(db, authorId))]);
}

/** Shows the reviews again that `withdrawReviews` hid. */
export async function restoreReviews(db: Database, authorId: string): Promise<void> {
  const restored = await db
    .update(reviews)
    .set({ status: "published" })
    .where(and(eq(reviews.authorId, authorId), eq(reviews.status, "withdrawn")))
    .returning({ placeId: reviews.placeId, authorId: reviews.authorId });
  await notifyReviewPages(db, [...restored, ...(await reviewsAnsweredBy(db, authorId))]);
}

/**
 * Invalidates pages that count a member's reviews and helpful votes. Call it before deleting the account, in the same
 * transaction. Served by reviews_by_author and review_votes_by_user.
 */
export async function notifyPagesOfDeletedMember(db: Database, userId: string): Promise<void> {
  const voted = db.select({ id: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.userId, userId));
  const affected = await db
    .select({ placeId: reviews.placeId, authorId: reviews.authorId })
    .from(reviews)
    .where(or(eq(reviews.authorId, userId), inArray(reviews.id, voted)));
  await notifyReviewPages(db, affected);
}

/** Reviews that a member answered for a business; deleted members' replies are hidden. Served by review_replies_by_author. */
function reviewsAnsweredBy(db: Database, userId: string): Promise<{ placeId: number; authorId: string }[]> {
  return db
    .select({ placeId: reviews.placeId, authorId: reviews.authorId })
    .from(reviews)
    .innerJoin(reviewReplies, eq(reviewReplies.reviewId, reviews.id))
    .where(eq(reviewReplies.authorId, userId));
}

import { and, eq, inArray, or } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { reviewReplies, reviews, reviewVotes } from "#app/db/schema/reviews.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/** Hides what a member has published, and takes its stars out of the ratings, until `bringBackReviews`. */
export async function withdrawReviews(db: Database, authorId: string): Promise<void> {
  const hidden = await db
    .update(reviews)
    .set({ status: "withdrawn" })
    .where(and(eq(reviews.authorId, authorId), eq(reviews.status, "published")))
    .returning({ placeId: reviews.placeId, authorId: reviews.authorId });
  await notifyReviewPages(db, [...hidden, ...(await answeredBy(db, authorId))]);
}

/** Shows again what `withdrawReviews` hid. */
export async function bringBackReviews(db: Database, authorId: string): Promise<void> {
  const shown = await db
    .update(reviews)
    .set({ status: "published" })
    .where(and(eq(reviews.authorId, authorId), eq(reviews.status, "withdrawn")))
    .returning({ placeId: reviews.placeId, authorId: reviews.authorId });
  await notifyReviewPages(db, [...shown, ...(await answeredBy(db, authorId))]);
}

/**
 * Has the pages made anew that count something of a member who is about to go: their reviews, and those they found
 * helpful. Call it before they go, in the same transaction. Served by reviews_by_author and review_votes_by_user.
 */
export async function notifyPagesOfLeaver(db: Database, userId: string): Promise<void> {
  const voted = db.select({ id: reviewVotes.reviewId }).from(reviewVotes).where(eq(reviewVotes.userId, userId));
  const touched = await db
    .select({ placeId: reviews.placeId, authorId: reviews.authorId })
    .from(reviews)
    .where(or(eq(reviews.authorId, userId), inArray(reviews.id, voted)));
  await notifyReviewPages(db, touched);
}

/** Reviews that a member has answered for a business; a leaver's replies are shown no more. Served by review_replies_by_author. */
function answeredBy(db: Database, userId: string): Promise<{ placeId: number; authorId: string }[]> {
  return db
    .select({ placeId: reviews.placeId, authorId: reviews.authorId })
    .from(reviews)
    .innerJoin(reviewReplies, eq(reviewReplies.reviewId, reviews.id))
    .where(eq(reviewReplies.authorId, userId));
}

import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { reviewReplies, reviews } from "#app/db/schema/reviews.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/**
 * Answers a review for its business, for everybody to read: one reply, which another takes the place of. Whether `authorId`
 * may speak for the business is the caller's to know.
 *
 * @param given.body Plain text of 2 to 2,000 characters; the database refuses any other.
 * @returns "no-such-review": there is none that everybody sees. "own": nobody answers themselves.
 */
export async function replyToReview(
  db: Database,
  given: { reviewId: string; authorId: string; body: string; now: Date },
): Promise<"replied" | "no-such-review" | "own"> {
  const { reviewId, authorId, body, now } = given;
  return db.transaction(async (tx) => {
    // Locked, so that it isn't taken away meanwhile, and two replies come one after the other.
    const [review] = await tx
      .select({ placeId: reviews.placeId, authorId: reviews.authorId })
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), eq(reviews.status, "published")))
      .for("update");
    if (review === undefined) return "no-such-review";
    if (review.authorId === authorId) return "own";
    const isFirst = (await tx.$count(reviewReplies, eq(reviewReplies.reviewId, reviewId))) === 0;
    await tx
      .insert(reviewReplies)
      .values({ reviewId, authorId, body, repliedAt: now })
      // The same sent twice is no change.
      .onConflictDoUpdate({
        target: reviewReplies.reviewId,
        set: { authorId, body, editedAt: now },
        setWhere: ne(reviewReplies.body, body),
      });
    await notifyReviewPages(tx, [review]);
    if (isFirst) await tellAuthor(tx, { ...review, now });
    return "replied";
  });
}

/** Of the first words only: a reply that is reworded is no news. */
async function tellAuthor(
  db: Database,
  { placeId, authorId: userId, now }: { placeId: number; authorId: string; now: Date },
): Promise<void> {
  const [place] = await db.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  if (place === undefined) throw new Error(`The place ${placeId} of a review is not there`);
  await tellPerson(db, { userId, told: { kind: "review-answered", place }, now });
}

/** Takes a business's reply away; without one nothing is done. */
export async function deleteReply(db: Database, reviewId: string): Promise<"deleted" | "none"> {
  return db.transaction(async (tx) => {
    const gone = await tx
      .delete(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId))
      .returning({ reviewId: reviewReplies.reviewId });
    if (gone.length === 0) return "none";
    const answered = await tx
      .select({ placeId: reviews.placeId, authorId: reviews.authorId })
      .from(reviews)
      .where(eq(reviews.id, reviewId));
    await notifyReviewPages(tx, answered);
    return "deleted";
  });
}

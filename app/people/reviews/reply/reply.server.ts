import { and, eq, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { reviewReplies, reviews } from "#app/db/schema/reviews.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

import { notifyReviewPages } from "../write/write-reviews.server.ts";

/** Replies of deleted accounts are hidden, and other managers of the place can replace them. */
export const IS_REPLY_SHOWN = sql<boolean>`not exists (select 1 from users writer
  where writer.id = ${reviewReplies.authorId} and writer.deleted_at is not null)`;

/**
 * Publishes a business's reply to a review, replacing its earlier reply. The caller checks that `authorId` manages the
 * place.
 *
 * @param given.body Plain text of 2 to 2,000 characters; the database refuses any other.
 * @returns "no-such-review": it isn't published. "own": authors can't reply to their own reviews.
 */
export async function replyToReview(
  db: Database,
  given: { reviewId: string; authorId: string; body: string; now: Date },
): Promise<"replied" | "no-such-review" | "own"> {
  const { reviewId, authorId, body, now } = given;
  return db.transaction(async (tx) => {
    // Locked against a concurrent removal or a second reply.
    const [review] = await tx
      .select({ placeId: reviews.placeId, authorId: reviews.authorId })
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), eq(reviews.status, "published")))
      .for("update");
    if (review === undefined) return "no-such-review";
    if (review.authorId === authorId) return "own";
    const [existing] = await tx
      .select({ reply: reviewReplies.body, writerId: reviewReplies.authorId })
      .from(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId));
    const changed = await tx
      .insert(reviewReplies)
      .values({ reviewId, authorId, body, repliedAt: now })
      // Sending the same reply twice changes nothing.
      .onConflictDoUpdate({
        target: reviewReplies.reviewId,
        set: { authorId, body, editedAt: now },
        setWhere: or(ne(reviewReplies.body, body), sql`not ${IS_REPLY_SHOWN}`),
      })
      .returning({ reply: reviewReplies.body });
    for (const after of changed) {
      const before = existing === undefined ? null : { reply: existing.reply };
      const people = [review.authorId, existing?.writerId ?? null];
      await recordReply(tx, { reviewId, by: authorId, people, action: "reply.write", before, after, now });
    }
    await notifyReviewPages(tx, [review]);
    if (existing === undefined) await notifyAuthor(tx, { ...review, now });
    return "replied";
  });
}

/** Only for the first reply, not for changes to it. */
async function notifyAuthor(
  db: Database,
  { placeId, authorId: userId, now }: { placeId: number; authorId: string; now: Date },
): Promise<void> {
  const [place] = await db.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  if (place === undefined) throw new Error(`The place ${placeId} of a review is not there`);
  await notifyUser(db, { userId, notification: { kind: "review-answered", place }, now });
}

/** Deletes a business's reply, if there is one. The caller checks that `by` manages the place. */
export async function deleteReply(
  db: Database,
  { reviewId, by, now }: { reviewId: string; by: string; now: Date },
): Promise<"deleted" | "none"> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId))
      .returning({ reply: reviewReplies.body, writerId: reviewReplies.authorId });
    if (deleted === undefined) return "none";
    const reviewed = await tx
      .select({ placeId: reviews.placeId, authorId: reviews.authorId })
      .from(reviews)
      .where(eq(reviews.id, reviewId));
    const people = [reviewed[0]?.authorId ?? null, deleted.writerId];
    const before = { reply: deleted.reply };
    await recordReply(tx, { reviewId, by, people, action: "reply.delete", before, after: null, now });
    await notifyReviewPages(tx, reviewed);
    return "deleted";
  });
}

type Reply = { reply: string };

async function recordReply(
  db: Database,
  {
    reviewId,
    by,
    people,
    ...change
  }: {
    reviewId: string;
    by: string;
    /** The review's author and the previous reply's author. */
    people: (string | null)[];
    action: string;
    before: Reply | null;
    after: Reply | null;
    now: Date;
  },
): Promise<void> {
  const subject = { kind: "review", id: reviewId };
  await recordChange(db, { actor: { kind: "owner", id: by }, subject, about: [...people, by], ...change });
}

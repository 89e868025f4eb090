import { and, eq, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { reviewReplies, reviews } from "#app/db/schema/reviews.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/** Of a reply whose writer is about to leave nothing is shown, and whoever else runs the place may give theirs. */
export const IS_REPLY_SHOWN = sql<boolean>`not exists (select 1 from users writer
  where writer.id = ${reviewReplies.authorId} and writer.deleted_at is not null)`;

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
    const [known] = await tx
      .select({ reply: reviewReplies.body, writerId: reviewReplies.authorId })
      .from(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId));
    const written = await tx
      .insert(reviewReplies)
      .values({ reviewId, authorId, body, repliedAt: now })
      // The same sent twice is no change.
      .onConflictDoUpdate({
        target: reviewReplies.reviewId,
        set: { authorId, body, editedAt: now },
        setWhere: or(ne(reviewReplies.body, body), sql`not ${IS_REPLY_SHOWN}`),
      })
      .returning({ reply: reviewReplies.body });
    for (const after of written) {
      const before = known === undefined ? null : { reply: known.reply };
      const people = [review.authorId, known?.writerId ?? null];
      await recordReply(tx, { reviewId, by: authorId, people, action: "reply.write", before, after, now });
    }
    await notifyReviewPages(tx, [review]);
    if (known === undefined) await tellAuthor(tx, { ...review, now });
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

/** Takes a business's reply away; without one nothing is done. Whether `by` may speak for it is the caller's to know. */
export async function deleteReply(
  db: Database,
  { reviewId, by, now }: { reviewId: string; by: string; now: Date },
): Promise<"deleted" | "none"> {
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(reviewReplies)
      .where(eq(reviewReplies.reviewId, reviewId))
      .returning({ reply: reviewReplies.body, writerId: reviewReplies.authorId });
    if (gone === undefined) return "none";
    const answered = await tx
      .select({ placeId: reviews.placeId, authorId: reviews.authorId })
      .from(reviews)
      .where(eq(reviews.id, reviewId));
    const people = [answered[0]?.authorId ?? null, gone.writerId];
    const before = { reply: gone.reply };
    await recordReply(tx, { reviewId, by, people, action: "reply.delete", before, after: null, now });
    await notifyReviewPages(tx, answered);
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
    /** Whose review it is, and who wrote what was there before. */
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

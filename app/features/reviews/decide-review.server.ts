import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import type { Decision } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { closeReviewCases } from "#app/features/moderation/cases.server.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/**
 * Carries out a moderator's decision about a review: approved, it is shown and counted; rejected, it is neither.
 *
 * @returns "changed": its author has edited it since the moderator read it. "closed": nothing is open about it any more.
 * "own": nobody decides about their own. In all three cases nothing was done.
 */
export async function decideReview(
  db: Database,
  decided: { reviewId: string; version: number; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<"decided" | "changed" | "closed" | "own"> {
  const { reviewId, version, decision, decidedBy } = decided;
  return db.transaction(async (tx) => {
    // Locked, so that an edit comes before the decision or after it; the author first, in the order of whoever writes.
    const [author] = await tx
      .select({ deletedAt: users.deletedAt })
      .from(users)
      .where(inArray(users.id, tx.select({ id: reviews.authorId }).from(reviews).where(eq(reviews.id, reviewId))))
      .for("share");
    if (author === undefined || author.deletedAt !== null) return "closed";
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
    if (review === undefined) return "closed";
    if (review.authorId === decidedBy) return "own";
    if (review.version !== version) return "changed";
    if (!(await closeReviewCases(tx, decided))) return "closed";
    await tx
      .update(reviews)
      .set({ status: decision === "approved" ? "published" : "rejected" })
      .where(eq(reviews.id, reviewId));
    await notifyReviewPages(tx, [review]);
    return "decided";
  });
}

import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import {
  isLastOfItsWords,
  lockDecided,
  reopenCases,
  type Undoing,
} from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { takeBackTold } from "#app/features/notifications/take-back.server.ts";

import { notifyReviewPages } from "./write-reviews.server.ts";

/**
 * Undoes a decision about a review: what was held is held again, what was shown is shown, and both wait.
 *
 * @returns Why not, in which case nothing was done.
 */
export async function undoReviewDecision(db: Database, undoing: Undoing): Promise<"undone" | UndoRefusal> {
  return db.transaction(async (tx) => {
    const [about] = await tx
      .select({ reviewId: moderationCases.reviewId })
      .from(moderationCases)
      .where(eq(moderationCases.id, undoing.caseId));
    const reviewId = about?.reviewId ?? null;
    if (reviewId === null) return "gone";
    // In the order of whoever decides: the author, the review, its cases.
    const [author] = await tx
      .select({ deletedAt: users.deletedAt })
      .from(users)
      .where(inArray(users.id, tx.select({ id: reviews.authorId }).from(reviews).where(eq(reviews.id, reviewId))))
      .for("share");
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
    if (author === undefined || author.deletedAt !== null || review === undefined) return "gone";
    if (review.authorId === undoing.undoneBy) return "own";
    const decided = await lockDecided(tx, undoing);
    if (typeof decided === "string") return decided;
    const written = decided.decision === "approved" ? "published" : "rejected";
    if (review.status !== written || !(await isLastOfItsWords(tx, decided))) return "changed";
    const opened = await reopenCases(tx, { decided, ...undoing });
    if (opened === "again") return opened;
    const kinds = await tx
      .select({ kind: moderationCases.kind })
      .from(moderationCases)
      .where(inArray(moderationCases.id, opened));
    // What was only reported was shown meanwhile.
    const status = kinds.some(({ kind }) => kind === "held-review") ? "held" : "published";
    await tx.update(reviews).set({ status }).where(eq(reviews.id, reviewId));
    await notifyReviewPages(tx, [review]);
    await takeBackTold(tx, { caseIds: opened, now: undoing.now });
    return "undone";
  });
}

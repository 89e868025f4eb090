import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import {
  isLatestDecision,
  lockDecidedCase,
  reopenCases,
  type UndoInput,
} from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";

import { notifyReviewPages } from "../write/write-reviews.server.ts";

/**
 * Undoes a decision about a review and reopens its cases: a held review is held again, a reported one is shown again.
 *
 * @returns A refusal changes nothing.
 */
export async function undoReviewDecision(db: Database, input: UndoInput): Promise<"undone" | UndoRefusal> {
  return db.transaction(async (tx) => {
    const [decidedCase] = await tx
      .select({ reviewId: moderationCases.reviewId })
      .from(moderationCases)
      .where(eq(moderationCases.id, input.caseId));
    const reviewId = decidedCase?.reviewId ?? null;
    if (reviewId === null) return "gone";
    // Lock in the same order as a decision: the author, the review, its cases.
    const [author] = await tx
      .select({ deletedAt: users.deletedAt })
      .from(users)
      .where(inArray(users.id, tx.select({ id: reviews.authorId }).from(reviews).where(eq(reviews.id, reviewId))))
      .for("share");
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
    if (author === undefined || author.deletedAt !== null || review === undefined) return "gone";
    if (review.authorId === input.undoneBy) return "own";
    const decided = await lockDecidedCase(tx, input);
    if (typeof decided === "string") return decided;
    const expectedStatus = decided.decision === "approved" ? "published" : "rejected";
    if (review.status !== expectedStatus || !(await isLatestDecision(tx, decided))) return "changed";
    const reopened = await reopenCases(tx, { decided, ...input });
    if (reopened === "again") return reopened;
    const kinds = await tx
      .select({ kind: moderationCases.kind })
      .from(moderationCases)
      .where(inArray(moderationCases.id, reopened));
    // A review that was only reported stayed visible.
    const status = kinds.some(({ kind }) => kind === "held-review") ? "held" : "published";
    await tx.update(reviews).set({ status }).where(eq(reviews.id, reviewId));
    await notifyReviewPages(tx, [review]);
    await retractNotifications(tx, { caseIds: reopened, now: input.now });
    return "undone";
  });
}

import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeAnswers, placeQuestionReports } from "#app/db/schema/questions.ts";
import type { PostRef } from "#app/core/cases/cases.ts";
import {
  isLatestDecision,
  lockDecidedCase,
  reopenCases,
  type UndoableCase,
  type UndoInput,
} from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { isOwnPost, type LockedPost, lockPost, isReportOf, setPostStatus } from "../lock-post.server.ts";

/**
 * Undoes a decision about a question or an answer, and reopens its case and reports. A held post is held again, a
 * reported one is public again.
 *
 * @returns "answered": the question to be hidden has answers. A refusal changes nothing.
 */
export async function undoPostDecision(db: Database, input: UndoInput): Promise<"undone" | UndoRefusal> {
  return db.transaction(async (tx) => {
    const post = await postOfCase(tx, input.caseId);
    const locked = post === null ? null : await lockPost(tx, post);
    if (post === null || locked === null) return "gone";
    if (await isOwnPost(tx, locked, input.undoneBy)) return "own";
    const decided = await lockDecidedCase(tx, input);
    if (typeof decided === "string") return decided;
    const refusal = await findUndoRefusal(tx, { post, locked, decided });
    if (refusal !== null) return refusal;
    const reopened = await reopenCases(tx, { decided, ...input });
    if (reopened === "again") return reopened;
    const status = decided.kind === "held-question" ? "held" : "published";
    await setPostStatus(tx, post, { status, decidedAt: null, decisionReason: null });
    await tx
      .update(placeQuestionReports)
      .set({ closedAt: null })
      .where(and(isReportOf(post), eq(placeQuestionReports.closedAt, decided.closedAt)));
    await invalidatePages(tx, [`place:${locked.place.slug}`]);
    await retractNotifications(tx, { caseIds: reopened, now: input.now });
    return "undone";
  });
}

async function postOfCase(db: Database, caseId: string): Promise<PostRef | null> {
  const { questionId, answerId } = moderationCases;
  const [row] = await db.select({ questionId, answerId }).from(moderationCases).where(eq(moderationCases.id, caseId));
  if (row === undefined) return null;
  if (row.answerId !== null) return { kind: "answer", id: row.answerId };
  return row.questionId === null ? null : { kind: "question", id: row.questionId };
}

type UndoCheckInput = { post: PostRef; locked: LockedPost; decided: UndoableCase };

async function findUndoRefusal(db: Database, { post, locked, decided }: UndoCheckInput): Promise<UndoRefusal | null> {
  const { decision, closedAt, kind } = decided;
  // Decisions older than cases: their notifications aren't linked to a case and couldn't be retracted.
  if (decided.decisionCode === null) return "changed";
  const expectedStatus = decision === "approved" ? "published" : "rejected";
  if (locked.status !== expectedStatus || locked.writtenAt > closedAt || !(await isLatestDecision(db, decided)))
    return "changed";
  if (kind !== "held-question" || decision === "rejected" || post.kind === "answer") return null;
  // Answering locks the question first, so this count is final.
  const isAnswer = and(eq(placeAnswers.questionId, post.id), ne(placeAnswers.status, "rejected"));
  return (await db.$count(placeAnswers, isAnswer)) > 0 ? "answered" : null;
}

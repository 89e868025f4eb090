import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeAnswers, placeQuestionReports } from "#app/db/schema/questions.ts";
import type { PostRef } from "#app/features/moderation/cases.ts";
import {
  isLastOfItsWords,
  lockDecided,
  reopenCases,
  type Undoable,
  type Undoing,
} from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { takeBackTold } from "#app/features/notifications/take-back.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { isOwnPost, type LockedPost, lockPost, reportsOf, setStanding } from "./lock-post.server.ts";

/**
 * Undoes a decision about a question or an answer: what was held is held again, what was shown is shown, and its case and
 * the reports of it wait.
 *
 * @returns "answered": others have answered what would be hidden. Refused, nothing was done.
 */
export async function undoPostDecision(db: Database, undoing: Undoing): Promise<"undone" | UndoRefusal> {
  return db.transaction(async (tx) => {
    const post = await postOfCase(tx, undoing.caseId);
    const locked = post === null ? null : await lockPost(tx, post);
    if (post === null || locked === null) return "gone";
    if (await isOwnPost(tx, locked, undoing.undoneBy)) return "own";
    const decided = await lockDecided(tx, undoing);
    if (typeof decided === "string") return decided;
    const whyNot = await whyKept(tx, { post, locked, decided });
    if (whyNot !== null) return whyNot;
    const opened = await reopenCases(tx, { decided, ...undoing });
    if (opened === "again") return opened;
    const status = decided.kind === "held-question" ? "held" : "published";
    await setStanding(tx, post, { status, decidedAt: null, decisionReason: null });
    await tx
      .update(placeQuestionReports)
      .set({ closedAt: null })
      .where(and(reportsOf(post), eq(placeQuestionReports.closedAt, decided.closedAt)));
    await notifyPages(tx, [`place:${locked.place.slug}`]);
    await takeBackTold(tx, { caseIds: opened, now: undoing.now });
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

type Kept = { post: PostRef; locked: LockedPost; decided: Undoable };

async function whyKept(db: Database, { post, locked, decided }: Kept): Promise<UndoRefusal | null> {
  const { decision, closedAt, kind } = decided;
  // Decided before there were cases, and so nobody's notification knows of which decision it tells.
  if (decided.decisionCode === null) return "changed";
  const written = decision === "approved" ? "published" : "rejected";
  if (locked.status !== written || locked.at > closedAt || !(await isLastOfItsWords(db, decided))) return "changed";
  if (kind !== "held-question" || decision === "rejected" || post.kind === "answer") return null;
  // Whoever answers locks the question before.
  const isAnswer = and(eq(placeAnswers.questionId, post.id), ne(placeAnswers.status, "rejected"));
  return (await db.$count(placeAnswers, isAnswer)) > 0 ? "answered" : null;
}

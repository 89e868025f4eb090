import { and, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeQuestionReports, type QuestionReportReason } from "#app/db/schema/questions.ts";

import type { PostKind } from "./place-question.ts";

type Reported = { kind: PostKind; id: string; reporterId: string };

/**
 * Reports a question or an answer that everybody sees; it stays until a moderator has read it. Once a person; whoever
 * reports it again after a moderator's decision is read again.
 */
export async function reportPost(
  db: Database,
  given: Reported & { reason: QuestionReportReason; note: string; now: Date },
): Promise<void> {
  const { kind, id, reporterId, reason, note, now: reportedAt } = given;
  const about = kind === "question" ? { questionId: id } : { answerId: id };
  await db.transaction(async (tx) => {
    const known = await tx
      .update(placeQuestionReports)
      .set({ reason, note, reportedAt, closedAt: null })
      .where(isTheirs(given))
      .returning({ id: placeQuestionReports.id });
    if (known.length > 0) return;
    // Sent twice at once, the first one stands.
    await tx
      .insert(placeQuestionReports)
      .values({ ...about, reporterId, reason, note, reportedAt })
      .onConflictDoNothing();
  });
}

/** Whether somebody's report of it waits. */
export async function hasReportedPost(db: Database, reported: Reported): Promise<boolean> {
  const isWaiting = and(isTheirs(reported), sql`${placeQuestionReports.closedAt} is null`);
  return (await db.$count(placeQuestionReports, isWaiting)) > 0;
}

/** Served by the unique indexes of place_question_reports. */
function isTheirs({ kind, id, reporterId }: Reported) {
  const column = kind === "question" ? placeQuestionReports.questionId : placeQuestionReports.answerId;
  return and(eq(column, id), eq(placeQuestionReports.reporterId, reporterId));
}

import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeQuestionReports, type QuestionReportReason } from "#app/db/schema/questions.ts";
import { openPostCase } from "#app/features/moderation/cases.server.ts";
import type { PostRef } from "#app/features/moderation/cases.ts";

import { lockPost, reportsOf } from "./lock-post.server.ts";

type Reported = { post: PostRef; reporterId: string };

/**
 * Reports a question or an answer that everybody sees; it stays until a moderator has read it. Once a person; whoever
 * reports it again after a moderator's decision is read again. Of what is gone meanwhile nothing is kept.
 *
 * @returns "own": nobody reports what they wrote themselves; nothing was done.
 */
export async function reportPost(
  db: Database,
  given: Reported & { reason: QuestionReportReason; note: string; now: Date },
): Promise<"reported" | "own"> {
  const { post, reporterId, reason, note, now } = given;
  const about = post.kind === "question" ? { questionId: post.id } : { answerId: post.id };
  return db.transaction(async (tx) => {
    const locked = await lockPost(tx, post);
    if (locked === null || locked.status !== "published") return "reported";
    if (locked.authorId === reporterId) return "own";
    const known = await tx
      .update(placeQuestionReports)
      .set({ reason, note, reportedAt: now, closedAt: null })
      .where(isTheirs(given))
      .returning({ id: placeQuestionReports.id });
    if (known.length === 0)
      await tx
        .insert(placeQuestionReports)
        .values({ ...about, reporterId, reason, note, reportedAt: now })
        .onConflictDoNothing();
    await openPostCase(tx, { kind: "reported-question", post, reasons: [reason], now });
    return "reported";
  });
}

/** Whether somebody's report of it waits. */
export async function hasReportedPost(db: Database, reported: Reported): Promise<boolean> {
  return (await db.$count(placeQuestionReports, and(isTheirs(reported), isNull(placeQuestionReports.closedAt)))) > 0;
}

function isTheirs({ post, reporterId }: Reported) {
  return and(reportsOf(post), eq(placeQuestionReports.reporterId, reporterId));
}

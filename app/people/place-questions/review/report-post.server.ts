import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeQuestionReports, type QuestionReportReason } from "#app/db/schema/questions.ts";
import { openPostCase } from "#app/core/cases/subject-cases.server.ts";
import type { PostRef } from "#app/core/cases/cases.ts";

import { lockPost, isReportOf } from "../lock-post.server.ts";

type ReportRef = { post: PostRef; reporterId: string };

/**
 * Reports a published question or answer, which stays public until a decision. A member has one report per post and can
 * report it again after a decision. Reports of deleted posts are ignored.
 *
 * @returns "own": authors can't report their own posts.
 */
export async function reportPost(
  db: Database,
  given: ReportRef & { reason: QuestionReportReason; note: string; now: Date },
): Promise<"reported" | "own"> {
  const { post, reporterId, reason, note, now } = given;
  const about = post.kind === "question" ? { questionId: post.id } : { answerId: post.id };
  return db.transaction(async (tx) => {
    const locked = await lockPost(tx, post);
    if (locked === null || locked.status !== "published") return "reported";
    if (locked.authorId === reporterId) return "own";
    const updated = await tx
      .update(placeQuestionReports)
      .set({ reason, note, reportedAt: now, closedAt: null })
      .where(isByReporter(given))
      .returning({ id: placeQuestionReports.id });
    if (updated.length === 0)
      await tx
        .insert(placeQuestionReports)
        .values({ ...about, reporterId, reason, note, reportedAt: now })
        .onConflictDoNothing();
    await openPostCase(tx, { kind: "reported-question", post, reasons: [reason], now });
    return "reported";
  });
}

/** Whether a member's report of a post is open. */
export async function hasReportedPost(db: Database, reported: ReportRef): Promise<boolean> {
  return (
    (await db.$count(placeQuestionReports, and(isByReporter(reported), isNull(placeQuestionReports.closedAt)))) > 0
  );
}

function isByReporter({ post, reporterId }: ReportRef) {
  return and(isReportOf(post), eq(placeQuestionReports.reporterId, reporterId));
}

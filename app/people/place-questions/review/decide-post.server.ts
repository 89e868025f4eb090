import { and, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeQuestionReports } from "#app/db/schema/questions.ts";
import { closePostCase } from "#app/core/cases/subject-cases.server.ts";
import type { PostRef } from "#app/core/cases/cases.ts";
import type { CaseDecision, ClosedCase } from "#app/core/cases/close-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { isOwnPost, type LockedPost, lockPost, isReportOf, setPostStatus } from "../lock-post.server.ts";
import { announceAnswer, announceQuestion } from "../post-questions.server.ts";

type DecidePostInput = CaseDecision & {
  post: PostRef;
  /** The version that the editor saw. */
  version: string;
};

/**
 * Carries out an editor's decision. Approved posts are public, rejected ones visible only to their author. The author
 * and the reporters are notified.
 *
 * @returns "changed": edited since the editor read it. "closed": it has no open case. "own": the editor wrote it or
 * manages the place. These three change nothing.
 */
export async function decidePost(
  db: Database,
  input: DecidePostInput,
): Promise<"decided" | "changed" | "closed" | "own"> {
  const { post, version, decision, reason, decidedBy, now } = input;
  return db.transaction(async (tx) => {
    const locked = await lockPost(tx, post);
    if (locked === null || locked.status === "rejected") return "closed";
    if (await isOwnPost(tx, locked, decidedBy)) return "own";
    if (locked.writtenAt.toISOString() !== version) return "changed";
    const closed = await closePostCase(tx, input);
    if (closed === null) return "closed";
    const reports = await tx
      .update(placeQuestionReports)
      .set({ closedAt: now })
      .where(and(isReportOf(post), isNull(placeQuestionReports.closedAt)))
      .returning({ reporterId: placeQuestionReports.reporterId });
    const status = decision === "approved" ? "published" : "rejected";
    await setPostStatus(tx, post, { status, decidedAt: now, decisionReason: reason });
    await invalidatePages(tx, [`place:${locked.place.slug}`]);
    const reporterIds = reports.map(({ reporterId }) => reporterId);
    await notifyAuthorAndReporters(tx, { ...input, locked, closed, reporterIds });
    return "decided";
  });
}

type NotificationInput = DecidePostInput & { locked: LockedPost; closed: ClosedCase; reporterIds: string[] };

async function notifyAuthorAndReporters(db: Database, input: NotificationInput): Promise<void> {
  const { post, decision, reason, decidedBy, now, locked, closed, reporterIds } = input;
  const { place, question } = locked;
  const about = { slug: place.slug, name: place.name };
  const wasHeld = locked.status === "held";
  const caseId = closed.id;
  if (decision === "rejected" || wasHeld) {
    const notification = {
      kind: "place-question-decided",
      place: about,
      about: post.kind,
      question: question.id,
      outcome: decision === "approved" ? "published" : "rejected",
      reason,
    } as const;
    await notifyUser(db, { userId: locked.authorId, notification, caseId, now });
  }
  if (decision === "approved" && wasHeld) {
    if (post.kind === "question")
      await announceQuestion(db, { place, question: post.id, askerId: locked.authorId, caseId, now });
    else if (locked.isNew && question.isShown)
      await announceAnswer(db, { place, question, isBusiness: locked.isBusiness, caseId, now });
  }
  const outcome = decision === "rejected" ? "removed" : "not-removed";
  // An editor who reported it knows the outcome.
  for (const userId of reporterIds.filter((reporterId) => reporterId !== decidedBy)) {
    const notification = { kind: "place-question-report-decided", place: about, about: post.kind, outcome } as const;
    await notifyUser(db, { userId, notification, caseId, now });
  }
}

import { eq } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { ownerEdits, placeClaims } from "#app/db/schema/business.ts";
import { corrections } from "#app/db/schema/corrections.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import type { Decision, moderationCases } from "#app/db/schema/moderation.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";

type CaseSubject = Pick<
  typeof moderationCases.$inferSelect,
  | "id"
  | "kind"
  | "reviewId"
  | "placeId"
  | "submissionId"
  | "photoId"
  | "campaignId"
  | "questionId"
  | "answerId"
  | "reasons"
>;

/** Writes a decision on cases to the audit log. Call it in the transaction of the decision. */
export async function recordDecisions(
  db: Database,
  closed: CaseSubject[],
  { decision, reason, code, decidedBy, now }: DecisionEntry,
): Promise<void> {
  for (const row of closed) {
    await recordChange(db, {
      actor: { kind: decidedBy === null ? "member" : "staff", id: decidedBy },
      action: decision === "approved" ? "case.approve" : "case.reject",
      subject: { kind: "case", id: row.id },
      before: { case: row.kind, reasons: row.reasons, about: subjectOf(row) },
      after: code === undefined ? { reason } : { code, reason },
      about: await findAuthors(db, row),
      now,
    });
  }
}

type DecisionEntry = { decision: Decision; reason: string; code?: string; decidedBy: string | null; now: Date };

/** Writes the undoing of decisions to the audit log. `withRollback`: the cases before the undo. */
export async function recordUndo(
  db: Database,
  undone: (CaseSubject & { decision: Decision | null; decisionReason: string | null; decidedBy: string | null })[],
  { undoneBy, now }: { undoneBy: string; now: Date },
): Promise<void> {
  for (const row of undone) {
    const { decision, decisionReason: reason, decidedBy } = row;
    await recordChange(db, {
      actor: { kind: "staff", id: undoneBy },
      action: "case.undo",
      subject: { kind: "case", id: row.id },
      before: { case: row.kind, about: subjectOf(row), decision, reason, decidedBy },
      after: null,
      about: await findAuthors(db, row),
      now,
    });
  }
}

function subjectOf(row: CaseSubject): (string | number | null)[] {
  const subjects = {
    review: row.reviewId,
    place: row.placeId,
    submission: row.submissionId,
    photo: row.photoId,
    campaign: row.campaignId,
    question: row.questionId,
    answer: row.answerId,
  };
  return Object.entries(subjects).find(([, subjectId]) => subjectId !== null) ?? [];
}

/** The author, submitter or uploader of a case's subject. Each query is served by the index of its column. */
async function findAuthors(
  db: Database,
  { id, reviewId, submissionId, photoId, campaignId, questionId, answerId }: CaseSubject,
): Promise<(string | null)[]> {
  if (reviewId !== null) {
    const rows = await db.select({ by: reviews.authorId }).from(reviews).where(eq(reviews.id, reviewId));
    return rows.map(({ by }) => by);
  }
  if (submissionId !== null) {
    const of = eq(submissions.id, submissionId);
    return (await db.select({ by: submissions.submitterId }).from(submissions).where(of)).map(({ by }) => by);
  }
  if (photoId !== null) {
    const of = eq(placePhotos.id, photoId);
    return (await db.select({ by: placePhotos.uploadedBy }).from(placePhotos).where(of)).map(({ by }) => by);
  }
  if (campaignId !== null) {
    const of = eq(campaigns.id, campaignId);
    return (await db.select({ by: campaigns.boughtBy }).from(campaigns).where(of)).map(({ by }) => by);
  }
  if (questionId !== null) {
    const of = eq(placeQuestions.id, questionId);
    return (await db.select({ by: placeQuestions.askerId }).from(placeQuestions).where(of)).map(({ by }) => by);
  }
  if (answerId !== null) {
    const of = eq(placeAnswers.id, answerId);
    return (await db.select({ by: placeAnswers.authorId }).from(placeAnswers).where(of)).map(({ by }) => by);
  }
  const senders = await union(
    db.select({ by: ownerEdits.userId }).from(ownerEdits).where(eq(ownerEdits.caseId, id)),
    db.select({ by: placeClaims.claimerId }).from(placeClaims).where(eq(placeClaims.caseId, id)),
    db.select({ by: corrections.reporterId }).from(corrections).where(eq(corrections.caseId, id)),
  );
  return senders.map(({ by }) => by);
}

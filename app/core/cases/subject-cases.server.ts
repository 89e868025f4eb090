import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import {
  moderationCases,
  type PlaceCaseKind,
  type QuestionCaseKind,
  type ReviewCaseKind,
} from "#app/db/schema/moderation.ts";

import type { PostRef } from "./cases.ts";
import { type CaseClosing, type CaseDecision, closeCases, type ClosedCase } from "./close-cases.server.ts";

/**
 * Opens a case about a review, or adds reasons to its open case of that kind. Call it in the review's transaction.
 *
 * @param reasons Codes of the kind, at least one.
 */
export async function openReviewCase(
  db: Database,
  { kind, reviewId, reasons, now }: { kind: ReviewCaseKind; reviewId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db
    .insert(moderationCases)
    .values({ kind, reviewId, reasons, openedAt: now })
    .onConflictDoUpdate({
      target: [moderationCases.reviewId, moderationCases.kind],
      targetWhere: isNull(moderationCases.closedAt),
      set: { reasons: ALL_REASONS },
    });
}

const ALL_REASONS = sql`array(select distinct unnest(${moderationCases.reasons} || excluded.reasons) order by 1)`;

/**
 * Opens a case about a place: one per suggested edit, but a single one for all closure reports. Call it in the
 * transaction of the edit or report.
 *
 * @param reasons Codes of the kind, at least one.
 * @returns The id of the new or existing open case.
 */
export async function openPlaceCase(
  db: Database,
  { kind, placeId, reasons, now }: { kind: PlaceCaseKind; placeId: number; reasons: string[]; now: Date },
): Promise<string> {
  const opening = db.insert(moderationCases).values({ kind, placeId, reasons, openedAt: now });
  const [opened] = await opening
    .onConflictDoUpdate({
      target: moderationCases.placeId,
      targetWhere: sql`${moderationCases.closedAt} is null and ${moderationCases.kind} = 'reported-closed'`,
      set: { reasons: ALL_REASONS },
    })
    .returning({ id: moderationCases.id });
  if (opened === undefined) throw new Error(`The case about place ${placeId} was not written`);
  return opened.id;
}

/**
 * Opens a case about a photo, or adds reasons to its open case. Call it in the transaction of the report.
 *
 * @param reasons Codes of the kind, at least one.
 */
export async function openPhotoCase(
  db: Database,
  { photoId, reasons, now }: { photoId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db
    .insert(moderationCases)
    .values({ kind: "reported-photo", photoId, reasons, openedAt: now })
    .onConflictDoUpdate({
      target: moderationCases.photoId,
      targetWhere: isNull(moderationCases.closedAt),
      set: { reasons: ALL_REASONS },
    });
}

/** Closes the open case about a photo; null if there is none. Served by moderation_cases_by_photo. */
export async function closePhotoCase(
  db: Database,
  given: CaseDecision & { photoId: string },
): Promise<ClosedCase | null> {
  return (await closeCases(db, eq(moderationCases.photoId, given.photoId), given))[0] ?? null;
}

/**
 * Opens a case about a question or an answer, or adds reasons to its open case. Call it in the post's transaction.
 *
 * @param reasons Codes of the kind, at least one.
 */
export async function openPostCase(
  db: Database,
  { kind, post, reasons, now }: { kind: QuestionCaseKind; post: PostRef; reasons: string[]; now: Date },
): Promise<void> {
  const column = postColumn(post);
  const about = post.kind === "question" ? { questionId: post.id } : { answerId: post.id };
  await db
    .insert(moderationCases)
    .values({ kind, ...about, reasons, openedAt: now })
    .onConflictDoUpdate({
      target: column,
      targetWhere: isNull(moderationCases.closedAt),
      set: { reasons: ALL_REASONS },
    });
}

/** Closes the open case about a question or an answer; null if there is none. Served by the index of its column. */
export async function closePostCase(db: Database, given: CaseDecision & { post: PostRef }): Promise<ClosedCase | null> {
  return (await closeCases(db, eq(postColumn(given.post), given.post.id), given))[0] ?? null;
}

function postColumn({ kind }: PostRef) {
  return kind === "question" ? moderationCases.questionId : moderationCases.answerId;
}

/** Closes one case about a place; null if it was already decided or deleted. */
export async function closePlaceCase(
  db: Database,
  given: CaseClosing & { caseId: string },
): Promise<ClosedCase | null> {
  const condition = sql`${moderationCases.id} = ${given.caseId} and ${moderationCases.placeId} is not null`;
  return (await closeCases(db, condition, given))[0] ?? null;
}

/** Deletes an open case about a place, with its correction, claim or owner edit. Returns false if it was decided. */
export async function withdrawPlaceCase(db: Database, caseId: string): Promise<boolean> {
  const withdrawn = await db
    .delete(moderationCases)
    .where(and(eq(moderationCases.id, caseId), isNotNull(moderationCases.placeId), isNull(moderationCases.closedAt)))
    .returning({ id: moderationCases.id });
  return withdrawn.length > 0;
}

/** Opens the case about a submission. Call it in the transaction of the submission. */
export async function openSubmissionCase(
  db: Database,
  { submissionId, reasons, now }: { submissionId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db.insert(moderationCases).values({ kind: "submission", submissionId, reasons, openedAt: now });
}

/** Closes the case about a submission; null if it isn't open. Served by moderation_cases_by_submission. */
export async function closeSubmissionCase(
  db: Database,
  given: CaseDecision & { submissionId: string },
): Promise<ClosedCase | null> {
  return (await closeCases(db, eq(moderationCases.submissionId, given.submissionId), given))[0] ?? null;
}

/** Opens the case about a paid campaign. Call it in the transaction of the payment. */
export async function openCampaignCase(
  db: Database,
  { campaignId, reasons, now }: { campaignId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db
    .insert(moderationCases)
    .values({ kind: "campaign", campaignId, reasons, openedAt: now })
    .onConflictDoNothing();
}

/** Deletes an open case about a campaign. */
export async function withdrawCampaignCase(db: Database, campaignId: string): Promise<void> {
  await db
    .delete(moderationCases)
    .where(and(eq(moderationCases.campaignId, campaignId), isNull(moderationCases.closedAt)));
}

/** Closes the case about a campaign; null if it isn't open. Served by moderation_cases_by_campaign. */
export async function closeCampaignCase(
  db: Database,
  given: CaseDecision & { campaignId: string },
): Promise<ClosedCase | null> {
  return (await closeCases(db, eq(moderationCases.campaignId, given.campaignId), given))[0] ?? null;
}

/** Closes all open cases about a review: one decision settles a held review and all its reports. */
export async function closeReviewCases(
  db: Database,
  given: CaseDecision & { reviewId: string },
): Promise<ClosedCase[]> {
  return closeCases(db, eq(moderationCases.reviewId, given.reviewId), given);
}

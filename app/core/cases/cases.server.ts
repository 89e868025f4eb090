import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import {
  type CaseKind,
  moderationCases,
  type PlaceCaseKind,
  type QuestionCaseKind,
  type ReviewCaseKind,
} from "#app/db/schema/moderation.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { submissions } from "#app/db/schema/submissions.ts";

import {
  type CaseBase,
  CASES_PER_PAGE,
  type DecidedCase,
  type PostRef,
  type ReviewCase,
  type OpenCase,
} from "./cases.ts";
import { type CaseDecision, closeCases, type ClosedCase } from "./close-cases.server.ts";
import { SUBMITTED_PHOTO_VERSIONS } from "./submitted-photo-versions.server.ts";

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
  given: CaseDecision & { caseId: string },
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

/** Number of open cases by kind. Served by moderation_cases_waiting. */
export async function countOpenCasesByKind(
  db: Database,
  { assignee = "all" }: Pick<CaseFilter, "assignee"> = {},
): Promise<{ kind: CaseKind; count: number }[]> {
  return countByKind(db, and(isWaitingIn(db), matchesFilter({ page: 1, assignee })));
}

function isWaitingIn(db: Database) {
  // Content of deleted accounts is hidden everywhere, and stays out of the queue until its author restores the account.
  const deletedUsers = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  const deletedUsersReviews = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(inArray(reviews.authorId, deletedUsers));
  const deletedUsersQuestions = db
    .select({ id: placeQuestions.id })
    .from(placeQuestions)
    .where(inArray(placeQuestions.askerId, deletedUsers));
  const deletedUsersAnswers = db
    .select({ id: placeAnswers.id })
    .from(placeAnswers)
    .where(inArray(placeAnswers.authorId, deletedUsers));
  // Deleted photos can still be restored.
  const deletedPhotos = db.select({ id: placePhotos.id }).from(placePhotos).where(isNotNull(placePhotos.deletedAt));
  // Edits and claims of a deleted place couldn't be carried out.
  const deletedPlace = db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.id, moderationCases.placeId), isNotNull(places.deletedAt)));
  return and(
    isNull(moderationCases.closedAt),
    notExists(deletedPlace),
    or(isNull(moderationCases.photoId), notInArray(moderationCases.photoId, deletedPhotos)),
    or(isNull(moderationCases.reviewId), notInArray(moderationCases.reviewId, deletedUsersReviews)),
    or(isNull(moderationCases.questionId), notInArray(moderationCases.questionId, deletedUsersQuestions)),
    or(isNull(moderationCases.answerId), notInArray(moderationCases.answerId, deletedUsersAnswers)),
  );
}

/** Filters open cases by kind (empty for all) and assignee ("nobody": unassigned). */
export type CaseFilter = {
  page: number;
  kinds?: readonly CaseKind[];
  assignee?: "all" | "nobody" | { id: string };
};

function matchesFilter({ kinds = [], assignee = "all" }: CaseFilter) {
  return and(
    isOfKinds(kinds),
    assignee === "all"
      ? undefined
      : assignee === "nobody"
        ? isNull(moderationCases.assignedTo)
        : eq(moderationCases.assignedTo, assignee.id),
  );
}

function isOfKinds(kinds: readonly CaseKind[]) {
  return kinds.length === 0 ? undefined : inArray(moderationCases.kind, [...kinds]);
}

/** One page of open cases, oldest first, without those of deleted accounts. Served by moderation_cases_waiting. */
export async function listOpenCases(
  db: Database,
  filter: CaseFilter,
): Promise<{ cases: OpenCase[]; count: number; pageCount: number }> {
  const isWaiting = and(isWaitingIn(db), matchesFilter(filter));
  const count = await db.$count(moderationCases, isWaiting);
  const rows = await casesWith(db)
    .where(isWaiting)
    .orderBy(asc(moderationCases.openedAt), asc(moderationCases.id))
    .limit(CASES_PER_PAGE)
    .offset((filter.page - 1) * CASES_PER_PAGE);
  return {
    cases: await toWaitingCases(db, rows),
    count,
    pageCount: Math.max(1, Math.ceil(count / CASES_PER_PAGE)),
  };
}

/** The open cases among these ids, in no particular order. */
export async function findOpenCases(db: Database, ids: string[]): Promise<OpenCase[]> {
  if (ids.length === 0) return [];
  return toWaitingCases(db, await casesWith(db).where(and(isWaitingIn(db), inArray(moderationCases.id, ids))));
}

/** Id of the open case after a given one, wrapping around to the first; null if there is none. */
export async function findNextOpenCaseId(
  db: Database,
  { after, ...filter }: CaseFilter & { after: { id: string; openedAt: Date } },
): Promise<string | null> {
  const isAfter = sql`(${moderationCases.openedAt}, ${moderationCases.id}) > (${after.openedAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  const [next] = await db
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .where(and(isWaitingIn(db), matchesFilter(filter), ne(moderationCases.id, after.id)))
    .orderBy(desc(isAfter), asc(moderationCases.openedAt), asc(moderationCases.id))
    .limit(1);
  return next?.id ?? null;
}

const assignees = alias(users, "assignees");
const deciders = alias(users, "deciders");

/** Cases joined with their subjects. Each join is served by a primary key. */
function casesWith(db: Database) {
  return db
    .select({
      row: moderationCases,
      place: { slug: places.slug, name: places.name, updatedAt: places.updatedAt },
      submission: submissions.name,
      reviewVersion: reviews.version,
      photoVersion: placePhotos.version,
      submittedPhotos: SUBMITTED_PHOTO_VERSIONS,
      question: { body: placeQuestions.body, askedAt: placeQuestions.askedAt },
      answer: { body: placeAnswers.body, answeredAt: placeAnswers.answeredAt, editedAt: placeAnswers.editedAt },
      assignee: assignees.name,
      decider: deciders.name,
    })
    .from(moderationCases)
    .leftJoin(reviews, eq(reviews.id, moderationCases.reviewId))
    .leftJoin(placePhotos, eq(placePhotos.id, moderationCases.photoId))
    .leftJoin(campaigns, eq(campaigns.id, moderationCases.campaignId))
    .leftJoin(submissions, eq(submissions.id, moderationCases.submissionId))
    .leftJoin(placeAnswers, eq(placeAnswers.id, moderationCases.answerId))
    .leftJoin(
      placeQuestions,
      sql`${placeQuestions.id} = coalesce(${moderationCases.questionId}, ${placeAnswers.questionId})`,
    )
    .leftJoin(
      places,
      sql`${places.id} = coalesce(${moderationCases.placeId}, ${reviews.placeId}, ${placePhotos.placeId}, ${campaigns.placeId}, ${submissions.placeId}, ${placeQuestions.placeId})`,
    )
    .leftJoin(assignees, eq(assignees.id, moderationCases.assignedTo))
    .leftJoin(deciders, eq(deciders.id, moderationCases.decidedBy))
    .$dynamic();
}

type CaseRow = Awaited<ReturnType<typeof casesWith>>[number];

function toCaseOpening({ row, place, submission, assignee, ...versions }: CaseRow): CaseBase {
  return {
    id: row.id,
    kind: row.kind,
    name: submission ?? place?.name ?? "Deleted content",
    reasons: row.reasons,
    openedAt: row.openedAt.toISOString(),
    openedLabel: instant.format(row.openedAt),
    seen: versionOf({ row, place, ...versions }),
    assignee: row.assignedTo === null ? null : { id: row.assignedTo, name: assignee || "Anonymous" },
  };
}

type Versions = Pick<
  CaseRow,
  "row" | "place" | "reviewVersion" | "photoVersion" | "submittedPhotos" | "question" | "answer"
>;

function versionOf({ row, place, reviewVersion, photoVersion, submittedPhotos, question, answer }: Versions): string {
  if (row.submissionId !== null) return submittedPhotos;
  if (row.questionId !== null) return question?.askedAt.toISOString() ?? "";
  if (row.answerId !== null) return (answer?.editedAt ?? answer?.answeredAt)?.toISOString() ?? "";
  if (row.reviewId !== null) return String(reviewVersion ?? "");
  if (row.photoId !== null) return String(photoVersion ?? "");
  return row.placeId === null ? "" : (place?.updatedAt.toISOString() ?? "");
}

async function toWaitingCases(db: Database, rows: CaseRow[]): Promise<OpenCase[]> {
  const reviewed = await reviewsOfCases(
    db,
    rows.flatMap(({ row }) => (row.reviewId === null ? [] : [row.reviewId])),
  );
  return rows.flatMap((caseRow): OpenCase[] => {
    const { kind, reviewId, submissionId, photoId, campaignId } = caseRow.row;
    const waiting = toCaseOpening(caseRow);
    if (kind === "held-question" || kind === "reported-question") {
      const about = postOf(caseRow);
      return about === null ? [] : [{ ...waiting, about: "post", kind, ...about }];
    }
    if (kind === "submission") return submissionId === null ? [] : [{ ...waiting, about: "submission", submissionId }];
    if (kind === "campaign") return campaignId === null ? [] : [{ ...waiting, about: "campaign", campaignId }];
    if (kind === "owner-edit") return [{ ...waiting, about: "owner-edit" }];
    if (kind === "suggested-edit" || kind === "reported-closed" || kind === "claim")
      return [{ ...waiting, about: "place", kind }];
    if (kind === "reported-photo") return photoId === null ? [] : [{ ...waiting, about: "photo", kind, photoId }];
    const subject = reviewed.get(reviewId ?? "");
    if (subject === undefined) return [];
    return [{ ...waiting, about: "review", kind, ...subject, notes: kind === "reported-review" ? subject.notes : [] }];
  });
}

function postOf({ row, question, answer }: CaseRow): { post: PostRef; text: string } | null {
  const { questionId, answerId } = row;
  if (answerId !== null) return { post: { kind: "answer", id: answerId }, text: answer?.body ?? "" };
  return questionId === null ? null : { post: { kind: "question", id: questionId }, text: question?.body ?? "" };
}

/** One page of decided cases, newest first. Served by moderation_cases_closed. */
export async function listDecidedCases(
  db: Database,
  { page, kinds = [], decidedBy = null }: Pick<CaseFilter, "page" | "kinds"> & { decidedBy?: string | null },
): Promise<{ cases: DecidedCase[]; count: number; pageCount: number }> {
  const isDecided = and(
    isNotNull(moderationCases.closedAt),
    isOfKinds(kinds),
    decidedBy === null ? undefined : eq(moderationCases.decidedBy, decidedBy),
  );
  const count = await db.$count(moderationCases, isDecided);
  const rows = await casesWith(db)
    .where(isDecided)
    .orderBy(desc(moderationCases.closedAt), asc(moderationCases.id))
    .limit(CASES_PER_PAGE)
    .offset((page - 1) * CASES_PER_PAGE);
  return { cases: rows.flatMap(toDecidedCases), count, pageCount: Math.max(1, Math.ceil(count / CASES_PER_PAGE)) };
}

/** Number of decided cases by kind. */
export async function countDecidedCasesByKind(db: Database, { decidedBy }: { decidedBy: string | null }) {
  const isDecided = isNotNull(moderationCases.closedAt);
  return countByKind(db, decidedBy === null ? isDecided : and(isDecided, eq(moderationCases.decidedBy, decidedBy)));
}

/** The decided cases among these ids, in no particular order. */
export async function findDecidedCases(db: Database, ids: string[]): Promise<DecidedCase[]> {
  if (ids.length === 0) return [];
  const isDecided = and(isNotNull(moderationCases.closedAt), inArray(moderationCases.id, ids));
  return (await casesWith(db).where(isDecided)).flatMap(toDecidedCases);
}

function toDecidedCases(caseRow: CaseRow): DecidedCase[] {
  const { row, place, decider } = caseRow;
  const { closedAt, decision, decisionCode: code, decisionReason: reason, decidedBy } = row;
  if (closedAt === null || decision === null) return [];
  return [
    {
      ...toCaseOpening(caseRow),
      place: place === null ? null : { slug: place.slug, name: place.name },
      decision,
      code,
      reason: reason ?? "",
      decider: decidedBy === null ? null : { id: decidedBy, name: decider || "Anonymous" },
      closedAt: closedAt.toISOString(),
      closedLabel: instant.format(closedAt),
    },
  ];
}

async function countByKind(db: Database, where: ReturnType<typeof and>): Promise<{ kind: CaseKind; count: number }[]> {
  return db
    .select({ kind: moderationCases.kind, count: sql<number>`count(*)::int` })
    .from(moderationCases)
    .where(where)
    .groupBy(moderationCases.kind)
    .orderBy(moderationCases.kind);
}

type ReviewSubject = Omit<ReviewCase, keyof CaseBase | "about" | "kind">;

/** The reviews that cases are about, by id. */
async function reviewsOfCases(db: Database, reviewIds: string[]): Promise<Map<string, ReviewSubject>> {
  if (reviewIds.length === 0) return new Map();
  const rows = await db
    .select({
      review: reviews,
      place: { slug: places.slug, name: places.name },
      author: { name: users.name, joinedAt: users.joinedAt },
      notes: sql<string[]>`array(select reported.note from review_reports reported
        where reported.review_id = ${reviews.id} and reported.note <> ''
        order by reported.reported_at desc limit 5)`,
    })
    .from(reviews)
    .innerJoin(places, eq(places.id, reviews.placeId))
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(inArray(reviews.id, reviewIds));
  return new Map(
    rows.map(({ review, place, author, notes }) => [
      review.id,
      {
        review: {
          id: review.id,
          version: review.version,
          stars: review.stars,
          paragraphs: review.body.split(/\n\s*\n/),
          isShown: review.status === "published",
        },
        notes,
        place,
        author: { name: author.name || "Anonymous", joinedLabel: month.format(author.joinedAt) },
      },
    ]),
  );
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const month = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", year: "numeric" });

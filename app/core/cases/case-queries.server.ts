import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, notExists, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { type CaseKind, moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { placeAnswers, placeQuestions } from "#app/db/schema/questions.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { formatInstant, formatMonth } from "#app/lib/format-time.ts";

import {
  type CaseBase,
  CASES_PER_PAGE,
  type DecidedCase,
  type OpenCase,
  type PostRef,
  type ReviewCase,
} from "./cases.ts";
import { SUBMITTED_PHOTO_VERSIONS } from "./submitted-photo-versions.server.ts";

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
    openedLabel: formatInstant(row.openedAt),
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
      closedLabel: formatInstant(closedAt),
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
        author: { name: author.name || "Anonymous", joinedLabel: formatMonth(author.joinedAt) },
      },
    ]),
  );
}

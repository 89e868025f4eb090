import { and, asc, eq, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import {
  type CaseKind,
  type Decision,
  moderationCases,
  type PlaceCaseKind,
  type ReviewCaseKind,
} from "#app/db/schema/moderation.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";

import { type CaseOpening, CASES_PER_PAGE, type ReviewCase, type WaitingCase } from "./cases.ts";
import { recordDecisions } from "./record-decision.server.ts";

/**
 * Opens a case about a review, or adds to the open one of its kind. Call it in the transaction of what it is about.
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
 * Opens a case about a place: one for each suggested edit, and of its being closed one for all who report it. Call it in
 * the transaction of what it is about.
 *
 * @param reasons Codes of the kind, at least one.
 * @returns The id of the new case, or of the open one that it was added to.
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
 * Opens a case about a photo, or adds to the open one. Call it in the transaction of what it is about.
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

/**
 * Closes what is open about a photo.
 *
 * @returns Since when it was; null when nothing is open: somebody else has decided, or the photo is gone.
 */
export async function closePhotoCase(
  db: Database,
  given: { photoId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<{ openedAt: Date } | null> {
  const [closed] = await db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(and(eq(moderationCases.photoId, given.photoId), isNull(moderationCases.closedAt)))
    .returning();
  if (closed === undefined) return null;
  await recordDecisions(db, [closed], given);
  return closed;
}

/**
 * Closes one case about a place.
 *
 * @returns False when it isn't open: somebody else has decided, or it is gone.
 */
export async function closePlaceCase(
  db: Database,
  given: { caseId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<boolean> {
  const closed = await db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(
      and(eq(moderationCases.id, given.caseId), isNotNull(moderationCases.placeId), isNull(moderationCases.closedAt)),
    )
    .returning();
  await recordDecisions(db, closed, given);
  return closed.length > 0;
}

/** Takes back a case about a place that nobody has decided, with what it is about. */
export async function withdrawPlaceCase(db: Database, caseId: string): Promise<boolean> {
  const withdrawn = await db
    .delete(moderationCases)
    .where(and(eq(moderationCases.id, caseId), isNotNull(moderationCases.placeId), isNull(moderationCases.closedAt)))
    .returning({ id: moderationCases.id });
  return withdrawn.length > 0;
}

/** Opens the one case about a business that somebody submits. Call it in the transaction of the submission. */
export async function openSubmissionCase(
  db: Database,
  { submissionId, reasons, now }: { submissionId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db.insert(moderationCases).values({ kind: "submission", submissionId, reasons, openedAt: now });
}

/**
 * Closes the case about a submission. Served by moderation_cases_by_submission.
 *
 * @returns Its id; null when it isn't open: somebody else has decided, or it is gone.
 */
export async function closeSubmissionCase(
  db: Database,
  given: { submissionId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<string | null> {
  const [closed] = await db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(and(eq(moderationCases.submissionId, given.submissionId), isNull(moderationCases.closedAt)))
    .returning();
  if (closed === undefined) return null;
  await recordDecisions(db, [closed], given);
  return closed.id;
}

/** Opens the one case about a campaign, when it is paid. Call it in the transaction of that. */
export async function openCampaignCase(
  db: Database,
  { campaignId, reasons, now }: { campaignId: string; reasons: string[]; now: Date },
): Promise<void> {
  await db
    .insert(moderationCases)
    .values({ kind: "campaign", campaignId, reasons, openedAt: now })
    .onConflictDoNothing();
}

/** Takes back the case about a campaign that nobody has decided. */
export async function withdrawCampaignCase(db: Database, campaignId: string): Promise<void> {
  await db
    .delete(moderationCases)
    .where(and(eq(moderationCases.campaignId, campaignId), isNull(moderationCases.closedAt)));
}

/** Closes the case about a campaign; false when it isn't open. Served by moderation_cases_by_campaign. */
export async function closeCampaignCase(
  db: Database,
  given: { campaignId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<boolean> {
  const closed = await db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(and(eq(moderationCases.campaignId, given.campaignId), isNull(moderationCases.closedAt)))
    .returning({ id: moderationCases.id });
  return closed.length > 0;
}

/**
 * Closes all that is open about a review: one decision answers its being held and every report.
 *
 * @returns What was open: its kind, and since when. Nothing: somebody else has decided, or the review is gone.
 */
export async function closeReviewCases(
  db: Database,
  given: { reviewId: string; decision: Decision; reason: string; decidedBy: string; now: Date },
): Promise<{ kind: CaseKind; openedAt: Date }[]> {
  const closed = await db
    .update(moderationCases)
    .set({
      closedAt: given.now,
      decision: given.decision,
      decisionReason: given.reason,
      decidedBy: given.decidedBy,
    })
    .where(and(eq(moderationCases.reviewId, given.reviewId), isNull(moderationCases.closedAt)))
    .returning();
  await recordDecisions(db, closed, given);
  return closed;
}

/** How many cases wait, by their kind. Served by moderation_cases_waiting. */
export async function waitingByKind(db: Database): Promise<{ kind: CaseKind; count: number }[]> {
  return db
    .select({ kind: moderationCases.kind, count: sql<number>`count(*)::int` })
    .from(moderationCases)
    .where(isWaitingIn(db))
    .groupBy(moderationCases.kind)
    .orderBy(moderationCases.kind);
}

function isWaitingIn(db: Database) {
  // Reviews of somebody who has deleted their account are shown to nobody; they wait for their author's way back to end.
  const left = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt));
  const withdrawn = db.select({ id: reviews.id }).from(reviews).where(inArray(reviews.authorId, left));
  // A photo that was taken off waits for its way back to end.
  const takenOff = db.select({ id: placePhotos.id }).from(placePhotos).where(isNotNull(placePhotos.deletedAt));
  return and(
    isNull(moderationCases.closedAt),
    or(isNull(moderationCases.photoId), notInArray(moderationCases.photoId, takenOff)),
    or(isNull(moderationCases.reviewId), notInArray(moderationCases.reviewId, withdrawn)),
  );
}

/** One page of what waits, the longest first; nothing of deleted accounts. Served by moderation_cases_waiting. */
export async function waitingCases(
  db: Database,
  { page }: { page: number },
): Promise<{ cases: WaitingCase[]; count: number; pageCount: number }> {
  const isWaiting = isWaitingIn(db);
  const count = await db.$count(moderationCases, isWaiting);
  const rows = await db
    .select()
    .from(moderationCases)
    .where(isWaiting)
    .orderBy(asc(moderationCases.openedAt), asc(moderationCases.id))
    .limit(CASES_PER_PAGE)
    .offset((page - 1) * CASES_PER_PAGE);
  const reviewed = await reviewsOfCases(
    db,
    rows.flatMap(({ reviewId }) => (reviewId === null ? [] : [reviewId])),
  );
  const cases = rows.flatMap(
    ({ id, kind, reviewId, submissionId, photoId, campaignId, reasons, openedAt }): WaitingCase[] => {
      const waiting = {
        id,
        reasons,
        openedAt: openedAt.toISOString(),
        openedLabel: instant.format(openedAt),
      };
      if (kind === "submission")
        return submissionId === null ? [] : [{ ...waiting, about: "submission", submissionId }];
      if (kind === "campaign") return campaignId === null ? [] : [{ ...waiting, about: "campaign", campaignId }];
      if (kind === "owner-edit") return [{ ...waiting, about: "owner-edit" }];
      if (kind === "suggested-edit" || kind === "reported-closed" || kind === "claim")
        return [{ ...waiting, about: "place", kind }];
      if (kind === "reported-photo") return photoId === null ? [] : [{ ...waiting, about: "photo", kind, photoId }];
      const subject = reviewed.get(reviewId ?? "");
      if (subject === undefined) return [];
      return [
        { ...waiting, about: "review", kind, ...subject, notes: kind === "reported-review" ? subject.notes : [] },
      ];
    },
  );
  return { cases, count, pageCount: Math.max(1, Math.ceil(count / CASES_PER_PAGE)) };
}

type ReviewSubject = Omit<ReviewCase, keyof CaseOpening | "about" | "kind">;

/** What cases are about, by the review's id. */
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

import { createHash } from "node:crypto";

import { and, eq, gt, lt, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { reviewVersions, reviews, reviewBrowsers } from "#app/db/schema/reviews.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { type NotificationPlace, notifyManagers } from "#app/core/notifications/notify-managers.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { ReviewInput } from "./review-form.ts";
import { normalizeForComparison, type HoldReason, holdReasons } from "./review-rules.ts";
import { recordRecentDeletion, listRecentDeletions } from "./recent-deletions.server.ts";
import { BROWSER_ID_DAYS } from "./browser-id-cookie.ts";
import { notifyReviewPages } from "./write-reviews.server.ts";

/** New reviews and edits per member and day; more than anyone can visit. */
export const WRITES_PER_DAY_MAX = 30;

type ReviewRow = typeof reviews.$inferSelect;

export type WriteReviewInput = {
  placeId: number;
  authorId: string;
  /** The review's version when the form was rendered; 0 for a new review. */
  version: number;
  review: ReviewInput;
  /** The browser's id from `browser-id-cookie.ts`. */
  browserId: string;
  now: Date;
};

/**
 * Saves a member's review of a place, with the previous version of an edited one. Suspicious reviews, and edits of held
 * or rejected ones, wait for an editor.
 *
 * @returns The review's status. "stale": changed or deleted since the form was rendered. "too-many": the daily limit is
 * reached. The last two change nothing.
 */
export async function writeReview(
  db: Database,
  input: WriteReviewInput,
): Promise<ReviewRow["status"] | "stale" | "too-many"> {
  const { placeId, authorId, version, review } = input;
  return db.transaction(async (tx) => {
    // The lock serializes one author's forms, so that a form sent twenty times is one review. "no key update" doesn't
    // conflict with inserting the author's notifications, which could deadlock.
    const [author] = await tx.select().from(users).where(eq(users.id, authorId)).for("no key update");
    // The account was deleted in another window.
    if (author === undefined || author.deletedAt !== null) return "stale";
    const [existing] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.placeId, placeId), eq(reviews.authorId, authorId)));
    if (existing !== undefined && version <= existing.version && isUnchanged(existing, review)) return existing.status;
    if ((existing?.version ?? 0) !== version) return "stale";
    const countInLastDay = await countWritesInLastDay(tx, input);
    const deleted = await listRecentDeletions(tx, { userId: authorId, now: input.now });
    const deletedReviews = deleted.filter(({ kind }) => kind === "review");
    if (countInLastDay + deletedReviews.length >= WRITES_PER_DAY_MAX) return "too-many";

    const reasons = await findHoldReasons(tx, input, { joinedAt: author.joinedAt, existing });
    const isWaiting = reasons.length > 0 || (existing !== undefined && existing.status !== "published");
    const values = { ...review, textHash: hashText(review.body), status: isWaiting ? "held" : "published" } as const;
    const reviewId =
      existing === undefined ? await insertReview(tx, input, values) : await replaceReview(tx, input, existing, values);
    if (isWaiting) {
      const caseReasons = reasons.length > 0 ? reasons : ["edited"];
      await openReviewCase(tx, { kind: "held-review", reviewId, reasons: caseReasons, now: input.now });
    }
    // Managers aren't notified again of a review that was deleted and rewritten within a day.
    if (existing === undefined && !isWaiting && !deletedReviews.some((each) => each.placeId === placeId)) {
      const { stars } = review;
      const notification = (place: NotificationPlace) => ({ kind: "place-reviewed", place, stars }) as const;
      await notifyManagers(tx, { placeId, by: authorId, notification, now: input.now });
    }
    await recordWriter(tx, input);
    await notifyReviewPages(tx, [input]);
    return values.status;
  });
}

/** Permanently deletes a member's review with its earlier versions, votes, reports and cases. */
export async function deleteReview(
  db: Database,
  { placeId, authorId, now }: { placeId: number; authorId: string; now: Date },
): Promise<"deleted" | "none"> {
  return db.transaction(async (tx) => {
    const [existing] = await tx
      .select({ id: reviews.id, createdAt: reviews.createdAt })
      .from(reviews)
      .where(and(eq(reviews.placeId, placeId), eq(reviews.authorId, authorId)))
      .for("update");
    if (existing === undefined) return "none";
    const edits = await tx
      .select({ at: reviewVersions.replacedAt })
      .from(reviewVersions)
      .where(
        and(eq(reviewVersions.reviewId, existing.id), gt(reviewVersions.replacedAt, new Date(now.getTime() - DAY_MS))),
      );
    await tx.delete(reviews).where(eq(reviews.id, existing.id));
    const postedAt = [existing.createdAt, ...edits.map(({ at }) => at)];
    await recordRecentDeletion(tx, { userId: authorId, placeId, kind: "review", postedAt, now });
    await notifyReviewPages(tx, [{ placeId, authorId }]);
    return "deleted";
  });
}

type ReviewValues = ReviewInput & { textHash: string | null; status: "held" | "published" };

async function insertReview(db: Database, { placeId, authorId, now }: WriteReviewInput, values: ReviewValues) {
  const [review] = await db
    .insert(reviews)
    .values({ ...values, placeId, authorId, isDemo: false, createdAt: now })
    .returning({ id: reviews.id });
  if (review === undefined) throw new Error(`The review of place ${placeId} was not written`);
  return review.id;
}

async function replaceReview(db: Database, { now }: WriteReviewInput, existing: ReviewRow, values: ReviewValues) {
  const { id: reviewId, version, stars, body, visitMonth, relation } = existing;
  await db.insert(reviewVersions).values({ reviewId, version, stars, body, visitMonth, relation, replacedAt: now });
  await db
    .update(reviews)
    .set({ ...values, version: version + 1, editedAt: now })
    .where(eq(reviews.id, reviewId));
  return reviewId;
}

function isUnchanged(existing: ReviewRow, review: ReviewInput): boolean {
  return (
    existing.stars === review.stars &&
    existing.body === review.body &&
    existing.visitMonth === review.visitMonth &&
    existing.relation === review.relation
  );
}

/** Served by reviews_by_author. */
async function countWritesInLastDay(db: Database, { authorId, now }: WriteReviewInput): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS);
  const isByAuthor = eq(reviews.authorId, authorId);
  const created = await db.$count(reviews, and(isByAuthor, gt(reviews.createdAt, since)));
  const [edits] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(reviewVersions)
    .innerJoin(reviews, eq(reviews.id, reviewVersions.reviewId))
    .where(and(isByAuthor, gt(reviewVersions.replacedAt, since)));
  return created + (edits?.count ?? 0);
}

/** Served by reviews_by_author, reviews_by_text_hash and the primary key of review_browsers. */
async function findHoldReasons(
  db: Database,
  { authorId, placeId, review, browserId, now }: WriteReviewInput,
  { joinedAt, existing }: { joinedAt: Date; existing: ReviewRow | undefined },
): Promise<HoldReason[]> {
  const textHash = hashText(review.body);
  const isOther = existing === undefined ? undefined : ne(reviews.id, existing.id);
  const twins = textHash === null ? 0 : await db.$count(reviews, and(eq(reviews.textHash, textHash), isOther));
  const othersInLastDay = await db.$count(
    reviews,
    and(
      eq(reviews.authorId, authorId),
      ne(reviews.placeId, placeId),
      gt(reviews.createdAt, new Date(now.getTime() - DAY_MS)),
    ),
  );
  const otherWriters = await db.$count(
    reviewBrowsers,
    and(
      eq(reviewBrowsers.browserHash, hashOf(browserId)),
      ne(reviewBrowsers.userId, authorId),
      gt(reviewBrowsers.wroteAt, new Date(now.getTime() - BROWSER_ID_DAYS * DAY_MS)),
    ),
  );
  return holdReasons({
    body: review.body,
    authorJoinedAt: joinedAt,
    now,
    othersInLastDay,
    hasDuplicateText: twins > 0,
    hasOtherAccounts: otherWriters > 0,
  });
}

async function recordWriter(db: Database, { authorId, browserId, now }: WriteReviewInput): Promise<void> {
  await db.delete(reviewBrowsers).where(lt(reviewBrowsers.wroteAt, new Date(now.getTime() - BROWSER_ID_DAYS * DAY_MS)));
  await db
    .insert(reviewBrowsers)
    .values({ browserHash: hashOf(browserId), userId: authorId, wroteAt: now })
    .onConflictDoUpdate({ target: [reviewBrowsers.browserHash, reviewBrowsers.userId], set: { wroteAt: now } });
}

/** Null for a text without letters and digits, such as a row of stars, which isn't a copy of another. */
function hashText(body: string): string | null {
  const comparable = normalizeForComparison(body);
  return comparable === "" ? null : hashOf(comparable);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

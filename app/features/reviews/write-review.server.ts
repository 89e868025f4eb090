import { createHash } from "node:crypto";

import { and, eq, gt, lt, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { reviewVersions, reviews, reviewWriters } from "#app/db/schema/reviews.ts";
import { openReviewCase } from "#app/features/moderation/cases.server.ts";
import { type PlaceTold, tellRunnersOf } from "#app/features/notifications/tell-runners.server.ts";

import type { ReviewWords } from "./review-form.ts";
import { comparableWords, type HoldReason, holdReasons } from "./review-rules.ts";
import { rememberTakenBack, takenBackInLastDay } from "./taken-back.server.ts";
import { WRITER_DAYS } from "./writer-cookie.ts";
import { notifyReviewPages } from "./write-reviews.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** New reviews and edits that a member may write within a day; nobody eats that much. */
export const WRITES_PER_DAY_MAX = 30;

type ReviewRow = typeof reviews.$inferSelect;

export type WrittenReview = {
  placeId: number;
  authorId: string;
  /** The version that the form was made for; 0 for a new review. */
  version: number;
  words: ReviewWords;
  /** Of the browser, by `writer-cookie.ts`. */
  mark: string;
  now: Date;
};

/**
 * Writes a member's review of a place, or changes it and keeps what it was. What is judged doubtful, and whatever was held
 * or rejected before, waits for a moderator.
 *
 * @returns Its status. "stale": the review is another by now than the form was made for, or gone; nothing was written.
 * "too-many": the member has written as much as a day allows.
 */
export async function writeReview(
  db: Database,
  written: WrittenReview,
): Promise<ReviewRow["status"] | "stale" | "too-many"> {
  const { placeId, authorId, version, words } = written;
  return db.transaction(async (tx) => {
    // The lock has one writer's forms come one after the other, so that a form sent twenty times is one review. It doesn't
    // wait for whoever tells the writer of something, who may be waiting for them.
    const [author] = await tx.select().from(users).where(eq(users.id, authorId)).for("no key update");
    // Deleted in another window meanwhile.
    if (author === undefined || author.deletedAt !== null) return "stale";
    const [known] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.placeId, placeId), eq(reviews.authorId, authorId)));
    if (known !== undefined && version <= known.version && saysTheSame(known, words)) return known.status;
    if ((known?.version ?? 0) !== version) return "stale";
    const countInLastDay = await writtenInLastDay(tx, written);
    const deleted = await takenBackInLastDay(tx, { userId: authorId, now: written.now });
    const takenBack = deleted.filter(({ kind }) => kind === "review");
    if (countInLastDay + takenBack.length >= WRITES_PER_DAY_MAX) return "too-many";

    const reasons = await reasonsToHold(tx, written, { joinedAt: author.joinedAt, known });
    const isWaiting = reasons.length > 0 || (known !== undefined && known.status !== "published");
    const values = { ...words, wordsHash: hashOfWords(words.body), status: isWaiting ? "held" : "published" } as const;
    const reviewId =
      known === undefined ? await insertReview(tx, written, values) : await replaceReview(tx, written, known, values);
    if (isWaiting) {
      const caseReasons = reasons.length > 0 ? reasons : ["edited"];
      await openReviewCase(tx, { kind: "held-review", reviewId, reasons: caseReasons, now: written.now });
    }
    // Deleted and written anew within a day, it is no news.
    if (known === undefined && !isWaiting && !takenBack.some((each) => each.placeId === placeId)) {
      const { stars } = words;
      const told = (place: PlaceTold) => ({ kind: "place-reviewed", place, stars }) as const;
      await tellRunnersOf(tx, { placeId, by: authorId, told, now: written.now });
    }
    await rememberWriter(tx, written);
    await notifyReviewPages(tx, [written]);
    return values.status;
  });
}

/** Takes a member's review away for good, with its former versions, votes, reports and cases. */
export async function deleteReview(
  db: Database,
  { placeId, authorId, now }: { placeId: number; authorId: string; now: Date },
): Promise<"deleted" | "none"> {
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: reviews.id, createdAt: reviews.createdAt })
      .from(reviews)
      .where(and(eq(reviews.placeId, placeId), eq(reviews.authorId, authorId)))
      .for("update");
    if (known === undefined) return "none";
    const edits = await tx
      .select({ at: reviewVersions.replacedAt })
      .from(reviewVersions)
      .where(
        and(eq(reviewVersions.reviewId, known.id), gt(reviewVersions.replacedAt, new Date(now.getTime() - DAY_MS))),
      );
    await tx.delete(reviews).where(eq(reviews.id, known.id));
    const postedAt = [known.createdAt, ...edits.map(({ at }) => at)];
    await rememberTakenBack(tx, { userId: authorId, placeId, kind: "review", postedAt, now });
    await notifyReviewPages(tx, [{ placeId, authorId }]);
    return "deleted";
  });
}

type ReviewValues = ReviewWords & { wordsHash: string | null; status: "held" | "published" };

async function insertReview(db: Database, { placeId, authorId, now }: WrittenReview, values: ReviewValues) {
  const [review] = await db
    .insert(reviews)
    .values({ ...values, placeId, authorId, isDemo: false, createdAt: now })
    .returning({ id: reviews.id });
  if (review === undefined) throw new Error(`The review of place ${placeId} was not written`);
  return review.id;
}

async function replaceReview(db: Database, { now }: WrittenReview, known: ReviewRow, values: ReviewValues) {
  const { id: reviewId, version, stars, body, visitMonth, relation } = known;
  await db.insert(reviewVersions).values({ reviewId, version, stars, body, visitMonth, relation, replacedAt: now });
  await db
    .update(reviews)
    .set({ ...values, version: version + 1, editedAt: now })
    .where(eq(reviews.id, reviewId));
  return reviewId;
}

function saysTheSame(known: ReviewRow, words: ReviewWords): boolean {
  return (
    known.stars === words.stars &&
    known.body === words.body &&
    known.visitMonth === words.visitMonth &&
    known.relation === words.relation
  );
}

/** Served by reviews_by_author. */
async function writtenInLastDay(db: Database, { authorId, now }: WrittenReview): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS);
  const isTheirs = eq(reviews.authorId, authorId);
  const first = await db.$count(reviews, and(isTheirs, gt(reviews.createdAt, since)));
  const [edits] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(reviewVersions)
    .innerJoin(reviews, eq(reviews.id, reviewVersions.reviewId))
    .where(and(isTheirs, gt(reviewVersions.replacedAt, since)));
  return first + (edits?.count ?? 0);
}

/** Served by reviews_by_author, reviews_by_words and the primary key of review_writers. */
async function reasonsToHold(
  db: Database,
  { authorId, placeId, words, mark, now }: WrittenReview,
  { joinedAt, known }: { joinedAt: Date; known: ReviewRow | undefined },
): Promise<HoldReason[]> {
  const wordsHash = hashOfWords(words.body);
  const isOther = known === undefined ? undefined : ne(reviews.id, known.id);
  const twins = wordsHash === null ? 0 : await db.$count(reviews, and(eq(reviews.wordsHash, wordsHash), isOther));
  const othersInLastDay = await db.$count(
    reviews,
    and(
      eq(reviews.authorId, authorId),
      ne(reviews.placeId, placeId),
      gt(reviews.createdAt, new Date(now.getTime() - DAY_MS)),
    ),
  );
  const otherWriters = await db.$count(
    reviewWriters,
    and(
      eq(reviewWriters.markHash, hashOf(mark)),
      ne(reviewWriters.userId, authorId),
      gt(reviewWriters.wroteAt, new Date(now.getTime() - WRITER_DAYS * DAY_MS)),
    ),
  );
  return holdReasons({
    body: words.body,
    authorJoinedAt: joinedAt,
    now,
    othersInLastDay,
    hasTwin: twins > 0,
    hasOtherWriters: otherWriters > 0,
  });
}

async function rememberWriter(db: Database, { authorId, mark, now }: WrittenReview): Promise<void> {
  await db.delete(reviewWriters).where(lt(reviewWriters.wroteAt, new Date(now.getTime() - WRITER_DAYS * DAY_MS)));
  await db
    .insert(reviewWriters)
    .values({ markHash: hashOf(mark), userId: authorId, wroteAt: now })
    .onConflictDoUpdate({ target: [reviewWriters.markHash, reviewWriters.userId], set: { wroteAt: now } });
}

/** Null for a text without a letter: two rows of stars aren't copied from each other. */
function hashOfWords(body: string): string | null {
  const words = comparableWords(body);
  return words === "" ? null : hashOf(words);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { type ReportReason, reviewReports, reviews, reviewVotes } from "#app/db/schema/reviews.ts";
import { openReviewCase } from "#app/core/cases/subject-cases.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

/** A published review, with what voting and reporting need. */
export type PublishedReview = { id: string; authorId: string; authorName: string; slug: string; placeName: string };

/** A published review; null if it isn't published or its place was removed. */
export async function findPublishedReview(db: Database, reviewId: string): Promise<PublishedReview | null> {
  const [row] = await db
    .select({
      id: reviews.id,
      authorId: reviews.authorId,
      authorName: users.name,
      slug: places.slug,
      placeName: places.name,
    })
    .from(reviews)
    .innerJoin(places, eq(places.id, reviews.placeId))
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(and(eq(reviews.id, reviewId), eq(reviews.status, "published"), ne(places.status, "removed")));
  return row === undefined ? null : { ...row, authorName: row.authorName || "Anonymous" };
}

/** Adds or removes a member's helpful vote. Returns "own" and does nothing for the member's own review. */
export async function voteHelpful(
  db: Database,
  given: { review: PublishedReview; userId: string; isHelpful: boolean; now: Date },
): Promise<"voted" | "own"> {
  const { review, userId, isHelpful, now } = given;
  if (review.authorId === userId) return "own";
  await db.transaction(async (tx) => {
    if (isHelpful) {
      await tx.insert(reviewVotes).values({ reviewId: review.id, userId, votedAt: now }).onConflictDoNothing();
    } else {
      await tx.delete(reviewVotes).where(and(eq(reviewVotes.reviewId, review.id), eq(reviewVotes.userId, userId)));
    }
    await invalidatePages(tx, [`place:${review.slug}`]);
  });
  return "voted";
}

/** Saves a member's report of a review and opens a case. A second report by the same member changes nothing. */
export async function reportReview(
  db: Database,
  given: { review: PublishedReview; reporterId: string; reason: ReportReason; note: string; now: Date },
): Promise<"reported" | "own"> {
  const { review, reporterId, reason, note, now } = given;
  if (review.authorId === reporterId) return "own";
  await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(reviewReports)
      .values({ reviewId: review.id, reporterId, reason, note, reportedAt: now })
      .onConflictDoNothing()
      .returning({ reviewId: reviewReports.reviewId });
    if (inserted.length === 0) return;
    await openReviewCase(tx, { kind: "reported-review", reviewId: review.id, reasons: [reason], now });
  });
  return "reported";
}

/** Whether a member has reported a review. */
export async function hasReported(db: Database, given: { reviewId: string; reporterId: string }): Promise<boolean> {
  const { reviewId, reporterId } = given;
  const isByMember = and(eq(reviewReports.reviewId, reviewId), eq(reviewReports.reporterId, reporterId));
  return (await db.$count(reviewReports, isByMember)) > 0;
}

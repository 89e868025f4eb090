import { and, eq, gte, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type CaseDecision, type ClosedCase } from "#app/core/cases/close-cases.server.ts";
import { places } from "#app/db/schema/places.ts";
import { reviewReports, reviews } from "#app/db/schema/reviews.ts";
import { closeReviewCases } from "#app/core/cases/subject-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { notifyManagers } from "#app/core/notifications/notify-managers.server.ts";

import { notifyReviewPages } from "../write/write-reviews.server.ts";

/**
 * Carries out an editor's decision about a review. Approved reviews are shown and counted, rejected ones aren't. The
 * author and the reporters are notified.
 *
 * @returns "changed": edited since the editor read it. "closed": it has no open case. "own": editors can't decide
 * about their own reviews. These three change nothing.
 */
export async function decideReview(
  db: Database,
  decided: DecideReviewInput,
): Promise<"decided" | "changed" | "closed" | "own"> {
  const { reviewId, version, decision, decidedBy } = decided;
  return db.transaction(async (tx) => {
    // Locked against concurrent edits, the author first: writing a review takes its locks in the same order.
    const [author] = await tx
      .select({ deletedAt: users.deletedAt })
      .from(users)
      .where(inArray(users.id, tx.select({ id: reviews.authorId }).from(reviews).where(eq(reviews.id, reviewId))))
      .for("share");
    if (author === undefined || author.deletedAt !== null) return "closed";
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
    if (review === undefined) return "closed";
    if (review.authorId === decidedBy) return "own";
    if (review.version !== version) return "changed";
    const closed = await closeReviewCases(tx, decided);
    if (closed.length === 0) return "closed";
    await tx
      .update(reviews)
      .set({ status: decision === "approved" ? "published" : "rejected" })
      .where(eq(reviews.id, reviewId));
    await notifyReviewPages(tx, [review]);
    await notifyAuthorAndReporters(tx, { ...decided, review, closed });
    return "decided";
  });
}

type DecideReviewInput = CaseDecision & { reviewId: string; version: number };

type NotificationInput = DecideReviewInput & {
  review: Pick<typeof reviews.$inferSelect, "authorId" | "placeId" | "stars">;
  closed: ClosedCase[];
};

async function notifyAuthorAndReporters(
  db: Database,
  { review, closed, decision, reason, now, ...decided }: NotificationInput,
) {
  const [place] = await db
    .select({ slug: places.slug, name: places.name })
    .from(places)
    .where(eq(places.id, review.placeId));
  if (place === undefined) throw new Error(`The place ${review.placeId} of a review is not there`);
  const caseId = closed[0]?.id ?? null;
  const held = closed.find(({ kind }) => kind === "held-review");
  const reported = closed.find(({ kind }) => kind === "reported-review");

  if (decision === "rejected") {
    await notifyUser(db, {
      userId: review.authorId,
      notification: { kind: "review-rejected", place, reason },
      caseId,
      now,
    });
  } else if (held !== undefined) {
    // A reported review was visible all along, so approving it changes nothing for its author.
    const { placeId, authorId, stars } = review;
    await notifyManagers(db, {
      placeId,
      by: authorId,
      notification: (place) => ({ kind: "place-reviewed", place, stars }),
      now,
    });
    await notifyUser(db, { userId: review.authorId, notification: { kind: "review-approved", place }, caseId, now });
  }
  if (reported === undefined) return;
  const outcome = decision === "rejected" ? "removed" : "not-removed";
  for (const userId of await reportersSince(db, { ...decided, openedAt: reported.openedAt })) {
    await notifyUser(db, { userId, notification: { kind: "report-decided", place, outcome }, caseId, now });
  }
}

/** Members who reported the review since its case was opened, without the editor. Earlier reporters were answered. */
async function reportersSince(
  db: Database,
  { reviewId, decidedBy, openedAt }: { reviewId: string; decidedBy: string; openedAt: Date },
): Promise<string[]> {
  const rows = await db
    .select({ reporterId: reviewReports.reporterId })
    .from(reviewReports)
    .where(
      and(
        eq(reviewReports.reviewId, reviewId),
        gte(reviewReports.reportedAt, openedAt),
        ne(reviewReports.reporterId, decidedBy),
      ),
    );
  return rows.map(({ reporterId }) => reporterId);
}

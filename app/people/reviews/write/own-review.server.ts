import { and, desc, eq, isNotNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import type { ReviewInput } from "./review-form.ts";
import type { OwnReviewNote } from "../reviews.ts";

export type OwnReview = ReviewInput & {
  version: number;
  status: (typeof reviews.$inferSelect)["status"];
  /** The editor's reason; null if there is none. */
  decisionReason: string | null;
};

/** A member's review of a place, whatever its status. */
export async function findOwnReview(
  db: Database,
  { placeId, authorId }: { placeId: number; authorId: string },
): Promise<OwnReview | null> {
  const [review] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.placeId, placeId), eq(reviews.authorId, authorId)));
  if (review === undefined) return null;
  const { version, status, stars, body, visitMonth, relation } = review;
  // Served by moderation_cases_by_review.
  const [decided] = await db
    .select({ reason: moderationCases.decisionReason })
    .from(moderationCases)
    .where(and(eq(moderationCases.reviewId, review.id), isNotNull(moderationCases.closedAt)))
    .orderBy(desc(moderationCases.closedAt))
    .limit(1);
  return { version, status, stars, body, visitMonth, relation, decisionReason: decided?.reason || null };
}

/** The viewer's button to write or edit a review of a place, with the status of their review. */
export async function findOwnReviewNote(
  db: Database,
  { placeId, viewer }: { placeId: number; viewer: Viewer | null },
): Promise<OwnReviewNote> {
  const own = viewer === null ? null : await findOwnReview(db, { placeId, authorId: viewer.id });
  return own === null
    ? { label: "Write a review", note: null }
    : { label: "Edit your review", note: describeReviewStatus(own) };
}

/** The status of a review, for its author. */
export function describeReviewStatus({ status, decisionReason }: Pick<OwnReview, "status" | "decisionReason">): string {
  // Reviews of deleted accounts are withdrawn, and those members can't sign in to read this.
  if (status === "published" || status === "withdrawn") return "Your review is published.";
  if (status === "held") {
    return "Your review is waiting for approval. Until then, only you can see it and its stars don’t count.";
  }
  return `An editor decided not to publish your review${decisionReason === null ? "." : `: ${decisionReason}`}`;
}

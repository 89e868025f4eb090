import { and, desc, eq, isNotNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import type { ReviewWords } from "./review-form.ts";
import type { OwnReviewNote } from "./reviews.ts";

export type OwnReview = ReviewWords & {
  version: number;
  status: (typeof reviews.$inferSelect)["status"];
  /** What a moderator said; null when none has said anything. */
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

/** What a place's page offers whoever reads it: to write, or to change what they wrote, and how that fares. */
export async function ownReviewNote(
  db: Database,
  { placeId, viewer }: { placeId: number; viewer: Viewer | null },
): Promise<OwnReviewNote> {
  const own = viewer === null ? null : await findOwnReview(db, { placeId, authorId: viewer.id });
  return own === null ? { label: "Write a review", note: null } : { label: "Edit your review", note: statusWords(own) };
}

/** How a review fares, to its author. */
export function statusWords({ status, decisionReason }: Pick<OwnReview, "status" | "decisionReason">): string {
  // Whoever reads it has an account, so that nothing of theirs is withdrawn.
  if (status === "published" || status === "withdrawn") return "Your review is published.";
  if (status === "held") {
    return "Your review waits for a moderator. Until then only you know of it, and its stars don’t count.";
  }
  return `A moderator decided not to publish your review${decisionReason === null ? "." : `: ${decisionReason}`}`;
}

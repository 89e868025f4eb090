import { and, asc, desc, eq, isNull, ne, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { reviewReplies, reviews } from "#app/db/schema/reviews.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { IS_REPLY_SHOWN } from "#app/people/reviews/reply/reply.server.ts";
import { REVIEWS_PER_PAGE } from "#app/people/reviews/reviews.ts";
import { presentReview } from "#app/people/reviews/show/present-review.ts";

import type { OwnerReviewsQuery } from "./owner-list.ts";
import type { OwnerReview } from "./owner-review.ts";

type ReviewsQuery = { placeId: number; viewerId: string } & Omit<OwnerReviewsQuery, "page" | "sort">;

/** One page of a place's published reviews for its owners and managers. Served by reviews_by_day and reviews_by_stars. */
export async function listOwnerReviews(
  db: Database,
  { page, sort, ...query }: ReviewsQuery & Pick<OwnerReviewsQuery, "page" | "sort">,
): Promise<{ items: OwnerReview[]; total: number; unansweredCount: number; pageCount: number }> {
  const total = await countReviews(db, { ...query, stars: null, show: "all" });
  const unansweredCount = await countReviews(db, { ...query, stars: null, show: "unanswered" });
  const count = await countReviews(db, query);
  const byStars = { newest: [], highest: [desc(reviews.stars)], lowest: [asc(reviews.stars)] }[sort];
  const rows = await db
    .select({ review: reviews, author: users.name, reply: reviewReplies })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(reviewReplies, and(eq(reviewReplies.reviewId, reviews.id), IS_REPLY_SHOWN))
    .where(isShown(query))
    .orderBy(...byStars, desc(reviews.createdAt), asc(reviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE);
  return {
    total,
    unansweredCount,
    pageCount: Math.max(1, Math.ceil(count / REVIEWS_PER_PAGE)),
    items: rows.map(({ review, author, reply }) => ({
      ...presentReview(review),
      author: author || "Anonymous",
      isOwn: review.authorId === query.viewerId,
      isDemo: review.isDemo,
      reply:
        reply === null
          ? null
          : {
              body: reply.body,
              paragraphs: reply.body.split(/\n\s*\n/),
              repliedLabel: formatDay(reply.repliedAt),
            },
    })),
  };
}

function countReviews(db: Database, query: ReviewsQuery): Promise<number> {
  const shown = db
    .select({ id: reviews.id })
    .from(reviews)
    .leftJoin(reviewReplies, and(eq(reviewReplies.reviewId, reviews.id), IS_REPLY_SHOWN))
    .where(isShown(query));
  return db.$count(shown.as("shown"));
}

function isShown({ placeId, viewerId, show, stars }: ReviewsQuery): SQL | undefined {
  const hasStars = stars === null ? undefined : eq(reviews.stars, stars);
  const isOfPlace = and(eq(reviews.placeId, placeId), eq(reviews.status, "published"), hasStars);
  // Viewers can't reply to their own reviews, so these don't count as unanswered.
  return show === "all" ? isOfPlace : and(isOfPlace, isNull(reviewReplies.reviewId), ne(reviews.authorId, viewerId));
}

/** Whether a published review belongs to the place: the id comes from a form and can be anything. */
export async function isReviewOfPlace(
  db: Database,
  { reviewId, placeId }: { reviewId: string; placeId: number },
): Promise<boolean> {
  const matches = and(eq(reviews.id, reviewId), eq(reviews.placeId, placeId), eq(reviews.status, "published"));
  return (await db.$count(reviews, matches)) > 0;
}

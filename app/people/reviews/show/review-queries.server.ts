import { and, asc, desc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import { memberPictures } from "#app/db/schema/members.ts";
import { placeRatings, reviewReplies, reviews } from "#app/db/schema/reviews.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { accessEndsAt, membershipAt, type SubscriptionState } from "#app/people/membership/membership/membership.ts";
import { SUBSCRIPTION_STATE_COLUMNS } from "#app/people/membership/membership/find-membership.server.ts";
import { memberPath, memberPicture } from "#app/people/members/profile/member.ts";
import { ratingSummary } from "#app/guide/places/cards/rating-summary.ts";
import { formatDay, formatMonth } from "#app/lib/format-time.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import { IS_REPLY_SHOWN } from "../reply/reply.server.ts";
import {
  type PlaceReviews,
  type ReviewReply,
  REVIEWS_PER_PAGE,
  type DisplayedReview,
  type ReviewSort,
  type ReviewsQuery,
} from "../reviews.ts";
import { presentReview } from "./present-review.ts";

/** One page of a place's published reviews, with the histogram of all of them. */
export async function loadPlaceReviews(
  db: Database,
  query: { placeId: number; readerId: string | null } & ReviewsQuery,
  moment: PageContext,
): Promise<PlaceReviews> {
  const { placeId, sort, stars, page } = query;
  const ratings = await db.select().from(placeRatings).where(eq(placeRatings.placeId, placeId));
  const real = ratings.find(({ isDemo }) => !isDemo);
  const demo = ratings.find(({ isDemo }) => isDemo);
  const rating = ratingSummary({
    realCount: real?.reviewCount ?? null,
    realSum: real?.starsSum ?? null,
    demoCount: demo?.reviewCount ?? null,
    demoSum: demo?.starsSum ?? null,
  });
  const sums = (["stars1", "stars2", "stars3", "stars4", "stars5"] as const).map(
    (column) => (real?.[column] ?? 0) + (demo?.[column] ?? 0),
  );
  const count = stars === null ? (rating?.count ?? 0) : (sums[stars - 1] ?? 0);
  return {
    sort,
    stars,
    page,
    rating,
    histogram: sums,
    pageCount: Math.max(1, Math.ceil(count / REVIEWS_PER_PAGE)),
    reviews: count === 0 ? [] : await listReviews(db, query, moment),
    demo: rating?.isDemo !== true ? "none" : (real?.reviewCount ?? 0) > 0 ? "some" : "all",
  };
}

/** Served by reviews_by_day, reviews_by_stars, reviews_by_author (authors' counts) and the primary key of review_votes. */
async function listReviews(
  db: Database,
  { placeId, readerId, sort, stars, page }: { placeId: number; readerId: string | null } & ReviewsQuery,
  moment: PageContext,
): Promise<DisplayedReview[]> {
  const rows = await db
    .select({
      review: reviews,
      author: {
        id: users.id,
        name: users.name,
        joinedAt: users.joinedAt,
        isPublic: sql<boolean>`${users.isPublic} and ${users.suspendedAt} is null`,
      },
      standing: SUBSCRIPTION_STATE_COLUMNS,
      fetchedAt: memberPictures.fetchedAt,
      reply: reviewReplies,
      reviewCount: sql<number>`(select count(*)::int from reviews theirs
        where theirs.author_id = ${users.id} and theirs.status = 'published')`,
      helpfulCount: sql<number>`(select count(*)::int from review_votes vote where vote.review_id = ${reviews.id})`,
      isFoundHelpful: sql<boolean>`exists (select 1 from review_votes vote
        where vote.review_id = ${reviews.id} and vote.user_id = ${readerId}::uuid)`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.authorId))
    .leftJoin(subscriptions, eq(subscriptions.userId, reviews.authorId))
    .leftJoin(reviewReplies, and(eq(reviewReplies.reviewId, reviews.id), IS_REPLY_SHOWN))
    .leftJoin(memberPictures, eq(memberPictures.userId, reviews.authorId))
    .where(
      and(
        eq(reviews.placeId, placeId),
        eq(reviews.status, "published"),
        stars === null ? undefined : eq(reviews.stars, stars),
      ),
    )
    .orderBy(...orderOf(sort), desc(reviews.createdAt), asc(reviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE);
  return rows.map(({ review, author, standing, fetchedAt, reply, reviewCount, helpfulCount, isFoundHelpful }) => {
    moment.page.tags.add(`member:${review.authorId}`);
    return {
      ...presentReview(review),
      author: {
        name: author.name || "Anonymous",
        joinedLabel: formatMonth(author.joinedAt),
        reviewCount,
        hasVipBadge: hasVipBadge(standing, moment),
        profile: author.isPublic ? { path: memberPath(author.id), picture: memberPicture(author.id, fetchedAt) } : null,
      },
      reply: reply === null ? null : toReply(reply),
      isDemo: review.isDemo,
      helpfulCount,
      viewerRelation: review.authorId === readerId ? "written" : isFoundHelpful ? "found-helpful" : null,
    };
  });
}

/** Whether the author is a VIP member now. The page expires with the membership; changes invalidate `member:{id}`. */
function hasVipBadge(standing: SubscriptionState | null, moment: PageContext): boolean {
  const { reviewBadge } = entitlementsOf(membershipAt(standing, moment.now)?.tier ?? null);
  if (reviewBadge && standing !== null) expirePageAt(moment.page, accessEndsAt(standing));
  return reviewBadge;
}

function toReply({ body, repliedAt, editedAt }: typeof reviewReplies.$inferSelect): ReviewReply {
  return {
    paragraphs: body.split(/\n\s*\n/),
    repliedAt: repliedAt.toISOString(),
    repliedLabel: formatDay(repliedAt),
    isEdited: editedAt !== null,
  };
}

function orderOf(sort: ReviewSort) {
  if (sort === "newest") return [];
  return [sort === "highest" ? desc(reviews.stars) : asc(reviews.stars)];
}

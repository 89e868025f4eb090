import type { MemberPicture } from "#app/people/members/profile/member.ts";
import type { RatingSummary } from "#app/guide/places/place.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

export const REVIEW_SORTS = ["newest", "highest", "lowest"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const REVIEWS_PER_PAGE = 10;

/** Bounds the OFFSET of the query; no place has this many pages. */
const REVIEW_PAGE_MAX = 1_000;

/** `stars`: only reviews with this number of stars; null for all. */
export type ReviewsQuery = { sort: ReviewSort; stars: number | null; page: number };

/** A business's reply to a review. */
export type ReviewReply = {
  paragraphs: string[];
  /** ISO 8601 instant, and "Nov 14, 2026". */
  repliedAt: string;
  repliedLabel: string;
  isEdited: boolean;
};

/** What every list of reviews shows of one. */
export type PresentedReview = {
  id: string;
  stars: number;
  paragraphs: string[];
  /** ISO 8601 instant, and "Nov 14, 2026". */
  createdAt: string;
  createdLabel: string;
  isEdited: boolean;
  /** "October 2026" */
  visitLabel: string;
  /** "Works here"; null if the author declares no connection to the business. */
  relationLabel: string | null;
};

export type DisplayedReview = PresentedReview & {
  author: {
    name: string;
    joinedLabel: string;
    reviewCount: number;
    hasVipBadge: boolean;
    /** Null if the profile is private. */
    profile: { path: string; picture: MemberPicture } | null;
  };
  reply: ReviewReply | null;
  isDemo: boolean;
  /** Number of helpful votes. */
  helpfulCount: number;
  /** Whether the viewer wrote the review or found it helpful. */
  viewerRelation: "written" | "found-helpful" | null;
};

/** A review on its author's page. */
export type DisplayedMemberReview = PresentedReview & { place: { slug: string; name: string } };

export type PlaceReviews = ReviewsQuery & {
  rating: RatingSummary;
  /** Number of reviews with one star, two, ... five. */
  histogram: number[];
  pageCount: number;
  reviews: DisplayedReview[];
  /** Whether none, some or all of the reviews are demo data. */
  demo: "none" | "some" | "all";
};

/** The viewer's button to the review form, and the status of their own review. */
export type OwnReviewNote = { label: string; note: string | null };

export const REVIEW_PARAMETERS = ["sort", "stars", "page"] as const;

/** Parses the query parameters. Invalid values become the defaults: newest first, all stars, page 1. */
export function parseReviewsQuery(search: QueryReader<(typeof REVIEW_PARAMETERS)[number]>): ReviewsQuery {
  const sort = REVIEW_SORTS.find((value) => value === search.get("sort")) ?? "newest";
  const stars = search.get("stars");
  return {
    sort,
    stars: stars !== null && /^[1-5]$/.test(stars) ? Number(stars) : null,
    page: Math.min(parsePageNumber(search.get("page")), REVIEW_PAGE_MAX),
  };
}

/** The path of a page of a place's reviews. Defaults are left out, so the plain path is the place's own. */
export function reviewsPath(slug: string, { sort, stars, page }: ReviewsQuery): string {
  const search = new URLSearchParams();
  if (stars !== null) search.set("stars", String(stars));
  if (sort !== "newest") search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? `/places/${slug}` : `/places/${slug}?${search}`;
}

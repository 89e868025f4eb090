import type { MemberPicture } from "#app/features/members/member.ts";
import type { RatingSummary } from "#app/features/places/place.ts";
import { pageNumber } from "#app/lib/page-number.ts";

export const REVIEW_SORTS = ["newest", "highest", "lowest"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const REVIEWS_PER_PAGE = 10;

/** Deeper than any place's reviews go; it bounds the OFFSET of the query. */
const REVIEW_PAGE_MAX = 1_000;

/** `stars`: only reviews that give so many; null for all. */
export type ReviewsRequest = { sort: ReviewSort; stars: number | null; page: number };

/** What a business answers to a review. */
export type ReviewReply = {
  paragraphs: string[];
  /** ISO 8601 instant, and "Nov 14, 2026". */
  repliedAt: string;
  repliedLabel: string;
  isEdited: boolean;
};

export type ReviewShown = {
  id: string;
  stars: number;
  paragraphs: string[];
  /** ISO 8601 instant, and "Nov 14, 2026". */
  createdAt: string;
  createdLabel: string;
  isEdited: boolean;
  /** "October 2026" */
  visitLabel: string;
  /** "Works here"; null when nothing ties the author to the business. */
  relationLabel: string | null;
  author: {
    name: string;
    joinedLabel: string;
    reviewCount: number;
    /** Null for whoever keeps their profile private. */
    profile: { path: string; picture: MemberPicture } | null;
  };
  reply: ReviewReply | null;
  isDemo: boolean;
  /** How many members found it helpful. */
  helpfulCount: number;
  /** What ties whoever reads it to the review. */
  mine: "written" | "found-helpful" | null;
};

/** A review on its author's page. */
export type MemberReviewShown = Omit<ReviewShown, "author" | "reply" | "isDemo" | "helpfulCount" | "mine"> & {
  place: { slug: string; name: string };
};

export type PlaceReviews = ReviewsRequest & {
  rating: RatingSummary;
  /** How many reviews give one star, two, ... five. */
  histogram: number[];
  pageCount: number;
  reviews: ReviewShown[];
  /** Invented reviews: none at all, some beside real ones, or nothing else. */
  demo: "none" | "some" | "all";
};

/** What stands beside a place's reviews for whoever reads them: the way to the form, and how their own review fares. */
export type OwnReviewNote = { label: string; note: string | null };

/** Never throws: what isn't known is the newest first, what is no page is the first. */
export function readReviewsRequest(search: URLSearchParams): ReviewsRequest {
  const sort = REVIEW_SORTS.find((known) => known === search.get("sort")) ?? "newest";
  const stars = search.get("stars");
  return {
    sort,
    stars: stars !== null && /^[1-5]$/.test(stars) ? Number(stars) : null,
    page: Math.min(pageNumber(search.get("page")), REVIEW_PAGE_MAX),
  };
}

/** The reviews of a place in an order, of some stars, from a page on; the address without any is the place's own. */
export function reviewsPath(slug: string, { sort, stars, page }: ReviewsRequest): string {
  const search = new URLSearchParams();
  if (stars !== null) search.set("stars", String(stars));
  if (sort !== "newest") search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? `/places/${slug}` : `/places/${slug}?${search}`;
}

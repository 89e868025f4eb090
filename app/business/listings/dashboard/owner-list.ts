import { parseReviewsQuery, type ReviewsQuery } from "#app/people/reviews/reviews.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

/** The filters of an owner's lists of reviews and questions. */
export const LIST_FILTERS = ["all", "unanswered"] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export type ListQuery = { show: ListFilter; page: number };

/** Deeper than any place's reviews or questions go; it bounds the OFFSET of the query. */
const PAGE_MAX = 1_000;

/** Reads the filter and page from a list's URL. Never throws. */
export function parseListQuery(search: QueryReader<"show" | "page">): ListQuery {
  return {
    show: search.get("show") === "unanswered" ? "unanswered" : "all",
    page: Math.min(parsePageNumber(search.get("page")), PAGE_MAX),
  };
}

/** The URL of one page of a list. */
export function ownerListPath(slug: string, list: "reviews" | "questions", { show, page }: ListQuery): string {
  const search = new URLSearchParams();
  if (show !== "all") search.set("show", show);
  if (page > 1) search.set("page", String(page));
  const path = `/business/${slug}/${list}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** An owner's list of reviews has the filters of a place's page too. */
export type OwnerReviewsQuery = ListQuery & Pick<ReviewsQuery, "stars" | "sort">;

export function parseOwnerReviewsQuery(search: QueryReader<"show" | "page" | "stars" | "sort">): OwnerReviewsQuery {
  const { stars, sort } = parseReviewsQuery(search);
  return { ...parseListQuery(search), stars, sort };
}

/** The URL of one page of an owner's reviews. */
export function ownerReviewsPath(slug: string, { show, stars, sort, page }: OwnerReviewsQuery): string {
  const [path = "", shown = ""] = ownerListPath(slug, "reviews", { show, page: 1 }).split("?");
  const search = new URLSearchParams(shown);
  if (stars !== null) search.set("stars", String(stars));
  if (sort !== "newest") search.set("sort", sort);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? path : `${path}?${search}`;
}

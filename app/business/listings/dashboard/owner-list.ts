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

export const REPLY_CHARACTERS_MIN = 2;
export const REPLY_CHARACTERS_MAX = 2_000;

/** Which reviews are shown. */
export type ReviewsShown = "all" | "unanswered";

/** A review as whoever answers it reads it. */
export type OwnerReview = {
  id: string;
  stars: number;
  paragraphs: string[];
  createdAt: string;
  createdLabel: string;
  isEdited: boolean;
  visitLabel: string;
  relationLabel: string | null;
  author: string;
  /** Written by whoever looks: they can't answer it. */
  isOwn: boolean;
  isDemo: boolean;
  reply: { body: string; paragraphs: string[]; repliedLabel: string } | null;
};

export function ownerReviewsPath(slug: string, { show, page }: { show: ReviewsShown; page: number }): string {
  const search = new URLSearchParams();
  if (show !== "all") search.set("show", show);
  if (page > 1) search.set("page", String(page));
  const path = `/business/${slug}/reviews`;
  return search.size === 0 ? path : `${path}?${search}`;
}

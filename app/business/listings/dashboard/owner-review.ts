import type { PresentedReview } from "#app/people/reviews/reviews.ts";

export const REPLY_CHARACTERS_MIN = 2;
export const REPLY_CHARACTERS_MAX = 2_000;

/** A review, as the place's owners and managers see it. */
export type OwnerReview = PresentedReview & {
  author: string;
  /** Written by the viewer, who can't reply to it. */
  isOwn: boolean;
  isDemo: boolean;
  reply: { body: string; paragraphs: string[]; repliedLabel: string } | null;
};

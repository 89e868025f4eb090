export const REPLY_CHARACTERS_MIN = 2;
export const REPLY_CHARACTERS_MAX = 2_000;

/** A review, as the place's owners and managers see it. */
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
  /** Written by the viewer, who can't reply to it. */
  isOwn: boolean;
  isDemo: boolean;
  reply: { body: string; paragraphs: string[]; repliedLabel: string } | null;
};

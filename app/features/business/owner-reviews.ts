export const REPLY_CHARACTERS_MIN = 2;
export const REPLY_CHARACTERS_MAX = 2_000;

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

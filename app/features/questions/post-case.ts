import type { PostRef } from "#app/features/moderation/cases.ts";

/** What a moderator reads of a question about a place, or of an answer to one, that was held or reported. */
export type PostCase = {
  post: PostRef;
  paragraphs: string[];
  /** Of an answer, what it answers. */
  question: string[] | null;
  author: { id: string; name: string };
  /** Whether it is an answer of the business. */
  isBusiness: boolean;
  place: { slug: string; name: string };
  /** Whether everybody reads it meanwhile. */
  isShown: boolean;
  /** What those who reported it wrote besides. */
  notes: string[];
  /** Rejections of what stood there before, or of the same; the latest first. */
  rejections: { reason: string; closedAt: string; closedLabel: string }[];
};

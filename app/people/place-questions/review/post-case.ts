import type { PostRef } from "#app/core/cases/cases.ts";

/** A held or reported question or answer, for editors. */
export type PostCase = {
  post: PostRef;
  paragraphs: string[];
  /** The question, if the post is an answer. */
  question: string[] | null;
  author: { id: string; name: string };
  /** Whether it is an answer from the business. */
  isBusiness: boolean;
  place: { slug: string; name: string };
  /** Whether it is currently public. */
  isShown: boolean;
  /** Notes of the members who reported it. */
  notes: string[];
  /** Earlier rejections of the post, including previous versions; latest first. */
  rejections: { reason: string; closedAt: string; closedLabel: string }[];
};

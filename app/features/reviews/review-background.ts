import type { DiffPart } from "#app/lib/word-diff.ts";

/** What a moderator reads beside a review, to decide about it. */
export type ReviewBackground = {
  /** "October 2026" */
  visitLabel: string;
  /** "Works here"; null when its author declares nothing. */
  relationLabel: string | null;
  writtenLabel: string;
  /** How many reviews of its author everybody sees. */
  authorReviewCount: number;
  /** How many members have reported it. */
  reportCount: number;
  /** Its edits, the last first. */
  edits: ReviewEdit[];
  /** Edits before those. */
  earlierEditCount: number;
  /** What was decided about it before, the last first. */
  decisions: { kind: string; outcome: string; reason: string; decidedLabel: string }[];
  /** Reviews with the same words. */
  twins: { id: string; authorName: string; place: { slug: string; name: string } }[];
  /** Names of other accounts that wrote from its author's browsers lately. */
  otherWriters: string[];
};

/** How a review was changed once. */
export type ReviewEdit = {
  /** Of the state that it replaced. */
  version: number;
  editedLabel: string;
  /** What else was changed: "Stars: 4, then 2" */
  changes: string[];
  /** Null when the words stayed. */
  words: DiffPart[] | null;
};

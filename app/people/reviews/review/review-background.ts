import type { DiffPart } from "#app/lib/word-diff.ts";

/** Background of a review for the editor who decides about it. */
export type ReviewBackground = {
  /** "October 2026" */
  visitLabel: string;
  /** "Works here"; null if the author declares no connection. */
  relationLabel: string | null;
  writtenLabel: string;
  /** Published reviews of the author. */
  authorReviewCount: number;
  /** Members who reported the review. */
  reportCount: number;
  /** Latest first. */
  edits: ReviewEdit[];
  /** Number of earlier edits, which aren't listed. */
  earlierEditCount: number;
  /** Earlier decisions about the review, latest first. */
  decisions: { kind: string; outcome: string; reason: string; decidedLabel: string }[];
  /** Other reviews with the same text. */
  duplicates: { id: string; authorName: string; place: { slug: string; name: string } }[];
  /** Names of other accounts that recently wrote reviews in the author's browsers. */
  otherAccounts: string[];
};

/** One edit of a review. */
export type ReviewEdit = {
  /** The version that the edit replaced. */
  version: number;
  editedLabel: string;
  /** Changes besides the text: "Stars: from 4 to 2" */
  changes: string[];
  /** Null if the text didn't change. */
  textDiff: DiffPart[] | null;
};

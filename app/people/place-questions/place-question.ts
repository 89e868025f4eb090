import type { PostedStatus, QuestionReportReason } from "#app/db/schema/questions.ts";

/** A shorter question couldn't be answered by a stranger. */
export const PLACE_QUESTION_CHARACTERS_MIN = 10;
/** Enough for a question at a counter; the database allows more. */
export const PLACE_QUESTION_CHARACTERS_MAX = 500;
export const PLACE_ANSWER_CHARACTERS_MIN = 2;
/** As long as a reply to a review. */
export const PLACE_ANSWER_CHARACTERS_MAX = 2_000;

/** On the public page and the owners' page. */
export const PLACE_QUESTIONS_PER_PAGE = 10;
/** Bounds the OFFSET of the query; no place has this many pages. */
export const PLACE_QUESTIONS_PAGE_MAX = 1_000;

/** A post is a public question or an answer. */
export type PostKind = "question" | "answer";

/** An answer for display. */
export type DisplayedAnswer = {
  id: string;
  body: string;
  paragraphs: string[];
  /** The author's name, or the place's name for an answer from the business. */
  author: string;
  isBusiness: boolean;
  answeredAt: string;
  answeredLabel: string;
  isEdited: boolean;
  isOwn: boolean;
  /** Always "published" for other members' answers. */
  status: PostedStatus;
  /** The editor's reason, if the viewer's own answer was rejected. */
  reason: string | null;
};

export type DisplayedQuestion = {
  id: string;
  paragraphs: string[];
  asker: string;
  askedAt: string;
  askedLabel: string;
  isOwn: boolean;
  status: PostedStatus;
  reason: string | null;
  /** The business's answer first, then oldest first. */
  answers: DisplayedAnswer[];
};

/** The filter of the owners' page. */
export type OwnerQuestionFilter = "all" | "unanswered";

/** The path of a page of questions, or of one question. */
export function placeQuestionsPath(slug: string, { page = 1, question = "" } = {}): string {
  const path = `/places/${slug}/questions`;
  if (question !== "") return `${path}?question=${question}`;
  return page > 1 ? `${path}?page=${page}` : path;
}

export function reportPath(slug: string, kind: PostKind, id: string): string {
  return `/places/${slug}/questions/report?${kind}=${id}`;
}

/** In the order of the form. */
export const QUESTION_REPORT_REASONS = [
  "spam",
  "elsewhere",
  "abusive",
  "private",
  "wrong",
] as const satisfies QuestionReportReason[];

/** Shown to reporters and editors. */
export const QUESTION_REPORT_LABELS: Record<QuestionReportReason, string> = {
  spam: "It’s advertising",
  elsewhere: "It isn’t about the place",
  abusive: "It insults or threatens someone",
  private: "It contains private information",
  wrong: "It’s dangerously wrong",
};

/** Reasons to hold a post, shown to editors. */
const POST_HOLD_LABELS: Record<string, string> = {
  "new-account": "New account with several posts in a day",
  "duplicate-text": "Same text as the author’s post elsewhere",
  links: "Contains a link or address",
  "rejected-before": "Another post by this author was recently rejected",
  edited: "Edited after it was rejected",
};

/** The label of a case's reason; empty for an unknown code. */
export function postReasonLabel(code: string): string {
  const reported = QUESTION_REPORT_REASONS.find((reason) => reason === code);
  return reported === undefined ? (POST_HOLD_LABELS[code] ?? "") : QUESTION_REPORT_LABELS[reported];
}

/** `isGone`: permanently closed, so that no questions are taken. */
export type PlaceToAskAbout = { slug: string; name: string; isGone: boolean };

/** A question or answer that was refused, as typed. */
export type RefusedText = { typed: string; problem: string | null };

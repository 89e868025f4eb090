import type { PostedStatus, QuestionReportReason } from "#app/db/schema/questions.ts";

/** Shorter is no question that a stranger could answer. */
export const PLACE_QUESTION_CHARACTERS_MIN = 10;
/** A question for a counter, not a letter; the database allows more. */
export const PLACE_QUESTION_CHARACTERS_MAX = 500;
export const PLACE_ANSWER_CHARACTERS_MIN = 2;
/** As long as a reply to a review. */
export const PLACE_ANSWER_CHARACTERS_MAX = 2_000;

/** Of one page, ours and the owners'. */
export const PLACE_QUESTIONS_PER_PAGE = 10;
/** Deeper than any place's questions go; it bounds the OFFSET of the query. */
export const PLACE_QUESTIONS_PAGE_MAX = 1_000;

/** What can be asked, answered, reported and decided about. */
export type PostKind = "question" | "answer";

/** An answer as somebody reads it. Texts are in paragraphs. */
export type AnswerShown = {
  id: string;
  body: string;
  paragraphs: string[];
  /** The name of whoever wrote it; of the business's, the business. */
  author: string;
  isBusiness: boolean;
  answeredAt: string;
  answeredLabel: string;
  isEdited: boolean;
  isOwn: boolean;
  /** Of others' always "published". */
  status: PostedStatus;
  /** The moderator's, of one's own that was rejected. */
  reason: string | null;
};

export type QuestionShown = {
  id: string;
  paragraphs: string[];
  asker: string;
  askedAt: string;
  askedLabel: string;
  isOwn: boolean;
  status: PostedStatus;
  reason: string | null;
  /** The business's first, then the oldest. */
  answers: AnswerShown[];
};

/** Which questions an owner looks at. */
export type QuestionsShown = "all" | "unanswered";

/** A page of questions, or one of them. */
export function placeQuestionsPath(slug: string, { page = 1, question = "" } = {}): string {
  const path = `/places/${slug}/questions`;
  if (question !== "") return `${path}?question=${question}`;
  return page > 1 ? `${path}?page=${page}` : path;
}

export function reportPath(slug: string, kind: PostKind, id: string): string {
  return `/places/${slug}/questions/report?${kind}=${id}`;
}

/** In the order in which the form offers them. */
export const QUESTION_REPORT_REASONS = [
  "spam",
  "elsewhere",
  "abusive",
  "private",
  "wrong",
] as const satisfies QuestionReportReason[];

/** Why something is reported, to its reporter and to the moderator. */
export const QUESTION_REPORT_WORDS: Record<QuestionReportReason, string> = {
  spam: "It advertises something",
  elsewhere: "It has nothing to do with the place",
  abusive: "It insults or threatens somebody",
  private: "It gives away something private",
  wrong: "It is dangerously wrong",
};

/** Why something is held, in the words a moderator reads. */
const POST_HOLD_WORDS: Record<string, string> = {
  "new-account": "A new account that wrote several within a day",
  "duplicate-text": "The same words as the author used elsewhere",
  links: "A link or an address in the text",
  "rejected-before": "Something by the same author was rejected lately",
  edited: "Changed after it was rejected",
};

/** Why a case is open, in words; of those whose reasons have gone with their reporters, none. */
export function postReasonWords(code: string): string {
  const reported = QUESTION_REPORT_REASONS.find((known) => known === code);
  return reported === undefined ? (POST_HOLD_WORDS[code] ?? "") : QUESTION_REPORT_WORDS[reported];
}

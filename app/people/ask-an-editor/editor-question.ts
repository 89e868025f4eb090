export const ASK_PATH = "/ask";
export const EDITORS_QUESTIONS_PATH = "/admin/questions";

export function questionPath(id: string): string {
  return `${ASK_PATH}/${id}`;
}

/** A shorter question couldn't be answered well. */
export const QUESTION_CHARACTERS_MIN = 20;
/** About half a page; the database allows more. */
export const QUESTION_CHARACTERS_MAX = 1_000;
export const ANSWER_CHARACTERS_MIN = 20;
export const ANSWER_CHARACTERS_MAX = 4_000;

/** A member's question to the editors. Texts are split into paragraphs. */
export type OwnQuestion = {
  id: string;
  question: string[];
  askedLabel: string;
  askedAt: string;
  /** Null while unanswered. */
  answer: { paragraphs: string[]; answeredAt: string; answeredLabel: string } | null;
};

/** An unanswered question, for editors. */
export type UnansweredQuestion = Omit<OwnQuestion, "answer"> & { asker: { id: string; name: string } };

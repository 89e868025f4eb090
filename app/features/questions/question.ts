export const ASK_PATH = "/ask";
export const EDITORS_QUESTIONS_PATH = "/admin/questions";

export function questionPath(id: string): string {
  return `${ASK_PATH}/${id}`;
}

/** Shorter is no question that anybody could answer well. */
export const QUESTION_CHARACTERS_MIN = 20;
/** About a page of a letter; the database allows more. */
export const QUESTION_CHARACTERS_MAX = 1_000;
export const ANSWER_CHARACTERS_MIN = 20;
export const ANSWER_CHARACTERS_MAX = 4_000;

/** A question as its asker reads it. Texts are in paragraphs. */
export type OwnQuestion = {
  id: string;
  question: string[];
  askedLabel: string;
  askedAt: string;
  /** Null while it waits. */
  answer: { paragraphs: string[]; answeredAt: string; answeredLabel: string } | null;
};

/** A question as an editor reads it. */
export type WaitingQuestion = Omit<OwnQuestion, "answer"> & { asker: { id: string; name: string } };

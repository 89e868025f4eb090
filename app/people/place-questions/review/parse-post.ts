import {
  PLACE_ANSWER_CHARACTERS_MAX,
  PLACE_ANSWER_CHARACTERS_MIN,
  PLACE_QUESTION_CHARACTERS_MAX,
  PLACE_QUESTION_CHARACTERS_MIN,
} from "../place-question.ts";
import { parseLimitedText } from "#app/lib/limited-text.ts";

export function parsePlaceQuestion(typed: string) {
  const [min, max] = [PLACE_QUESTION_CHARACTERS_MIN, PLACE_QUESTION_CHARACTERS_MAX];
  return parseLimitedText(typed, { noun: "question", min, max });
}

export function parsePlaceAnswer(typed: string) {
  const [min, max] = [PLACE_ANSWER_CHARACTERS_MIN, PLACE_ANSWER_CHARACTERS_MAX];
  return parseLimitedText(typed, { noun: "answer", min, max });
}

/** The status and message for a refused answer. */
export function answerRefusal(outcome: keyof typeof ANSWER_REFUSALS): [status: number, why: string] {
  return ANSWER_REFUSALS[outcome];
}

const ANSWER_REFUSALS = {
  own: [403, "You can’t answer your own question."],
  "no-such-question": [404, "That question was deleted. Your text is below."],
  "answered-before": [409, "You already answered this question. Delete that answer to write another."],
  "too-many": [429, "You’ve reached today’s limit. Try again tomorrow. Your text is below."],
  full: [409, "This question can’t take more answers."],
  left: [409, "Your account has been deleted."],
} satisfies Record<string, [number, string]>;

import {
  PLACE_ANSWER_CHARACTERS_MAX,
  PLACE_ANSWER_CHARACTERS_MIN,
  PLACE_QUESTION_CHARACTERS_MAX,
  PLACE_QUESTION_CHARACTERS_MIN,
} from "./place-question.ts";
import { readText } from "./question-text.ts";

export function readPlaceQuestion(typed: string) {
  const [min, max] = [PLACE_QUESTION_CHARACTERS_MIN, PLACE_QUESTION_CHARACTERS_MAX];
  return readText(typed, { noun: "question", min, max });
}

export function readPlaceAnswer(typed: string) {
  const [min, max] = [PLACE_ANSWER_CHARACTERS_MIN, PLACE_ANSWER_CHARACTERS_MAX];
  return readText(typed, { noun: "answer", min, max });
}

/** Why an answer was not taken: a status and what to do. */
export function refusalOf(outcome: keyof typeof ANSWER_REFUSALS): [status: number, why: string] {
  return ANSWER_REFUSALS[outcome];
}

const ANSWER_REFUSALS = {
  own: [403, "Nobody answers a question of their own."],
  "no-such-question": [404, "That question isn’t there any more. What you wrote is below."],
  "answered-before": [409, "You have answered it already. Delete your answer first to write another."],
  "too-many": [429, "That is all for today. Come back tomorrow; what you wrote is below."],
  full: [409, "It has as many answers as a question can have."],
  left: [409, "Your account was deleted meanwhile."],
} satisfies Record<string, [number, string]>;

import type { Condition, ConditionMatch } from "./query-conditions.ts";
import { phraseAt, type QueryWord, wordAt } from "./query-words.ts";

/** Matches "top rated", "4.5 stars and up", "rated 4", "over 4 stars". */
export function matchRating(words: readonly QueryWord[], at: number): ConditionMatch | null {
  const phrase = (count: number) => phraseAt(words, at, count);
  const stars = /^([1-4](?:\.\d)?|5(?:\.0)?)\+?$/;
  if (/^(?:top|highly|best|well) (?:rated|reviewed)$/.test(phrase(2))) return { condition: atLeast(4), words: 2 };
  const direct = stars.exec(wordAt(words, at));
  if (direct?.[1] !== undefined && /^stars?$/.test(wordAt(words, at + 1)))
    return { condition: atLeast(Number(direct[1])), words: 2 + countOrMoreWords(words, at + 2) };
  const lead =
    /^(?:rated|at least|over|above) /.exec(`${phrase(2)} `) ?? /^(?:rated|over|above) /.exec(phrase(1) + " ");
  if (lead === null) return null;
  const leadCount = lead[0].trim().split(" ").length;
  const number = stars.exec(wordAt(words, at + leadCount));
  if (number?.[1] === undefined) return null;
  const hasStars = /^stars?$/.test(wordAt(words, at + leadCount + 1));
  // "over 4" may mean anything; "rated 4" can't.
  if (!hasStars && !lead[0].startsWith("rated")) return null;
  const wordCount = leadCount + (hasStars ? 2 : 1);
  return { condition: atLeast(Number(number[1])), words: wordCount + countOrMoreWords(words, at + wordCount) };
}

/** Counts the words of "and up" or "or better" after a number of stars. */
function countOrMoreWords(words: readonly QueryWord[], at: number): number {
  return /^(?:and|or) (?:up|more|better|above|higher)$/.test(phraseAt(words, at, 2)) ? 2 : 0;
}

const atLeast = (stars: number): Condition => ({ kind: "rating", atLeast: stars });

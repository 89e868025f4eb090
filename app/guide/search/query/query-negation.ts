import { dishesOf } from "./type-synonyms.ts";
import type { Condition, ConditionMatch } from "./query-conditions.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { phraseAt, type QueryWord, wordAt } from "./query-words.ts";

/** Words that deny what follows. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  "no not without nothing never isnt arent doesnt dont wont cant non".split(" "),
);

/** What may stand between a negation and what it denies: "not too expensive", "doesn't take reservations". */
const BETWEEN = new Set(
  "too very so that any a an the as on take takes taking need needs require requires allow allows have has with for really".split(
    " ",
  ),
);

/**
 * Where the negation of the words from `start` on begins; null if there is none.
 *
 * @param isText Whether each word is still unread.
 */
export function negationStart(words: readonly QueryWord[], start: number, isText: readonly boolean[]): number | null {
  let at = start - 1;
  while (isText[at] === true && BETWEEN.has(wordAt(words, at))) at -= 1;
  return isText[at] === true && NEGATIONS.has(wordAt(words, at)) ? at : null;
}

/** Counts the words of "not allowed", "not required" behind what they deny: "dogs not allowed". */
export function countDenialWords(words: readonly QueryWord[], at: number): number {
  return /^(?:not|arent|isnt) (?:allowed|needed|required|necessary)$/.test(phraseAt(words, at, 2)) ? 2 : 0;
}

/** Counts the words that add nothing to a denial: "no reservations needed". */
export function countNeededWords(words: readonly QueryWord[], at: number): number {
  return /^(?:needed|required|necessary|allowed|please)$/.test(wordAt(words, at)) ? 1 : 0;
}

/** The opposite of a condition; null if it has none: as words, "not near a museum" would find just these. */
export function deny(condition: Condition, vocabulary: Pick<Vocabulary, "phrases">): Condition | null {
  switch (condition.kind) {
    case "open":
    case "price":
    case "attribute": {
      const { isNot = false, ...affirmed } = condition;
      return isNot ? affirmed : { ...condition, isNot: true };
    }
    case "neighborhood":
    case "quadrant":
      return { kind: "except", of: condition };
    case "type":
      return { kind: "except", of: { ...condition, dishes: dishesOf(condition.types, vocabulary) } };
    default:
      return null;
  }
}

/** Matches "no stairs", "without any steps": who asks for that needs a step-free entrance. */
export function matchNoStairs(words: readonly QueryWord[], at: number): ConditionMatch | null {
  if (!/^(?:no|without)$/.test(wordAt(words, at))) return null;
  const count = 1 + Number(/^(?:any|the)$/.test(wordAt(words, at + 1)));
  const isStairs = /^(?:stairs?|steps?)$/.test(wordAt(words, at + count));
  return isStairs ? { condition: { kind: "attribute", attribute: "stepFreeEntrance" }, words: count + 1 } : null;
}

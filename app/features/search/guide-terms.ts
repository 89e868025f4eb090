import type { Condition } from "./query-conditions.ts";
import type { ParsedQuery } from "./query-language.ts";
import { wordsOf } from "./query-words.ts";

/** Each word and each two that stand together are looked for; more say nothing new. */
const WORDS_MAX = 12;

/** Every guide is a guide to Washington. */
const OF_EVERY_GUIDE = new Set(["dc", "washington", "guide", "guides"]);

/**
 * What guides are asked for: the words as they were typed, and each two together ("date night", "walking tour"). A guide
 * is no place: "late night food" is what it is called, and no condition that it could meet. Only what holds for a moment
 * or a visitor is left out, and a neighborhood goes by its own name.
 */
export function guideTerms(query: string, { said }: Pick<ParsedQuery, "said">): string[] {
  const named = said.toReversed().reduce((text, { condition, from, to }) => {
    const name = nameForGuides(condition);
    return name === null ? text : `${text.slice(0, from)} ${name} ${text.slice(to)}`;
  }, query);
  const words = wordsOf(named)
    .map(({ plain }) => plain)
    .filter((word) => !OF_EVERY_GUIDE.has(word))
    .slice(0, WORDS_MAX);
  return [...words, ...words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`)];
}

/** What stands for a condition in what is asked of guides; null: the words that said it. */
function nameForGuides(condition: Condition): string | null {
  switch (condition.kind) {
    case "neighborhood":
    case "station":
    case "landmark":
      return condition.name;
    case "near-me":
    case "rating":
      return "";
    case "open":
      return condition.when.kind === "now" ? "" : null;
    default:
      return null;
  }
}

import type { Condition } from "../query/query-conditions.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { splitWords } from "../query/query-words.ts";

/** Every word and every pair of neighboring words is a term, so longer queries are cut. */
const WORDS_MAX = 12;

/** Every guide is about Washington, so these words match all of them. */
const WORDS_OF_EVERY_GUIDE = new Set(["dc", "washington", "guide", "guides"]);

/**
 * The search terms for guides: the words as typed, and each pair of neighbors ("date night"). Conditions stay words,
 * because "late night food" is a guide's title.
 */
export function guideTerms({ typed, conditions: spans }: ParsedQuery): string[] {
  const text = spans.toReversed().reduce((rest, { condition, from, to }) => {
    const name = nameForGuides(condition);
    return name === null ? rest : `${rest.slice(0, from)} ${name} ${rest.slice(to)}`;
  }, typed);
  const words = splitWords(text)
    .map(({ normalized: plain }) => plain)
    .filter((word) => !WORDS_OF_EVERY_GUIDE.has(word))
    .slice(0, WORDS_MAX);
  return [...words, ...words.slice(1).map((word, index) => `${words[index] ?? ""} ${word}`)];
}

/** The text that replaces a condition in the guide query. Null keeps the words as typed. */
function nameForGuides(condition: Condition): string | null {
  switch (condition.kind) {
    case "neighborhood":
    case "station":
    case "landmark":
      return condition.name;
    case "occasion":
      // Guides name the occasion in their keywords, in other words than those typed ("parents in town").
      return `${condition.words} ${condition.label}`;
    case "near-me":
    case "rating":
      return "";
    case "open":
      return condition.when.kind === "now" ? "" : null;
    default:
      return null;
  }
}

import type { Condition } from "../query/query-conditions.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { normalizePhrase, splitWords } from "../query/query-words.ts";
import { guessWords } from "../spelling/spelling.ts";

/** A search for a type or category, perhaps in a neighborhood. */
export type MatchedSearch = {
  /** "Coffee shop", "Coffee in Shaw" */
  label: string;
  /** As it would be typed: "coffee shop" */
  query: string;
  closeness: Closeness;
};

/**
 * How the typed letters match, best first: a whole phrase; the beginning of a type's name; the beginning of other words for
 * it; the beginning of a later word of its name.
 */
export type Closeness = 0 | 1 | 2 | 3;

/** Fewer letters begin too many words that say the same: "cap" is Capitol Hill sooner than cappuccino. */
const OTHER_WORDS_LETTERS_MIN = 4;
const LATER_WORDS_LETTERS_MIN = 3;

/** The types and categories that the typed letters begin, best first, each once. */
export function matchSearches(text: string, vocabulary: Vocabulary): MatchedSearch[] {
  const typed = normalizePhrase(text);
  if (typed === "") return [];
  const typePhrases = new Map(vocabulary.types.map((type) => [normalizePhrase(type), type]));
  const best = new Map<string, MatchedSearch>();
  for (const [phrase, { condition }] of vocabulary.phrases) {
    const found = condition === undefined ? null : meaningOf(condition);
    if (found === null) continue;
    const type = typePhrases.get(phrase);
    const closeness = closenessOf(phrase, typed, type !== undefined);
    if (closeness === null || closeness >= (best.get(found)?.closeness ?? 4)) continue;
    best.set(found, { ...wordsFor(phrase, type, { found, vocabulary }), closeness });
  }
  return [...best.values()].toSorted((a, b) => a.closeness - b.closeness);
}

/** The searches for a misspelled word: "pharamcy". */
export function guessSearches(text: string, vocabulary: Vocabulary): MatchedSearch[] {
  const typed = normalizePhrase(text);
  const known = [...vocabulary.phrases].flatMap(([phrase, { condition }]) =>
    condition === undefined || meaningOf(condition) === null || phrase.includes(" ")
      ? []
      : [{ term: phrase, entries: 1 }],
  );
  const [guess] = guessWords(typed, known);
  return guess === undefined ? [] : matchSearches(guess.term, vocabulary).filter(({ closeness }) => closeness === 0);
}

/**
 * A type or category and the neighborhood whose name the last letters begin, in either order: "coffee shaw", "bars in
 * adams mor".
 */
export function matchSearchesInNeighborhoods(text: string, { phrases }: Vocabulary): MatchedSearch[] {
  const words = splitWords(text).map(({ normalized: plain }) => plain);
  const conditionOf = (phrase: string) => phrases.get(phrase)?.condition;
  const isSearch = (phrase: string) => {
    const condition = conditionOf(phrase);
    return condition !== undefined && meaningOf(condition) !== null;
  };
  const found = new Map<string, MatchedSearch>();
  for (let count = words.length - 1; count > 0; count -= 1) {
    const head = words.slice(0, count).join(" ");
    const tail = words.slice(count).join(" ").replace(/^in /, "");
    if (!isSearch(head) || tail.length < TAIL_LETTERS_MIN) continue;
    for (const [phrase, { condition }] of phrases) {
      if (condition?.kind !== "neighborhood" || !phrase.startsWith(tail)) continue;
      const query = `${head} in ${condition.name}`;
      found.set(query, { label: capitalized(query), query, closeness: phrase === tail ? 0 : 1 });
    }
  }
  return [...found.values()].toSorted((a, b) => a.closeness - b.closeness);
}

const TAIL_LETTERS_MIN = 2;

/** What a condition finds, the same for all words that find the same. Null: no type or category. */
function meaningOf(condition: Condition): string | null {
  if (condition.kind === "type") return `type ${condition.types.join(", ")}`;
  return condition.kind === "category" ? `category ${condition.category} ${condition.meal ?? ""}` : null;
}

function closenessOf(phrase: string, typed: string, isTypeName: boolean): Closeness | null {
  if (phrase === typed) return 0;
  if (phrase.startsWith(typed)) {
    if (isTypeName) return 1;
    return typed.length >= OTHER_WORDS_LETTERS_MIN ? 2 : null;
  }
  return isTypeName && typed.length >= LATER_WORDS_LETTERS_MIN && phrase.includes(` ${typed}`) ? 3 : null;
}

/** The type's name, also for other words that mean only this type: "vet" is a veterinarian. */
function wordsFor(
  phrase: string,
  type: string | undefined,
  { found, vocabulary }: { found: string; vocabulary: Vocabulary },
): { label: string; query: string } {
  const condition = vocabulary.phrases.get(phrase)?.condition;
  const [only, ...others] = condition?.kind === "type" ? condition.types : [];
  const name = type ?? (others.length === 0 ? only : undefined);
  if (name === undefined) return { label: capitalized(phrase), query: phrase };
  const named = vocabulary.phrases.get(normalizePhrase(name))?.condition;
  const isSame = named !== undefined && meaningOf(named) === found;
  return isSame ? { label: name, query: normalizePhrase(name) } : { label: capitalized(phrase), query: phrase };
}

function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

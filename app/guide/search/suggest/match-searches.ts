import type { Condition } from "../query/query-conditions.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { normalizePhrase, splitWords } from "../query/query-words.ts";

/** A search for a type, category or occasion, perhaps in a neighborhood. */
export type MatchedSearch = {
  /** "Coffee shop", "Coffee in Shaw" */
  label: string;
  /** As it would be typed: "coffee shop" */
  query: string;
  closeness: Closeness;
  /** Whether each place that it finds is one of these: a coffee shop is, a place for brunch or a date night may be. */
  isCounted: boolean;
};

/**
 * How the typed letters match, best first: a whole phrase; the beginning of a type's or occasion's name; the beginning of
 * other words for it; the beginning of a later word of a type's name.
 */
export type Closeness = 0 | 1 | 2 | 3;

/** One letter begins too many types. */
const LETTERS_MIN = 2;

/** Fewer letters begin too many words that say the same: "cap" is Capitol Hill sooner than cappuccino. */
const OTHER_WORDS_LETTERS_MIN = 4;
const LATER_WORDS_LETTERS_MIN = 3;

/** The types, categories and occasions that the typed letters begin, best first, each once. */
export function matchSearches(text: string, vocabulary: Vocabulary): MatchedSearch[] {
  const typed = normalizePhrase(text);
  if (typed.length < LETTERS_MIN) return [];
  const typePhrases = new Map(vocabulary.types.map((type) => [normalizePhrase(type), type]));
  const best = new Map<string, { phrase: string; match: MatchedSearch }>();
  for (const [phrase, { condition }] of vocabulary.phrases) {
    const meaning = condition === undefined ? null : meaningOf(condition);
    if (condition === undefined || meaning === null) continue;
    const closeness = closenessOf(phrase, typed, {
      isType: typePhrases.has(phrase),
      occasion: condition.kind === "occasion" ? normalizePhrase(condition.label) : null,
    });
    if (closeness === null || closeness >= (best.get(meaning)?.match.closeness ?? 4)) continue;
    const name = typePhrases.get(phrase) ?? onlyName(condition);
    const match = { ...labelOf(phrase, name, { meaning, vocabulary }), closeness, isCounted: isCountable(condition) };
    best.set(meaning, { phrase, match });
  }
  const found = [...best].toSorted(([, a], [, b]) => a.match.closeness - b.match.closeness);
  const names = found.flatMap(([, { phrase, match }]) => (match.closeness < 2 ? [phrase] : []));
  return found.flatMap(([meaning, { phrase, match }]) => {
    // "Farmers" beside "farmers market".
    const isPart = match.closeness > 1 && names.some((name) => name.startsWith(`${phrase} `));
    const isOdd = match.closeness > 0 && isOddPlural(phrase, { meaning, vocabulary });
    return isPart || isOdd ? [] : [match];
  });
}

/** Whether the singular means more: "sushi" is all kinds of Japanese food, "sushis" only one. */
function isOddPlural(
  phrase: string,
  { meaning, vocabulary }: { meaning: string; vocabulary: Pick<Vocabulary, "phrases"> },
): boolean {
  return [phrase.replace(/s$/, ""), phrase.replace(/es$/, "")].some((singular) => {
    const condition = singular === phrase ? undefined : vocabulary.phrases.get(singular)?.condition;
    return condition !== undefined && meaningOf(condition) !== meaning;
  });
}

/**
 * A type, category or occasion and the neighborhood whose name the last letters begin: "coffee shaw", "bars in adams mor".
 */
export function matchSearchesInNeighborhoods(text: string, { phrases }: Vocabulary): MatchedSearch[] {
  const words = splitWords(text).map(({ normalized: plain }) => plain);
  const found = new Map<string, MatchedSearch>();
  for (let count = words.length - 1; count > 0; count -= 1) {
    const head = words.slice(0, count).join(" ");
    const tail = words.slice(count).join(" ").replace(/^in /, "");
    const kind = phrases.get(head)?.condition;
    if (kind === undefined || meaningOf(kind) === null || tail.length < LETTERS_MIN) continue;
    for (const [phrase, { condition }] of phrases) {
      if (condition?.kind !== "neighborhood" || !phrase.startsWith(tail)) continue;
      const query = `${head} in ${condition.name}`;
      found.set(query, { label: capitalized(query), query, closeness: 0, isCounted: isCountable(kind) });
    }
  }
  return [...found.values()];
}

/** What a condition finds, the same for all words that find the same. Null: no type, category or occasion. */
function meaningOf(condition: Condition): string | null {
  if (condition.kind === "occasion") return `occasion ${condition.slug}`;
  if (condition.kind === "type") return `type ${condition.types.join(", ")}`;
  return condition.kind === "category" ? `category ${condition.category} ${condition.meal ?? ""}` : null;
}

function isCountable(condition: Condition): boolean {
  return condition.kind === "type" || (condition.kind === "category" && condition.meal === undefined);
}

function closenessOf(
  phrase: string,
  typed: string,
  { isType, occasion }: { isType: boolean; occasion: string | null },
): Closeness | null {
  if (phrase === typed) return 0;
  if (phrase.startsWith(typed)) {
    if (isType || phrase === occasion) return 1;
    // "Coffee" alone is no "coffee before work".
    const isLongEnough = occasion === null ? typed.length >= OTHER_WORDS_LETTERS_MIN : typed.includes(" ");
    return isLongEnough ? 2 : null;
  }
  return isType && typed.length >= LATER_WORDS_LETTERS_MIN && phrase.includes(` ${typed}`) ? 3 : null;
}

/**
 * The name of the type or occasion, also for other words that mean only this: "vet" is a veterinarian. Otherwise the
 * phrase.
 */
function labelOf(
  phrase: string,
  name: string | null,
  { meaning, vocabulary }: { meaning: string; vocabulary: Vocabulary },
): { label: string; query: string } {
  const query = name === null ? phrase : normalizePhrase(name);
  const named = vocabulary.phrases.get(query)?.condition;
  const isSame = named !== undefined && meaningOf(named) === meaning;
  return name !== null && isSame ? { label: name, query } : { label: capitalized(phrase), query: phrase };
}

function onlyName(condition: Condition): string | null {
  if (condition.kind === "occasion") return condition.label;
  const [only, ...others] = condition.kind === "type" ? condition.types : [];
  return others.length === 0 ? (only ?? null) : null;
}

function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { NEVER_CORRECTED_WORDS } from "../query/never-corrected-words.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { isCapitalized } from "../query/query-names.ts";
import { type QueryWord, splitWords } from "../query/query-words.ts";
import { isEnglishWord } from "./english-words.server.ts";
import { phoneticSpelling, type Guess, guessWords, type KnownWord, spellingCost } from "./spelling.ts";
import { CORRECTABLE_LETTERS_MIN, isCorrectable, pairsOf, type WordLookup } from "./word-lookup.server.ts";

/** A corrected query. */
export type QueryCorrection = { query: string; isSure: boolean };

/**
 * The number of corrections tried, each of which is a search. With several misspelled words it is rarely just one wrong
 * guess, so fewer are tried.
 */
const READINGS_MAX = 2;
const READINGS_OF_SEVERAL_MAX = 1;

/** The frequency assumed for words of the query language. */
const LANGUAGE_ENTRIES = 40;

/**
 * Corrects words that no listing contains and that aren't English, likeliest correction first. No correction is sure if the
 * query is written like a name.
 *
 * @param lookup What the index knows of the query's words.
 */
export function findCorrections(query: string, vocabulary: Vocabulary, lookup: WordLookup): QueryCorrection[] {
  const words = splitWords(query);
  const language = queryLanguage(vocabulary);
  const isUnknown = (word: string) => lookup.unknown.has(word) && !language.words.has(word);
  const joinedPairs = findJoinedWords(words, {
    isUnknown,
    isKnown: (word) => lookup.joined.has(word) || language.words.has(word),
  });
  const choices = words
    .filter(({ normalized: plain }) => isUnknown(plain) && !isEnglishWord(plain))
    .filter((word) => !joinedPairs.some(({ from, to }) => word.from >= from && word.to <= to))
    .map((word) => ({
      from: word.from,
      to: word.to,
      guesses: guessWords(
        word.normalized,
        deduplicated([...(lookup.unknown.get(word.normalized) ?? []), ...language.terms]),
      ),
    }))
    .filter((choice) => choice.guesses.length > 0);
  const changes = [...joinedPairs, ...choices].toSorted((a, b) => a.from - b.from);
  if (changes.length === 0) return [];
  const readings = combineGuesses(changes).slice(0, changes.length === 1 ? READINGS_MAX : READINGS_OF_SEVERAL_MAX);
  const mayBeSure = !isCapitalized(query, words);
  return readings.map((chosen) => ({
    query: applyGuesses(query, changes, chosen),
    isSure:
      mayBeSure && chosen.every(({ term, isSure }) => isSure && (language.words.has(term) || lookup.named.has(term))),
  }));
}

/** A word that is in both lists is one candidate, with the higher frequency. */
function deduplicated(words: readonly KnownWord[]): KnownWord[] {
  const byTerm = new Map<string, KnownWord>();
  for (const word of words) {
    const previous = byTerm.get(word.term);
    if (previous === undefined || previous.entries < word.entries) byTerm.set(word.term, word);
  }
  return [...byTerm.values()];
}

type Change = { from: number; to: number; guesses: Guess[] };

/** Combinations of one guess per change, likeliest first: all first guesses, then each second choice alone. */
function combineGuesses(changes: readonly Change[]): Guess[][] {
  const firsts = changes.flatMap(({ guesses: [first] }) => (first === undefined ? [] : [first]));
  const others = changes.flatMap(({ guesses: choices }, index) =>
    choices.slice(1).map((guess) => ({ guess, index, loss: guess.cost - (choices[0]?.cost ?? 0) })),
  );
  return [
    firsts,
    ...others
      .toSorted((a, b) => a.loss - b.loss)
      .map(({ guess, index }) => firsts.map((first, at) => (at === index ? guess : first))),
  ];
}

function applyGuesses(query: string, changes: readonly Change[], chosen: readonly Guess[]): string {
  let text = query;
  for (const [index, { from, to }] of [...changes.entries()].toReversed()) {
    text = `${text.slice(0, from)}${chosen[index]?.term ?? text.slice(from, to)}${text.slice(to)}`;
  }
  return text;
}

/** The words that `parseQuery` understands, as guesses for misspelled ones. */
export function languageTerms(vocabulary: Vocabulary): readonly KnownWord[] {
  return queryLanguage(vocabulary).terms;
}

type QueryLanguage = { words: ReadonlySet<string>; terms: readonly KnownWord[] };

const languages = new WeakMap<Vocabulary, QueryLanguage>();

/** Every word that `parseQuery` understands. Cached per vocabulary, because there are more than a thousand. */
function queryLanguage(vocabulary: Vocabulary): QueryLanguage {
  const cached = languages.get(vocabulary);
  if (cached !== undefined) return cached;
  const phrases = [...vocabulary.phrases.keys()];
  const words = new Set([...NEVER_CORRECTED_WORDS, ...phrases.flatMap((phrase) => phrase.split(" "))]);
  const terms = [...words]
    .filter(isCorrectable)
    .map((term) => ({ term, entries: LANGUAGE_ENTRIES, sound: phoneticSpelling(term) }));
  languages.set(vocabulary, { words, terms });
  return { words, terms };
}

/** Joins two neighboring words, one of them unknown, that form a known word: "blooming dale". */
function findJoinedWords(
  words: readonly QueryWord[],
  { isUnknown, isKnown }: Record<"isUnknown" | "isKnown", (word: string) => boolean>,
): Change[] {
  return pairsOf(words)
    .filter(({ first, second, term }) => (isUnknown(first) || isUnknown(second)) && isKnown(term))
    .map(({ from, to, term }) => ({ from, to, guesses: [{ term, cost: 0, isSure: true }] }));
}

/** The maximum spelling cost of the one word changed. */
const NAME_COST_MAX = 1.3;

/** A longer query is no name with one wrong word. */
const NAME_WORDS = { min: 2, max: 4 };

const SimilarRows = z.object({
  rows: z.array(z.object({ at: z.coerce.number(), term: z.string(), is_name: z.boolean() })),
});

/**
 * Finds a name one word away from a query of known words: "capital hill" may be Capitol Hill. Only offered, never
 * applied.
 *
 * @returns Null when no name is one changed word away. Served by search_terms_similar and search_suggestions_words.
 */
export async function findSimilarName(db: Database, query: string, vocabulary: Vocabulary): Promise<string | null> {
  const words = splitWords(query);
  if (words.length < NAME_WORDS.min || words.length > NAME_WORDS.max) return null;
  const plain = words.map(({ normalized }) => normalized);
  const changed = [...plain.keys()].filter((at) => {
    const word = plain[at] ?? "";
    return isCorrectable(word) && word.length > CORRECTABLE_LETTERS_MIN;
  });
  if (changed.length === 0) return null;
  const { rows } = SimilarRows.parse(
    await db.execute(sql`
      select at - 1 as at, term, exists (
        select from search_suggestions
        where words = array_to_string(asked.all_words[:at - 1] || term || asked.all_words[at + 1:], ' ')
      ) as is_name
      from (select ${sql.param(plain)}::text[] as all_words) as asked
      cross join unnest(${sql.param(changed.map((at) => at + 1))}::integer[]) as at
      cross join lateral similar_search_terms(asked.all_words[at])`),
  );
  const options = rows
    .flatMap(({ at, term, is_name: isName }) => {
      const word = words[at];
      if (word === undefined || word.normalized === term) return [];
      return [
        {
          phrase: plain.with(at, term).join(" "),
          query: `${query.slice(0, word.from)}${term}${query.slice(word.to)}`,
          cost: spellingCost(word.normalized, term),
          isName,
        },
      ];
    })
    .filter(({ cost }) => cost <= NAME_COST_MAX)
    .toSorted((a, b) => a.cost - b.cost);
  const isLocation = (phrase: string) => {
    const meaning = vocabulary.phrases.get(phrase);
    return meaning?.condition?.kind === "neighborhood" || meaning?.station !== undefined;
  };
  const found = options.find(({ phrase }) => isLocation(phrase)) ?? options.find(({ isName }) => isName);
  return found?.query ?? null;
}

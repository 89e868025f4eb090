import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { NEVER_CORRECTED_WORDS } from "../query/never-corrected-words.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { type QueryWord, splitWords } from "../query/query-words.ts";
import { isEnglishWord } from "./english-words.server.ts";
import { phoneticSpelling, type Guess, guessWords, type KnownWord, spellingCost } from "./spelling.ts";

/** A corrected query. */
export type QueryCorrection = { query: string; isSure: boolean };

/** Shorter words have too many similar ones, longer ones have none. */
export const CORRECTABLE_LETTERS_MIN = 3;
export const CORRECTABLE_LETTERS_MAX = 30;

/** The number of words of a query that are looked up. */
const WORDS_MAX = 8;

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
 * query is written like a name. One statement, served by the primary key, search_terms_by_stem, search_terms_similar and
 * search_suggestions_words.
 */
export async function findCorrections(db: Database, query: string, vocabulary: Vocabulary): Promise<QueryCorrection[]> {
  const words = splitWords(query);
  const language = queryLanguage(vocabulary);
  const candidates = words
    .filter(({ normalized: plain }) => isWord(plain) && !language.words.has(plain))
    .slice(0, WORDS_MAX);
  if (candidates.length === 0) return [];
  const lookup = await lookUpWords(db, candidates, words);
  const joinedPairs = findJoinedWords(words, lookup, language.words);
  const choices = candidates
    .filter(({ normalized: plain }) => lookup.unknown.has(plain) && !isEnglishWord(plain))
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
  const mayBeSure = !looksLikeName(query);
  return readings.map((chosen) => ({
    query: applyGuesses(query, changes, chosen),
    isSure:
      mayBeSure && chosen.every(({ term, isSure }) => isSure && (language.words.has(term) || lookup.named.has(term))),
  }));
}

/** Words that names don't capitalize. */
const SMALL_WORDS = /^(?:a|an|and|at|by|de|for|from|in|n|of|on|or|the|to|with)$/;

/** Whether each word begins with a capital, as in "Compass Rose" or "Bar Louie". All capitals are no name. */
function looksLikeName(query: string): boolean {
  const words = query.split(/[^\p{L}\p{M}\p{N}'’.]+/u).filter((word) => /\p{L}/u.test(word) && !SMALL_WORDS.test(word));
  return words.length > 0 && /\p{Ll}/u.test(query) && words.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word));
}

/** What the index knows of a query's words. */
type Lookup = {
  /** The words that no listing contains, not even with the same stem, each with the known words that look like it. */
  unknown: ReadonlyMap<string, KnownWord[]>;
  /** Neighboring words that, joined, are a known word. */
  joined: ReadonlySet<string>;
  /**
   * The known words that a name contains. One that only descriptions have ("speakers" for "sneakers") is rarely what people
   * search for.
   */
  named: ReadonlySet<string>;
};

const LookupRow = z.object({
  word: z.string(),
  term: z.string().nullable(),
  entries: z.coerce.number(),
  named: z.boolean(),
});

async function lookUpWords(
  db: Database,
  candidates: readonly QueryWord[],
  words: readonly QueryWord[],
): Promise<Lookup> {
  const plainWords = [...new Set(candidates.map(({ normalized: plain }) => plain))];
  const pairs = pairsOf(words).map(({ term }) => term);
  const { rows } = z.object({ rows: z.array(LookupRow) }).parse(
    await db.execute(sql`
      with unknown as materialized (
        select word from unnest(${sql.param(plainWords)}::text[]) as word where ${isUnknownWord(sql`word`)}
      ), found as (
        select word, term, entries from unknown left join lateral similar_search_terms(word) on true
        union all select '', term, entries from search_terms where term = any(${sql.param(pairs)}::text[])
      )
      select word, term, coalesce(entries, 0) as entries, exists (
        select from search_suggestions where words >= term collate "C" and words < (term || '!') collate "C"
      ) as named from found`),
  );
  const unknown = new Map<string, KnownWord[]>();
  for (const { word, term, entries } of rows) {
    if (word === "") continue;
    unknown.set(word, [...(unknown.get(word) ?? []), ...(term === null ? [] : [{ term, entries }])]);
  }
  return {
    unknown,
    joined: new Set(rows.flatMap(({ word, term }) => (word === "" && term !== null ? [term] : []))),
    named: new Set(rows.flatMap(({ term, named }) => (named && term !== null ? [term] : []))),
  };
}

/**
 * Whether no listing contains the word, not even one with the same stem. Stop words are no unknown words. Served by the
 * primary key and search_terms_by_stem.
 */
export function isUnknownWord(word: SQL): SQL {
  const stem = sql`(tsvector_to_array(to_tsvector('english', ${word})))[1]`;
  return sql`(${stem} is not null and not exists (select from search_terms t where t.term = ${word})
    and not exists (select from search_terms t where t.stem = ${stem}))`;
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

function isWord(plain: string): boolean {
  return plain.length >= CORRECTABLE_LETTERS_MIN && plain.length <= CORRECTABLE_LETTERS_MAX && /^\p{L}+$/u.test(plain);
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
    .filter(isWord)
    .map((term) => ({ term, entries: LANGUAGE_ENTRIES, sound: phoneticSpelling(term) }));
  languages.set(vocabulary, { words, terms });
  return { words, terms };
}

async function similarTerms(db: Database, words: readonly string[]): Promise<Map<string, KnownWord[]>> {
  const Row = z.object({ word: z.string(), term: z.string(), entries: z.coerce.number() });
  const { rows } = z.object({ rows: z.array(Row) }).parse(
    await db.execute(sql`
      select word, term, entries from unnest(${sql.param(words)}::text[]) as word cross join lateral similar_search_terms(word)`),
  );
  return new Map(words.map((word) => [word, rows.filter((row) => row.word === word)]));
}

/** Joins two neighboring words, one of them unknown, that form a known word: "blooming dale". */
function findJoinedWords(words: readonly QueryWord[], lookup: Lookup, language: ReadonlySet<string>): Change[] {
  return pairsOf(words)
    .filter(({ first, second }) => lookup.unknown.has(first) || lookup.unknown.has(second))
    .filter(({ term }) => lookup.joined.has(term) || language.has(term))
    .map(({ from, to, term }) => ({ from, to, guesses: [{ term, cost: 0, isSure: true }] }));
}

function pairsOf(
  words: readonly QueryWord[],
): { from: number; to: number; first: string; second: string; term: string }[] {
  return words.slice(0, WORDS_MAX).flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined) return [];
    const [first, second] = [word.normalized, next.normalized];
    return [{ from: word.from, to: next.to, first, second, term: first + second }];
  });
}

/** The maximum spelling cost of the one word changed. */
const NAME_COST_MAX = 1.3;

/**
 * Finds a name one word away from a query of known words: "capital hill" may be Capitol Hill. Only offered, never
 * applied.
 *
 * @returns Null when no name is one changed word away. Served by search_terms_similar and search_suggestions_words.
 */
export async function findSimilarName(db: Database, query: string, vocabulary: Vocabulary): Promise<string | null> {
  const words = splitWords(query);
  const isName = (phrase: string) => {
    const kind = vocabulary.phrases.get(phrase)?.condition?.kind;
    return kind === "neighborhood" || vocabulary.phrases.get(phrase)?.station !== undefined;
  };
  if (words.length < 2 || words.length > WORDS_MAX / 2) return null;
  const candidates = words.filter(({ normalized: plain }) => isWord(plain) && plain.length > CORRECTABLE_LETTERS_MIN);
  const similar = await similarTerms(
    db,
    candidates.map(({ normalized: plain }) => plain),
  );
  const options = candidates
    .flatMap((word) =>
      (similar.get(word.normalized) ?? []).map(({ term }) => ({
        phrase: words.map((each) => (each === word ? term : each.normalized)).join(" "),
        query: `${query.slice(0, word.from)}${term}${query.slice(word.to)}`,
        cost: term === word.normalized ? Number.POSITIVE_INFINITY : spellingCost(word.normalized, term),
      })),
    )
    .filter(({ cost }) => cost <= NAME_COST_MAX)
    .toSorted((a, b) => a.cost - b.cost);
  if (options.length === 0) return null;
  const location = options.find(({ phrase }) => isName(phrase));
  if (location !== undefined) return location.query;
  const { rows } = z.object({ rows: z.array(z.object({ words: z.string() })) }).parse(
    await db.execute(sql`
      select distinct words from search_suggestions
      where words = any(${sql.param(options.map(({ phrase }) => phrase))}::text[]) limit ${READINGS_MAX}`),
  );
  return options.find(({ phrase }) => rows.some((row) => row.words === phrase))?.query ?? null;
}

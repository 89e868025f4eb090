import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { NEVER_CORRECTED_WORDS } from "../query/never-corrected-words.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { type QueryWord, splitWords } from "../query/query-words.ts";
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
const READINGS_MAX = 3;
const READINGS_OF_SEVERAL_MAX = 2;

/** The frequency assumed for words of the query language. */
const LANGUAGE_ENTRIES = 40;

/**
 * Corrects words that no listing contains, likeliest correction first. Words found in the index are never changed.
 * Served by the primary key, search_terms_by_stem and search_terms_similar.
 */
export async function findCorrections(db: Database, query: string, vocabulary: Vocabulary): Promise<QueryCorrection[]> {
  const words = splitWords(query);
  const { words: language, terms: languageTerms } = queryLanguage(vocabulary);
  const candidates = words.filter(({ normalized: plain }) => isWord(plain) && !language.has(plain)).slice(0, WORDS_MAX);
  const misspelled = await findUnknownWords(db, candidates);
  if (misspelled.length === 0) return [];
  const similar = await similarTerms(
    db,
    misspelled.map(({ normalized: plain }) => plain),
  );
  const joinedPairs = await findJoinedWords(db, words, misspelled, language);
  const choices = misspelled
    .filter((word) => !joinedPairs.some(({ from, to }) => word.from >= from && word.to <= to))
    .map((word) => ({
      from: word.from,
      to: word.to,
      guesses: guessWords(word.normalized, deduplicated([...(similar.get(word.normalized) ?? []), ...languageTerms])),
    }))
    .filter((choice) => choice.guesses.length > 0);
  const changes = [...joinedPairs, ...choices].toSorted((a, b) => a.from - b.from);
  if (changes.length === 0) return [];
  const readings = combineGuesses(changes).slice(0, changes.length === 1 ? READINGS_MAX : READINGS_OF_SEVERAL_MAX);
  const named = await findNamedWords(
    db,
    readings.flat().map(({ term }) => term),
  );
  return readings.map((chosen) => ({
    query: applyGuesses(query, changes, chosen),
    isSure: chosen.every(({ term, isSure }) => isSure && (language.has(term) || named.has(term))),
  }));
}

/**
 * The words that a name contains. A word that only descriptions have ("speakers" for "sneakers") is rarely what
 * people search for. Served by search_suggestions_words.
 */
async function findNamedWords(db: Database, words: readonly string[]): Promise<Set<string>> {
  const { rows } = z.object({ rows: z.array(z.object({ word: z.string() })) }).parse(
    await db.execute(sql`
      select distinct word from unnest(${sql.param(words)}::text[]) as word
      where exists (select from search_suggestions where words >= word collate "C" and words < (word || '!') collate "C")`),
  );
  return new Set(rows.map(({ word }) => word));
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

/**
 * The words that no listing contains, not even with the same stem. Served by the primary key and search_terms_by_stem.
 */
export async function findUnknownWords(db: Database, words: readonly QueryWord[]): Promise<QueryWord[]> {
  if (words.length === 0) return [];
  const { rows } = z.object({ rows: z.array(z.object({ word: z.string() })) }).parse(
    await db.execute(sql`
      select word from unnest(${sql.param(words.map(({ normalized: plain }) => plain))}::text[]) as word
      cross join lateral (select (tsvector_to_array(to_tsvector('english', word)))[1] as stem) as stems
      where stem is not null and not exists (select from search_terms t where t.term = word)
        and not exists (select from search_terms t where t.stem = stems.stem)`),
  );
  const unknown = new Set(rows.map(({ word }) => word));
  return words.filter(({ normalized: plain }) => unknown.has(plain));
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
async function findJoinedWords(
  db: Database,
  words: readonly QueryWord[],
  unknown: readonly QueryWord[],
  language: ReadonlySet<string>,
): Promise<Change[]> {
  const pairs = words.slice(0, -1).flatMap((first, index) => {
    const second = words[index + 1];
    if (second === undefined || !(unknown.includes(first) || unknown.includes(second))) return [];
    return [{ from: first.from, to: second.to, term: first.normalized + second.normalized }];
  });
  if (pairs.length === 0) return [];
  const { rows } = z.object({ rows: z.array(z.object({ term: z.string() })) }).parse(
    await db.execute(sql`
      select term from search_terms where term = any(${sql.param(pairs.map(({ term }) => term))}::text[])`),
  );
  const known = new Set([...rows.map(({ term }) => term), ...language]);
  return pairs
    .filter(({ term }) => known.has(term))
    .map(({ from, to, term }) => ({ from, to, guesses: [{ term, cost: 0, isSure: true }] }));
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

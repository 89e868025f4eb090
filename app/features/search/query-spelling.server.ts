import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { LANGUAGE_WORDS } from "./language-words.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type Word, wordsOf } from "./query-words.ts";
import { bySounds, type Guess, guesses, type KnownWord, spellingCost } from "./spelling.ts";

/** A query as it may have been meant. */
export type Reading = { query: string; isSure: boolean };

/** Shorter words have too many neighbors, longer ones are none. */
export const LETTERS_MIN = 3;
export const LETTERS_MAX = 30;

/** So many words of one query are looked up. */
const WORDS_MAX = 8;

/** So many readings are tried; each is a search of its own. Of several words it is seldom one alone that was guessed wrong. */
const READINGS_MAX = 3;
const READINGS_OF_SEVERAL_MAX = 2;

/** How common the words of the query language are taken to be. */
const LANGUAGE_ENTRIES = 40;

/**
 * What a query may have meant that has words which nothing in the catalogue has, likeliest first. Words that the catalogue
 * knows are never changed. Served by the primary key, search_terms_by_stem and search_terms_similar.
 */
export async function readingsOf(db: Database, query: string, vocabulary: Vocabulary): Promise<Reading[]> {
  const words = wordsOf(query);
  const { words: language, terms: languageTerms } = languageOf(vocabulary);
  const asked = words.filter(({ plain }) => isWord(plain) && !language.has(plain)).slice(0, WORDS_MAX);
  const unknown = await unknownWords(db, asked);
  if (unknown.length === 0) return [];
  const similar = await similarTerms(
    db,
    unknown.map(({ plain }) => plain),
  );
  const joined = await joinedWords(db, words, unknown, language);
  const choices = unknown
    .filter((word) => !joined.some(({ from, to }) => word.from >= from && word.to <= to))
    .map((word) => ({
      from: word.from,
      to: word.to,
      guesses: guesses(word.plain, onceEach([...(similar.get(word.plain) ?? []), ...languageTerms])),
    }))
    .filter((choice) => choice.guesses.length > 0);
  const changes = [...joined, ...choices].toSorted((a, b) => a.from - b.from);
  if (changes.length === 0) return [];
  return combined(changes)
    .slice(0, changes.length === 1 ? READINGS_MAX : READINGS_OF_SEVERAL_MAX)
    .map((chosen) => ({
      query: rewritten(query, changes, chosen),
      isSure: chosen.every(({ isSure }) => isSure),
    }));
}

/** A word of the language that entries have too is one guess, as common as it is anywhere. */
function onceEach(known: readonly KnownWord[]): KnownWord[] {
  const byTerm = new Map<string, KnownWord>();
  for (const word of known) {
    const before = byTerm.get(word.term);
    if (before === undefined || before.entries < word.entries) byTerm.set(word.term, word);
  }
  return [...byTerm.values()];
}

type Change = { from: number; to: number; guesses: Guess[] };

/** One guess for each place, the likeliest combinations first: all firsts, then each with one second choice. */
function combined(changes: readonly Change[]): Guess[][] {
  const firsts = changes.flatMap(({ guesses: [first] }) => (first === undefined ? [] : [first]));
  const others = changes.flatMap(({ guesses: own }, index) =>
    own.slice(1).map((guess) => ({ guess, index, loss: guess.cost - (own[0]?.cost ?? 0) })),
  );
  return [
    firsts,
    ...others
      .toSorted((a, b) => a.loss - b.loss)
      .map(({ guess, index }) => firsts.map((first, at) => (at === index ? guess : first))),
  ];
}

function rewritten(query: string, changes: readonly Change[], chosen: readonly Guess[]): string {
  let text = query;
  for (const [index, { from, to }] of [...changes.entries()].toReversed()) {
    text = `${text.slice(0, from)}${chosen[index]?.term ?? text.slice(from, to)}${text.slice(to)}`;
  }
  return text;
}

function isWord(plain: string): boolean {
  return plain.length >= LETTERS_MIN && plain.length <= LETTERS_MAX && /^\p{L}+$/u.test(plain);
}

type Language = { words: ReadonlySet<string>; terms: readonly KnownWord[] };

const languages = new WeakMap<Vocabulary, Language>();

/** Every word that means something to `parseQuery`. Made once for a vocabulary: there are more than a thousand. */
function languageOf(vocabulary: Vocabulary): Language {
  const known = languages.get(vocabulary);
  if (known !== undefined) return known;
  const phrases = [...vocabulary.phrases.keys()];
  const words = new Set([...LANGUAGE_WORDS, ...phrases.flatMap((phrase) => phrase.split(" "))]);
  const terms = [...words].filter(isWord).map((term) => ({ term, entries: LANGUAGE_ENTRIES, sound: bySounds(term) }));
  languages.set(vocabulary, { words, terms });
  return { words, terms };
}

/** Those that no entry has, nor any word with their stem. Served by the primary key and search_terms_by_stem. */
export async function unknownWords(db: Database, words: readonly Word[]): Promise<Word[]> {
  if (words.length === 0) return [];
  const { rows } = z.object({ rows: z.array(z.object({ word: z.string() })) }).parse(
    await db.execute(sql`
      select word from unnest(${sql.param(words.map(({ plain }) => plain))}::text[]) as word
      cross join lateral (select (tsvector_to_array(to_tsvector('english', word)))[1] as stem) as stems
      where stem is not null and not exists (select from search_terms t where t.term = word)
        and not exists (select from search_terms t where t.stem = stems.stem)`),
  );
  const unknown = new Set(rows.map(({ word }) => word));
  return words.filter(({ plain }) => unknown.has(plain));
}

async function similarTerms(db: Database, words: readonly string[]): Promise<Map<string, KnownWord[]>> {
  const Row = z.object({ word: z.string(), term: z.string(), entries: z.coerce.number() });
  const { rows } = z.object({ rows: z.array(Row) }).parse(
    await db.execute(sql`
      select word, term, entries from unnest(${sql.param(words)}::text[]) as word cross join lateral similar_search_terms(word)`),
  );
  return new Map(words.map((word) => [word, rows.filter((row) => row.word === word)]));
}

/** "blooming dale": two words, one of them unknown, that are a known one when written together. */
async function joinedWords(
  db: Database,
  words: readonly Word[],
  unknown: readonly Word[],
  language: ReadonlySet<string>,
): Promise<Change[]> {
  const pairs = words.slice(0, -1).flatMap((first, index) => {
    const second = words[index + 1];
    if (second === undefined || !(unknown.includes(first) || unknown.includes(second))) return [];
    return [{ from: first.from, to: second.to, term: first.plain + second.plain }];
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

/** The farthest a known word may be from the one that would make the query a name. */
const NAME_COST_MAX = 1.3;

/**
 * A name that a query of known words comes near: "capital hill" may be Capitol Hill. Only to be offered.
 *
 * @returns Null when no name is one changed word away. Served by search_terms_similar and search_suggestions_words.
 */
export async function nearbyName(db: Database, query: string, vocabulary: Vocabulary): Promise<string | null> {
  const words = wordsOf(query);
  const isName = (phrase: string) => {
    const kind = vocabulary.phrases.get(phrase)?.condition?.kind;
    return kind === "neighborhood" || vocabulary.phrases.get(phrase)?.station !== undefined;
  };
  if (words.length < 2 || words.length > WORDS_MAX / 2) return null;
  const asked = words.filter(({ plain }) => isWord(plain) && plain.length > LETTERS_MIN);
  const similar = await similarTerms(
    db,
    asked.map(({ plain }) => plain),
  );
  const options = asked
    .flatMap((word) =>
      (similar.get(word.plain) ?? []).map(({ term }) => ({
        phrase: words.map((each) => (each === word ? term : each.plain)).join(" "),
        query: `${query.slice(0, word.from)}${term}${query.slice(word.to)}`,
        cost: term === word.plain ? Number.POSITIVE_INFINITY : spellingCost(word.plain, term),
      })),
    )
    .filter(({ cost }) => cost <= NAME_COST_MAX)
    .toSorted((a, b) => a.cost - b.cost);
  if (options.length === 0) return null;
  const place = options.find(({ phrase }) => isName(phrase));
  if (place !== undefined) return place.query;
  const { rows } = z.object({ rows: z.array(z.object({ words: z.string() })) }).parse(
    await db.execute(sql`
      select distinct words from search_suggestions
      where words = any(${sql.param(options.map(({ phrase }) => phrase))}::text[]) limit ${READINGS_MAX}`),
  );
  return options.find(({ phrase }) => rows.some((row) => row.words === phrase))?.query ?? null;
}

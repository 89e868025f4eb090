import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import { NEVER_CORRECTED_WORDS } from "../query/never-corrected-words.ts";
import { PARSED_WORDS_MAX, type QueryWord, splitWords } from "../query/query-words.ts";
import { isEnglishWord } from "./english-words.server.ts";
import type { KnownWord } from "./spelling.ts";

/** Shorter words have too many similar ones, longer ones have none. */
export const CORRECTABLE_LETTERS_MIN = 3;
const CORRECTABLE_LETTERS_MAX = 30;

/** The number of unknown words of a query that are compared with known ones. */
const UNKNOWN_WORDS_MAX = 8;

/** What the index knows of a query's words. */
export type WordLookup = {
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

/** Whether it can be a misspelled word: letters alone, neither too few nor too many. */
export function isCorrectable(word: string): boolean {
  return word.length >= CORRECTABLE_LETTERS_MIN && word.length <= CORRECTABLE_LETTERS_MAX && /^\p{L}+$/u.test(word);
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

/** Each pair of neighboring words, joined. */
export function pairsOf(
  words: readonly QueryWord[],
): { from: number; to: number; first: string; second: string; term: string }[] {
  return words.slice(0, PAIRS_MAX).flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined) return [];
    const [first, second] = [word.normalized, next.normalized];
    return [{ from: word.from, to: next.to, first, second, term: first + second }];
  });
}

const PAIRS_MAX = 8;

const NEVER_CORRECTED: ReadonlySet<string> = new Set(NEVER_CORRECTED_WORDS);

/**
 * SQL for what the index knows of a query's words, for `readWordLookup`. Words of English are looked up, but not compared
 * with known ones. Served by the primary key, search_terms_by_stem, search_terms_similar and search_suggestions_words.
 */
export function wordLookupJson(query: string): SQL {
  const words = splitWords(query).slice(0, PARSED_WORDS_MAX);
  const plainWords = [...new Set(words.map(({ normalized }) => normalized))].filter(
    (word) => isCorrectable(word) && !NEVER_CORRECTED.has(word),
  );
  const areCompared = plainWords.map((word) => !isEnglishWord(word));
  const pairs = pairsOf(words).map(({ term }) => term);
  return sql`(
    with unknown as materialized (
      select word, is_compared from unnest(${sql.param(plainWords)}::text[], ${sql.param(areCompared)}::boolean[])
        with ordinality as asked (word, is_compared, at)
      where ${isUnknownWord(sql`word`)} order by at limit ${UNKNOWN_WORDS_MAX}::bigint
    ), found as (
      select word, term, entries from unknown
      left join lateral (select term, entries from similar_search_terms(word) where is_compared) as alike on true
      union all select '', term, entries from search_terms where term = any(${sql.param(pairs)}::text[])
    )
    select json_agg(json_build_object('word', word, 'term', term, 'entries', coalesce(entries, 0), 'named', exists (
      select from search_suggestions where words >= term collate "C" and words < (term || '!') collate "C"
    ))) from found)`;
}

const LookupRows = z.array(
  z.object({ word: z.string(), term: z.string().nullable(), entries: z.number(), named: z.boolean() }),
);

/** What such SQL finds; null: nothing. */
export function readWordLookup(json: unknown): WordLookup {
  const rows = json === null ? [] : LookupRows.parse(json);
  const unknown = Map.groupBy(
    rows.filter(({ word }) => word !== ""),
    ({ word }) => word,
  );
  const termsOf = (some: typeof rows) => new Set(some.flatMap(({ term }) => term ?? []));
  return {
    unknown: new Map(
      [...unknown].map(([word, alike]) => [
        word,
        alike.flatMap(({ term, entries }) => (term === null ? [] : [{ term, entries }])),
      ]),
    ),
    joined: termsOf(rows.filter(({ word }) => word === "")),
    named: termsOf(rows.filter(({ named }) => named)),
  };
}

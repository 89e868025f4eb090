import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import type { PageContext } from "#app/platform/page-cache-info.ts";

import { splitWords } from "../query/query-words.ts";
import { NamedEntry, withDetails, withoutRepeatedEntries } from "../suggest/named-entry.server.ts";
import { isEnglishWord } from "./english-words.server.ts";
import { guessWords } from "./spelling.ts";
import { isCorrectable, isUnknownWord } from "./word-lookup.server.ts";

/** The number of similar known words tried for a misspelled one. */
const TERMS_MAX = 12;

/** The number of names read per word. */
const NAMES_MAX = 60;

/** A longer text isn't the beginning of a name. */
const WORDS_MAX = 6;

const Row = NamedEntry.extend({
  term: z.string(),
  entries: z.coerce.number(),
  says_nothing: z.boolean(),
  words: z.string(),
  weight: z.coerce.number(),
});

/**
 * Names that start with a likely correction of the typed letters, best first. Each typed word must be a word of the
 * name or a likely misspelling of it; the last may be its beginning. A lone word that a listing contains or that is
 * English is no misspelling: "ramen" is not "Raven".
 */
export async function suggestSimilarNames(
  db: Database,
  { text, limit, moment }: { text: string; limit: number; moment: PageContext },
): Promise<NamedEntry[]> {
  const [first, ...rest] = splitWords(text).map(({ normalized: plain }) => plain);
  if (first === undefined || rest.length >= WORDS_MAX || !isCorrectable(first)) return [];
  if (rest.length === 0 && isEnglishWord(first)) return [];
  const { rows } = z
    .object({ rows: z.array(Row) })
    .parse(await db.execute(similarNamesQuery({ word: first, isAlone: rest.length === 0, moment })));
  const usable = rows.filter((row) => rest.length > 0 || !row.says_nothing);
  const terms = new Map(usable.map(({ term, entries }) => [term, { term, entries }]));
  const likely = [
    ...(terms.has(first) ? [first] : []),
    ...guessWords(first, [...terms.values()]).map(({ term }) => term),
  ];
  const matches = usable
    .filter(({ term, words }) => likely.includes(term) && matchesRest(words.split(" ").slice(1), rest))
    .toSorted((a, b) => likely.indexOf(a.term) - likely.indexOf(b.term) || b.weight - a.weight);
  return withoutRepeatedEntries(matches).slice(0, limit);
}

/** The statement, to run or to explain. Served by search_terms_similar and search_suggestions_words. */
export function similarNamesQuery({
  word,
  isAlone,
  moment,
}: {
  word: string;
  isAlone: boolean;
  moment: PageContext;
}): SQL {
  const names = sql`
    select alike.term, alike.entries, to_tsvector('english', alike.term) = '' as says_nothing, s.kind, s.slug, s.label, s.words, s.weight
    from (
      select term, entries from similar_search_terms(${word}) where ${isAlone ? isUnknownWord(sql`${word}`) : sql`true`} limit ${TERMS_MAX}
    ) as alike
    cross join lateral (
      select kind, slug, label, words, weight from search_suggestions
      where words >= alike.term collate "C" and words < alike.term collate "C" || chr(1114111)
      order by words limit ${NAMES_MAX}
    ) as s`;
  const columns = sql`, found.term, found.entries, found.says_nothing, found.words, found.weight`;
  return withDetails(names, { columns, moment });
}

/** Whether the rest of the name matches the typed words, or nearly does. */
function matchesRest(name: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word, index) => {
    const nameWord = name[index] ?? "";
    const isLast = index === typed.length - 1;
    return nameWord === word || (isLast && nameWord.startsWith(word)) || isLikelyMisspelling(word, nameWord, isLast);
  });
}

function isLikelyMisspelling(typed: string, nameWord: string, isBeginning: boolean): boolean {
  if (!isCorrectable(typed)) return false;
  const known = isBeginning ? [nameWord, nameWord.slice(0, typed.length)] : [nameWord];
  return (
    guessWords(
      typed,
      known.map((term) => ({ term, entries: 1 })),
    ).length > 0
  );
}

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { LETTERS_MAX, LETTERS_MIN } from "./query-spelling.server.ts";
import { wordsOf } from "./query-words.ts";
import { guesses } from "./spelling.ts";

/** So many known words are tried in the place of a misspelt one. */
const TERMS_MAX = 12;

/** So many names are looked at of those that begin with each of them. */
const NAMES_MAX = 60;

/** Longer texts are no beginning of a name. */
const WORDS_MAX = 6;

const Row = z.object({
  term: z.string(),
  entries: z.coerce.number(),
  says_nothing: z.boolean(),
  kind: z.enum(["place", "guide", "neighborhood", "category"]),
  slug: z.string(),
  label: z.string(),
  words: z.string(),
  weight: z.coerce.number(),
});

type NamedEntry = Pick<z.infer<typeof Row>, "kind" | "slug" | "label">;

/**
 * Names that begin with what the letters typed may have meant, the likeliest first: for when no name begins with the letters
 * themselves. Each word typed must be a word of the name or a likely misspelling of it; the last may be its beginning. A
 * word that says nothing by itself is no guess for one typed alone: "thai" is no "that".
 */
export async function namesSpeltAlike(
  db: Database,
  { text, limit }: { text: string; limit: number },
): Promise<NamedEntry[]> {
  const [first, ...rest] = wordsOf(text).map(({ plain }) => plain);
  if (first === undefined || rest.length >= WORDS_MAX || !isCorrectable(first)) return [];
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(alikeRows(first)));
  const telling = rows.filter((row) => rest.length > 0 || !row.says_nothing);
  const terms = new Map(telling.map(({ term, entries }) => [term, { term, entries }]));
  const likely = [...(terms.has(first) ? [first] : []), ...guesses(first, [...terms.values()]).map(({ term }) => term)];
  const meant = telling
    .filter(({ term, words }) => likely.includes(term) && continues(words.split(" ").slice(1), rest))
    .toSorted((a, b) => likely.indexOf(a.term) - likely.indexOf(b.term) || b.weight - a.weight);
  const entries = new Map(meant.toReversed().map((row) => [`${row.kind}:${row.slug}`, row]));
  return meant.filter((row) => entries.get(`${row.kind}:${row.slug}`) === row).slice(0, limit);
}

/** The one statement, to be run or explained. Served by search_terms_similar and search_suggestions_words. */
export function alikeRows(word: string): SQL {
  return sql`
    select alike.term, alike.entries, to_tsvector('english', alike.term) = '' as says_nothing, s.kind, s.slug, s.label, s.words, s.weight
    from (select term, entries from similar_search_terms(${word}) limit ${TERMS_MAX}) as alike
    cross join lateral (
      select kind, slug, label, words, weight from search_suggestions
      where words >= alike.term collate "C" and words < alike.term collate "C" || chr(1114111)
      order by words limit ${NAMES_MAX}
    ) as s`;
}

function isCorrectable(word: string): boolean {
  return word.length >= LETTERS_MIN && word.length <= LETTERS_MAX && /^\p{L}+$/u.test(word);
}

/** Whether a name goes on as it was typed, or nearly so. */
function continues(name: readonly string[], typed: readonly string[]): boolean {
  return typed.every((word, index) => {
    const said = name[index] ?? "";
    const isLast = index === typed.length - 1;
    return said === word || (isLast && said.startsWith(word)) || isAlike(word, said, isLast);
  });
}

function isAlike(typed: string, said: string, isBeginning: boolean): boolean {
  if (!isCorrectable(typed)) return false;
  const known = isBeginning ? [said, said.slice(0, typed.length)] : [said];
  return (
    guesses(
      typed,
      known.map((term) => ({ term, entries: 1 })),
    ).length > 0
  );
}

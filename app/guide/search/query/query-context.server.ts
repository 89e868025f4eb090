import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { searchSuggestions } from "#app/db/schema/search.ts";

import type { QueryContext } from "./parse-query.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type Landmark, landmarkPhrases } from "./query-walk.ts";
import { normalizePhrase } from "./query-words.ts";

/** The most names read for one phrase. Words that end more names ("park") don't identify a place. */
const NAMES_READ_MAX = 20;

/** A single word identifies a place if at most this many listings contain it: "zoo" does, "home" and "bridge" don't. */
const IDENTIFYING_ENTRIES_MAX = 6;

/** Looks up what `parseQuery` must know about a query: whether it is a place's name, and places named after "near". */
export async function loadQueryContext(db: Database, query: string, vocabulary: Vocabulary): Promise<QueryContext> {
  return { landmarks: await findLandmarks(db, query, vocabulary), isName: await isPlaceName(db, query) };
}

/** Whether a place has exactly this name or other name, apart from "The". Served by search_suggestions_words. */
export async function isPlaceName(db: Database, query: string): Promise<boolean> {
  const rows = await db
    .select({ slug: searchSuggestions.slug })
    .from(searchSuggestions)
    .where(
      and(
        sql`${searchSuggestions.words} = search_plain(${query})`,
        eq(searchSuggestions.kind, "place"),
        sql`search_plain(${searchSuggestions.label}) in (${searchSuggestions.words}, 'the ' || ${searchSuggestions.words})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Finds the places named after "near" in a query ("the white house"). The last words of a name are enough if they
 * identify the place. Its own name goes before an other name of another place. Served by search_suggestions_words.
 */
async function findLandmarks(db: Database, query: string, vocabulary: Vocabulary): Promise<Map<string, Landmark>> {
  const phrases = landmarkPhrases(query, vocabulary);
  const landmarks = new Map<string, Landmark>();
  if (phrases.length === 0) return landmarks;
  const { rows } = NamedRows.parse(
    await db.execute(sql`select named.*, term.entries from unnest(${sql.param(phrases)}::text[]) asked (words)
      cross join lateral (
        select suggestion.words, suggestion.label, place.name, place.lat, place.lng from search_suggestions suggestion
        join places place on place.slug = suggestion.slug and place.status = 'published'
        where suggestion.words = asked.words and suggestion.kind = 'place' limit ${NAMES_READ_MAX}::bigint
      ) named
      left join search_terms term on term.term = named.words`),
  );
  for (const [words, matches] of Map.groupBy(rows, (row) => row.words)) {
    const fullNames = matches.filter(({ label }) => normalizePhrase(label).replace(/^the /, "") === words);
    const ownNames = fullNames.filter(({ label, name }) => label === name);
    const fullNameMatches = ownNames.length > 0 ? ownNames : fullNames;
    const [match, ...others] = fullNameMatches.length > 0 ? fullNameMatches : matches;
    if (match === undefined || others.length > 0 || match.lat === null || match.lng === null) continue;
    if (fullNameMatches.length === 0 && !identifiesPlace(match, vocabulary)) continue;
    landmarks.set(words, { name: match.name, point: { lat: match.lat, lng: match.lng } });
  }
  return landmarks;
}

const NamedRows = z.object({
  rows: z.array(
    z.object({
      words: z.string(),
      label: z.string(),
      name: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      entries: z.number().nullable(),
    }),
  ),
});

/** Whether the last words of a name identify it. "coffee shop" is a type, and "home" is in too many listings. */
function identifiesPlace(
  { words, entries }: z.infer<typeof NamedRows>["rows"][number],
  { phrases }: Pick<Vocabulary, "phrases">,
): boolean {
  // A type with very few places ("zoo") is as good as a name.
  return words.includes(" ") ? !phrases.has(words) : entries !== null && entries <= IDENTIFYING_ENTRIES_MAX;
}

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { QueryContext } from "./parse-query.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { type Landmark, landmarkPhrases } from "./query-walk.ts";
import { normalizePhrase } from "./query-words.ts";

/** The most names read for one phrase. Words that end more names ("park") don't identify a place. */
const NAMES_READ_MAX = 20;

/** A single word identifies a place if at most this many listings contain it: "zoo" does, "home" and "bridge" don't. */
const IDENTIFYING_ENTRIES_MAX = 6;

/**
 * SQL for what `parseQuery` must know about a query, for `readQueryContext`: whether a place has exactly this name or other
 * name, apart from "The", and the places named after "near". It asks for every phrase there, because it runs before the names of
 * neighborhoods and stations are known. Served by search_suggestions_words.
 */
export function queryContextJson(query: string): SQL {
  const phrases = landmarkPhrases(query, { phrases: new Map() });
  return sql`json_build_object(
    'isName', exists (select from search_suggestions s where s.words = search_plain(${query}) and s.kind = 'place'
      and search_plain(s.label) in (s.words, 'the ' || s.words)),
    'named', (select coalesce(json_agg(found), '[]') from (
      select named.*, term.entries from unnest(${sql.param(phrases)}::text[]) as asked (words)
      cross join lateral (
        select s.words, s.label, place.name, place.lat, place.lng from search_suggestions s
        join places place on place.slug = s.slug and place.status = 'published'
        where s.words = asked.words and s.kind = 'place' limit ${NAMES_READ_MAX}::bigint
      ) as named
      left join search_terms term on term.term = named.words) as found))`;
}

const NamedRow = z.object({
  words: z.string(),
  label: z.string(),
  name: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  entries: z.number().nullable(),
});

const ContextJson = z.object({ isName: z.boolean(), named: z.array(NamedRow) });

/** What such SQL finds for the query. */
export function readQueryContext(json: unknown, query: string, vocabulary: Vocabulary): QueryContext {
  const { isName, named } = ContextJson.parse(json);
  const phrases = new Set(landmarkPhrases(query, vocabulary));
  return {
    isName,
    landmarks: findLandmarks(
      named.filter(({ words }) => phrases.has(words)),
      vocabulary,
    ),
  };
}

/**
 * The place that each phrase names. The last words of a name are enough if they identify the place. Its own name goes before
 * an other name of another place.
 */
function findLandmarks(named: readonly z.infer<typeof NamedRow>[], vocabulary: Vocabulary): Map<string, Landmark> {
  const landmarks = new Map<string, Landmark>();
  for (const [words, matches] of Map.groupBy(named, (row) => row.words)) {
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

/** Whether the last words of a name identify it. "coffee shop" is a type, and "home" is in too many listings. */
function identifiesPlace(
  { words, entries }: z.infer<typeof NamedRow>,
  { phrases }: Pick<Vocabulary, "phrases">,
): boolean {
  // A type with very few places ("zoo") is as good as a name.
  return words.includes(" ") ? !phrases.has(words) : entries !== null && entries <= IDENTIFYING_ENTRIES_MAX;
}

import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { type Landmark, landmarkPhrases } from "./query-language.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { plainPhrase } from "./query-words.ts";

/** As many names as are read for one phrase; what more places end in ("park") says nothing of where. */
const NAMES_READ_MAX = 20;

/** In so many entries of the catalogue at most stands a word that alone tells of one place: "zoo" does, "home" and "bridge" don't. */
const TELLING_ENTRIES_MAX = 6;

/**
 * The places that a query names behind "near" ("the white house", "nationals park"), by the words that name them. The last
 * words of a name will do where no other name ends so and they tell of it. Served by search_suggestions_words; most queries
 * ask nothing.
 */
export async function namedLandmarks(
  db: Database,
  query: string,
  vocabulary: Vocabulary,
): Promise<Map<string, Landmark>> {
  const phrases = landmarkPhrases(query, vocabulary);
  const landmarks = new Map<string, Landmark>();
  if (phrases.length === 0) return landmarks;
  const { rows } = NamedRows.parse(
    await db.execute(sql`select named.*, term.entries from unnest(${sql.param(phrases)}::text[]) asked (words)
      cross join lateral (
        select suggestion.words, place.name, place.lat, place.lng from search_suggestions suggestion
        join places place on place.slug = suggestion.slug and place.status = 'published'
        where suggestion.words = asked.words and suggestion.kind = 'place' limit ${NAMES_READ_MAX}::bigint
      ) named
      left join search_terms term on term.term = named.words`),
  );
  for (const [words, named] of Map.groupBy(rows, (row) => row.words)) {
    const whole = named.filter(({ name }) => plainPhrase(name).replace(/^the /, "") === words);
    const [only, ...others] = whole.length > 0 ? whole : named;
    if (only === undefined || others.length > 0 || only.lat === null || only.lng === null) continue;
    if (whole.length === 0 && !isTelling(only, vocabulary)) continue;
    landmarks.set(words, { name: only.name, point: { lat: only.lat, lng: only.lng } });
  }
  return landmarks;
}

const NamedRows = z.object({
  rows: z.array(
    z.object({
      words: z.string(),
      name: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      entries: z.number().nullable(),
    }),
  ),
});

/** Whether these last words of a name lead to it: "coffee shop" is a kind of place, and "home" stands in too many entries. */
function isTelling(
  { words, entries }: z.infer<typeof NamedRows>["rows"][number],
  { phrases }: Pick<Vocabulary, "phrases">,
): boolean {
  // A kind that hardly anything is of ("zoo") is as good as a name.
  return words.includes(" ") ? !phrases.has(words) : entries !== null && entries <= TELLING_ENTRIES_MAX;
}

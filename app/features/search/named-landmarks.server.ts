import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { searchSuggestions } from "#app/db/schema/search.ts";

import { type Landmark, landmarkPhrases } from "./query-language.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { plainPhrase } from "./query-words.ts";

/** As many names as are read for all phrases together; what more places end in ("park") says nothing of where. */
const NAMES_READ_MAX = 100;

/**
 * The places that a query names behind "near" ("the white house", "nationals park"), by the words that name them. The last
 * words of a name will do where no other name ends so. Served by search_suggestions_words; most queries ask nothing.
 */
export async function namedLandmarks(
  db: Database,
  query: string,
  vocabulary: Vocabulary,
): Promise<Map<string, Landmark>> {
  const phrases = landmarkPhrases(query, vocabulary);
  const landmarks = new Map<string, Landmark>();
  if (phrases.length === 0) return landmarks;
  const rows = await db
    .select({ words: searchSuggestions.words, name: places.name, lat: places.lat, lng: places.lng })
    .from(searchSuggestions)
    .innerJoin(places, and(eq(places.slug, searchSuggestions.slug), eq(places.status, "published")))
    .where(and(inArray(searchSuggestions.words, phrases), eq(searchSuggestions.kind, "place")))
    .limit(NAMES_READ_MAX);
  for (const [words, named] of Map.groupBy(rows, (row) => row.words)) {
    const whole = named.filter(({ name }) => plainPhrase(name).replace(/^the /, "") === words);
    const [only, ...others] = whole.length > 0 ? whole : named;
    if (only === undefined || others.length > 0 || only.lat === null || only.lng === null) continue;
    landmarks.set(words, { name: only.name, point: { lat: only.lat, lng: only.lng } });
  }
  return landmarks;
}

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { dailyTerms } from "#app/db/schema/analytics.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { popularityBuckets, searchTypes } from "#app/db/schema/search.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import type { QueryContext } from "../query/parse-query.ts";
import { queryContextJson, readQueryContext } from "../query/query-context.server.ts";
import { buildVocabulary, type Vocabulary } from "../query/query-vocabulary.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import { readWordLookup, type WordLookup, wordLookupJson } from "../spelling/word-lookup.server.ts";
import { CANDIDATE_LIMITS, type CandidateLimits, type PopularityBuckets } from "./candidate-stages.server.ts";
import { namedPointJson, readNamedPoint } from "./find-named-point.server.ts";

/**
 * What a search knows of the directory before it begins: all names that a query can use and, for the files of this
 * folder alone, its size. Tests lower the limits.
 */
export type Directory = {
  vocabulary: Vocabulary;
  buckets: PopularityBuckets;
  limits: CandidateLimits;
  /** The neighborhood or place that was searched for by name. */
  named: ResolvedNear | null;
  /** What parsing the query needs to know of its names. */
  queryContext: QueryContext;
  wordLookup: WordLookup;
  /** How many visitors searched lately for each phrase that begins with the typed letters, if that was searched for. */
  searched: ReadonlyMap<string, number>;
};

const NamesJson = z.object({
  types: z.array(z.string()),
  neighborhoods: z.array(z.object({ slug: z.string(), name: z.string(), aka: z.array(z.string()) })),
  stations: z.array(
    z.object({ slug: z.string(), name: z.string(), point: z.object({ lat: z.number(), lng: z.number() }) }),
  ),
});

const SearchedJson = z.record(z.string(), z.number());

/** The latest vocabulary and the names it was built from. Names rarely change, and building takes milliseconds. */
let cachedVocabulary: { names: string; vocabulary: Vocabulary } | null = null;

/** Four weeks, so that each weekday counts as often. */
const SEARCHED_DAYS = 28;

/** Fewer searches than this say nothing of what people choose. A day's are stored from the fifth visitor on (decision 0023). */
const SEARCHED_MIN = 10;

const SEARCHED_READ_MAX = 50;

/** What people searched for lately that begins with the letters, as JSON. Served by the key of daily_terms, once a day. */
function searchedJson({ letters, now }: { letters: string; now: Date }): SQL {
  return sql`(select json_object_agg(term, visitors) from (
    select said.term, sum(said.visitors)::integer as visitors
    from generate_series(${dcToday(now)}::date - ${SEARCHED_DAYS - 1}::integer, ${dcToday(now)}::date, interval '1 day') as each (day)
    join ${dailyTerms} said on said.day = each.day::date and said.kind = 'search'
    where starts_with(said.term, ${letters}) group by said.term having sum(said.visitors) >= ${SEARCHED_MIN}
    order by visitors desc, said.term limit ${SEARCHED_READ_MAX}::bigint) as searched)`;
}

/**
 * One statement, because every search begins with it.
 *
 * @param near The name of a neighborhood or place to look up; null for none.
 * @param searched The letters whose searches to count, and when; null for none.
 */
export async function loadDirectory(
  db: Database,
  {
    query = "",
    near = null,
    searched = null,
  }: { query?: string; near?: string | null; searched?: { letters: string; now: Date } | null } = {},
): Promise<Directory> {
  const [row] = await db
    .select({
      places: sql<number>`(select coalesce(sum(places), 0) from ${searchTypes})::integer`,
      sizes: sql<number[]>`array(select size from ${popularityBuckets} where above >= 0 order by bucket)`,
      named: near === null ? sql<unknown>`null` : sql<unknown>`${namedPointJson(near)}`,
      context: query === "" ? sql<unknown>`null` : sql<unknown>`${queryContextJson(query)}`,
      words: query === "" ? sql<unknown>`null` : sql<unknown>`${wordLookupJson(query)}`,
      searched: searched === null ? sql<unknown>`null` : sql<unknown>`${searchedJson(searched)}`,
      names: sql<string>`json_build_object(
      'types', (select coalesce(json_agg(type order by type), '[]') from ${searchTypes}),
      'neighborhoods', (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'aka', aka) order by name), '[]') from ${neighborhoods}),
      'stations', (select coalesce(json_agg(json_build_object('slug', slug, 'name', name,
        'point', json_build_object('lat', lat, 'lng', lng)) order by name), '[]') from ${metroStations}))::text`,
    })
    .from(sql`(select) as nothing`);
  const names = row?.names ?? "";
  if (cachedVocabulary?.names !== names)
    cachedVocabulary = { names, vocabulary: buildVocabulary(NamesJson.parse(JSON.parse(names))) };
  const { vocabulary } = cachedVocabulary;
  return {
    vocabulary,
    buckets: { places: row?.places ?? 0, sizes: row?.sizes ?? [] },
    limits: CANDIDATE_LIMITS,
    named: readNamedPoint(row?.named ?? null),
    queryContext: query === "" ? {} : readQueryContext(row?.context, query, vocabulary),
    wordLookup: readWordLookup(row?.words ?? null),
    searched: new Map(Object.entries(SearchedJson.parse(row?.searched ?? {}))),
  };
}

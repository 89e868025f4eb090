import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeSearch, searchHours, searchSuggestions, searchTiers, searchTypes } from "#app/db/schema/search.ts";
import type { FilterablePlace } from "#app/guide/places/filters/filter-places.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { Point, RatingSummary } from "#app/guide/places/place.ts";
import { parseSharedHours } from "#app/guide/places/hours/shared-hours.server.ts";
import { ratingSummary, hasMinimumMean } from "#app/guide/places/cards/rating-summary.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { CountPrecision } from "#app/ui/format-count.ts";

import { meetsOpenCondition } from "../query/open-condition.ts";
import { estimateCount } from "#app/guide/places/filters/estimate-counts.ts";
import { type Condition, isProximityCondition } from "../query/query-conditions.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { normalizePhrase, splitWords } from "../query/query-words.ts";
import { type ScoreInput, scorePlace, type ScoreParts, sumScore } from "../ranking/score-place.ts";
import { buildVocabulary, type Vocabulary } from "../query/query-vocabulary.ts";
import {
  allWordsTsquery,
  CANDIDATE_LIMITS,
  type CandidateLimits,
  candidateCtes,
  conditionTsquery,
  eitherWordTsquery,
  matchesFilter,
  nameTsquery,
  anyWordTsquery,
  type CandidateFilter,
  type PopularityTiers,
  widenLimits,
} from "./search-candidates.server.ts";

/** The radius of "near Metro Center" when no minutes are given. */
const NEAR_METERS = 1_200;

/** Straight-line meters for one minute on foot, as in `minutesOnFoot`. */
const METERS_PER_MINUTE = 64;

/** A place that matches a query, with the columns that ranking, filters and counts need. */
export type FoundPlace = FilterablePlace & {
  id: number;
  featuredRank: number | null;
  hubRank: number | null;
  /** When it was added to the directory. */
  createdAt: Date;
  /** Its name contains the whole query. Such a place need not meet the conditions. */
  isNamed: boolean;
  scoreParts: ScoreParts;
  score: number;
  /** From the named station or point. Null when none was named or the place has no position. */
  meters: number | null;
};

const NamesJson = z.object({
  types: z.array(z.string()),
  neighborhoods: z.array(z.object({ slug: z.string(), name: z.string(), aka: z.array(z.string()) })),
  stations: z.array(z.object({ slug: z.string(), name: z.string() })),
});

/** The latest vocabulary and the names it was built from. Names rarely change, and building takes milliseconds. */
let cachedVocabulary: { names: string; vocabulary: Vocabulary } | null = null;

/** What every search needs: all names that a query can use, and the sizes of the popularity tiers. */
export type SearchContext = { vocabulary: Vocabulary; tiers: PopularityTiers };

/** One statement, because every search begins with it. */
export async function loadSearchContext(db: Database): Promise<SearchContext> {
  const [row] = await db
    .select({
      places: sql<number>`(select coalesce(sum(places), 0) from ${searchTypes})::integer`,
      sizes: sql<number[]>`array(select size from ${searchTiers} where above >= 0 order by tier)`,
      names: sql<string>`json_build_object(
      'types', (select coalesce(json_agg(type order by type), '[]') from ${searchTypes}),
      'neighborhoods', (select coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'aka', aka) order by name), '[]') from ${neighborhoods}),
      'stations', (select coalesce(json_agg(json_build_object('slug', slug, 'name', name) order by name), '[]') from ${metroStations}))::text`,
    })
    .from(sql`(select) as nothing`);
  const names = row?.names ?? "";
  if (cachedVocabulary?.names !== names)
    cachedVocabulary = { names, vocabulary: buildVocabulary(NamesJson.parse(JSON.parse(names))) };
  return { vocabulary: cachedVocabulary.vocabulary, tiers: { places: row?.places ?? 0, sizes: row?.sizes ?? [] } };
}

/** Whether a place has exactly this name, apart from "The". Served by search_suggestions_words. */
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

/** All that ranking needs is in the place's one row, except the hours, which places share. */
const candidateColumns = {
  id: placeSearch.placeId,
  name: placeSearch.name,
  category: placeSearch.categorySlug,
  type: placeSearch.type,
  neighborhoodSlug: placeSearch.neighborhoodSlug,
  neighborhoodName: neighborhoods.name,
  priceRange: placeSearch.priceRange,
  hours: sql<string | null>`${searchHours.hours}::text`,
  attributes: placeSearch.attributes,
  lat: placeSearch.lat,
  lng: placeSearch.lng,
  featuredRank: placeSearch.featuredRank,
  hubRank: placeSearch.hubRank,
  realCount: placeSearch.realCount,
  realSum: placeSearch.realSum,
  demoCount: placeSearch.demoCount,
  demoSum: placeSearch.demoSum,
  saves: placeSearch.saves,
  views: placeSearch.views,
  knownFacts: placeSearch.knownFacts,
  createdAt: placeSearch.createdAt,
  updatedAt: placeSearch.updatedAt,
};

/**
 * The places that match a query, best first: those that meet every condition and match the free text, and those whose
 * name contains the whole query ("Martin's Tavern" is not just any tavern).
 *
 * Of very many matches only the most popular are ranked.
 */
export async function findPlaces(db: Database, placeQuery: PlaceQuery): Promise<FoundPlace[]> {
  return (await rankPlaces(db, placeQuery)).places;
}

/**
 * The ranked matches of a query. With more matches than the limit only the most popular are ranked, and `precision`
 * says how exact `total` is.
 */
export type RankedPlaces = { places: FoundPlace[]; total: number; precision: CountPrecision };

/**
 * Like `findPlaces`, with the total. With `words: "some"` any word of the free text matches; more and rarer words rank
 * higher. Candidates come from the indexes of `candidateCtes`, the rest from primary keys.
 */
export async function rankPlaces(
  db: Database,
  placeQuery: PlaceQuery,
  { words }: { words: "all" | "some" } = { words: "all" },
): Promise<RankedPlaces> {
  const conditions = placeQuery.parsed.conditions.map(({ condition }) => condition);
  const near =
    landmarkPosition(conditions) ?? (await stationPosition(db, conditions, placeQuery.stations)) ?? placeQuery.near;
  const rows = await selectCandidates(db, placeQuery, { near, words });
  const allowsNameMatch = canBeName(placeQuery.parsed);
  const types = new Set(conditions.flatMap((condition) => (condition.kind === "type" ? condition.types : [])));
  const normalizedQuery = normalizePhrase(placeQuery.query);
  const rank = (row: CandidateRow): FoundPlace & { answers: boolean } => {
    const { neighborhoodSlug, neighborhoodName, lat, lng, textRank, knownFacts, saves, views, updatedAt, ...rest } =
      row;
    const hours = row.hours === null ? null : parseSharedHours(row.hours);
    const position = lat === null || lng === null ? null : { lat, lng };
    const rating = ratingSummary(row);
    const rankInput: ScoreInput = {
      isNamed: row.isNamed && allowsNameMatch,
      isExactName: row.isNamed && normalizePhrase(row.name) === normalizedQuery,
      textRank,
      isOfType: types.has(row.type),
      editorRank: row.hubRank ?? (row.featuredRank === null ? null : row.featuredRank + 3),
      rating,
      saves,
      views,
      position,
      factCount: knownFacts,
      updatedAt,
    };
    const parts = scorePlace(rankInput, { near, now: placeQuery.now });
    return {
      ...rest,
      hours,
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position,
      rating,
      scoreParts: parts,
      score: sumScore(parts),
      meters: near === null || position === null ? null : distanceMeters(near, position),
    };
  };
  const ranked = rows.map(rank);
  const matching = ranked
    .filter((place) => place.isNamed || (place.answers && meetsUnindexedConditions(place, conditions, placeQuery.now)))
    .toSorted((a, b) => b.score - a.score || compareText(a.name, b.name) || a.id - b.id);
  return { places: matching, ...totalAndPrecision(matching.length, rows, placeQuery.tiers) };
}

/**
 * Ranks the most popular candidates first. If none of them matches, retries with the larger limit used by category
 * pages.
 */
export async function rankPlacesWithRetry(
  db: Database,
  placeQuery: PlaceQuery,
  { isEnough = ({ places: found }) => found.length > 0 }: { isEnough?: (found: RankedPlaces) => boolean } = {},
): Promise<RankedPlaces> {
  const found = await rankPlaces(db, placeQuery);
  if (found.precision === "exact" || isEnough(found)) return found;
  return rankPlaces(db, { ...placeQuery, limits: widenLimits(placeQuery.limits ?? CANDIDATE_LIMITS) });
}

/** Ten times faster than `localeCompare`, and only places with equal scores are compared. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * "exact" if every match was ranked. "at-least" if counting stopped at the limit. Otherwise "about": the total is
 * estimated from the share of the most popular places.
 */
function totalAndPrecision(
  matchCount: number,
  rows: readonly CandidateRow[],
  tiers: PopularityTiers,
): Pick<RankedPlaces, "total" | "precision"> {
  const [row] = rows;
  const rankedCount = rows.length;
  if (row === undefined || row.isExact) return { total: matchCount, precision: "exact" };
  if (row.isCut)
    return { total: matchCount === rankedCount ? Math.max(matchCount, row.found) : matchCount, precision: "at-least" };
  const total = row.share === null ? row.found : (row.found / row.share) * tiers.places;
  return { total: estimateCount(matchCount, { weighed: rankedCount, total, precision: "about" }), precision: "about" };
}

/** `limits` is overridden in tests. `stations` caches station positions within one search. */
export type PlaceQuery = {
  query: string;
  parsed: ParsedQuery;
  near: Point | null;
  now: Date;
  tiers: PopularityTiers;
  limits?: CandidateLimits;
  stations?: Map<string, Point>;
};

/** "Art museum" is a type and not a name, but "Meridian Hill" is a park as well as a neighborhood. */
function canBeName({ freeText: text, conditions: spans }: ParsedQuery): boolean {
  return text !== "" || spans.every(({ condition }) => condition.kind === "neighborhood");
}

export function buildCandidateFilter(
  conditions: readonly Condition[],
  { near, text }: { near: Point | null; text: SQL | null },
): CandidateFilter {
  const docs = conditions.map(conditionTsquery).filter((query) => query !== null);
  const doc = text === null ? docs : [text, ...docs];
  const walk = conditions.find(isProximityCondition);
  const category = conditions.find((condition) => condition.kind === "category")?.category ?? null;
  return {
    doc: doc.length === 0 ? null : sql`(${sql.join(doc, sql` && `)})`,
    text,
    around: walk === undefined || near === null ? null : { point: near, meters: reachMeters(walk.minutes) },
    category: docs.length === 1 ? category : null,
  };
}

const NO_QUERY = sql`null::tsquery`;

type CandidateRow = Awaited<ReturnType<typeof selectCandidates>>[number];

/** The words for the text rank: the free text and the words of a type, so that places using these words rank higher. */
function rankingTsquery(text: SQL | null, conditions: readonly Condition[]): SQL | null {
  const kinds = conditions.flatMap((condition) =>
    condition.kind === "type" ? [allWordsTsquery(condition.words)] : [],
  );
  const words = text === null ? kinds : [text, ...kinds];
  return words.length === 0 ? null : sql.join(words, sql` || `);
}

/** The statement that finds the candidates, to await or to explain. */
export function selectCandidates(
  db: Database,
  { query, parsed, tiers, limits = CANDIDATE_LIMITS }: Pick<PlaceQuery, "query" | "parsed" | "tiers" | "limits">,
  { near, words }: { near: Point | null; words: "all" | "some" },
) {
  const conditions = parsed.conditions.map(({ condition }) => condition);
  const isPair = conditions.length === 0 && splitWords(parsed.freeText).length === 2;
  const anyWord = isPair ? eitherWordTsquery : anyWordTsquery;
  const textQuery = words === "all" ? allWordsTsquery(parsed.freeText) : anyWord(parsed.freeText);
  const text = parsed.freeText === "" ? null : textQuery;
  const filter = buildCandidateFilter(conditions, { near, text });
  const rankingQuery = rankingTsquery(text, conditions);
  const named = nameTsquery(query);
  // Builds each tsquery once and not for every place.
  const candidates = sql`(
    with ${candidateCtes(filter, named, { limits, tiers })},
    asked as materialized (select ${filter.doc ?? NO_QUERY} as asked_doc, ${text ?? NO_QUERY} as asked_text, ${named} as asked_name, ${rankingQuery ?? NO_QUERY} as asked_weighed)
    select place_id, is_exact, is_cut, found, share, asked.* from (select place_id from answers union select place_id from named) as found
    cross join reach cross join asked) as candidates`;
  const asColumns = {
    ...filter,
    doc: filter.doc === null ? null : sql`candidates.asked_doc`,
    text: text === null ? null : sql`candidates.asked_text`,
  };
  return db
    .select({
      ...candidateColumns,
      isNamed: sql<boolean>`(${placeSearch.doc} @@ candidates.asked_name and numnode(candidates.asked_name) > 0)`,
      answers: sql<boolean>`coalesce((${matchesFilter(asColumns, null)}), false)`,
      textRank:
        rankingQuery === null ? sql<number>`0` : sql<number>`ts_rank(${placeSearch.doc}, candidates.asked_weighed)`,
      isExact: sql<boolean>`candidates.is_exact`,
      isCut: sql<boolean>`candidates.is_cut`,
      found: sql<number>`candidates.found::integer`,
      share: sql<number | null>`candidates.share`,
    })
    .from(candidates)
    .innerJoin(placeSearch, sql`${placeSearch.placeId} = candidates.place_id`)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, placeSearch.neighborhoodSlug))
    .leftJoin(searchHours, eq(searchHours.id, placeSearch.hoursId));
}

function landmarkPosition(conditions: readonly Condition[]): Point | null {
  return conditions.find((condition) => condition.kind === "landmark")?.point ?? null;
}

async function stationPosition(
  db: Database,
  conditions: readonly Condition[],
  cache: Map<string, Point> = new Map(),
): Promise<Point | null> {
  const slug = conditions.find((condition) => condition.kind === "station")?.slug;
  if (slug === undefined) return null;
  const cached = cache.get(slug);
  if (cached !== undefined) return cached;
  const [station] = await db
    .select({ lat: metroStations.lat, lng: metroStations.lng })
    .from(metroStations)
    .where(eq(metroStations.slug, slug));
  if (station !== undefined) cache.set(slug, station);
  return station ?? null;
}

function meetsUnindexedConditions(
  place: { hours: OpeningHours | null; meters: number | null; rating: RatingSummary },
  conditions: readonly Condition[],
  now: Date,
): boolean {
  return conditions.every((condition) => {
    if (condition.kind === "open") return meetsOpenCondition(place.hours, condition.when, now);
    if (isProximityCondition(condition)) {
      if (place.meters === null) return condition.kind === "near-me";
      return condition.minutes === null
        ? place.meters <= NEAR_METERS
        : minutesOnFoot(place.meters) <= condition.minutes;
    }
    return condition.kind !== "rating" || hasMinimumMean(place.rating, condition.atLeast);
  });
}

function reachMeters(minutes: number | null): number {
  return minutes === null ? NEAR_METERS : (minutes + 1) * METERS_PER_MINUTE;
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeSearch, searchHours, searchSuggestions, searchTiers, searchTypes } from "#app/db/schema/search.ts";
import type { FilterablePlace } from "#app/features/places/filter-places.ts";
import type { OpeningHours } from "#app/features/places/opening-hours.ts";
import type { Point, RatingSummary } from "#app/features/places/place.ts";
import { sharedHours } from "#app/features/places/shared-hours.server.ts";
import { ratingSummary, reachesMean } from "#app/features/places/rating-summary.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { Precision } from "#app/ui/counted.ts";

import { isOpenWhen } from "./open-when.ts";
import { reckoned } from "#app/features/places/precise-counts.ts";
import { type Condition, isWalk } from "./query-conditions.ts";
import type { ParsedQuery } from "./query-language.ts";
import { plainPhrase, wordsOf } from "./query-words.ts";
import { rankParts, type RankParts, scoreOf } from "./rank-places.ts";
import { buildVocabulary, type Vocabulary } from "./query-vocabulary.ts";
import {
  allWords,
  CANDIDATE_LIMITS,
  type CandidateLimits,
  candidateStages,
  docQuery,
  eitherWord,
  matches,
  nameQuery,
  someWords,
  type Sought,
  type Tiers,
  widened,
} from "./search-candidates.server.ts";

/** "Near Metro Center" without minutes: further than this is not near. */
const NEAR_METERS = 1_200;

/** A minute on foot in straight-line meters, as `minutesOnFoot` counts it. */
const METERS_PER_MINUTE = 64;

/** A place that answers a query, with as much as ranking, filters and counts need. */
export type FoundPlace = FilterablePlace & {
  id: number;
  featuredRank: number | null;
  hubRank: number | null;
  /** When it came into the guide. */
  createdAt: Date;
  /** Its name says the whole query; the conditions were not asked of it. */
  isNamed: boolean;
  parts: RankParts;
  score: number;
  /** From the station or point that was named; null when none was, or its position is unknown. */
  meters: number | null;
};

const Names = z.object({
  types: z.array(z.string()),
  neighborhoods: z.array(z.object({ slug: z.string(), name: z.string(), aka: z.array(z.string()) })),
  stations: z.array(z.object({ slug: z.string(), name: z.string() })),
});

/** The last vocabulary that was built and what it was built from: names change seldom, and building takes milliseconds. */
let lastBuilt: { names: string; vocabulary: Vocabulary } | null = null;

/** What every search stands on, as it is now: all that a query can name, and how many places there are to look among. */
export type SearchGround = { vocabulary: Vocabulary; tiers: Tiers };

/** One statement, because every search begins with it. */
export async function searchGround(db: Database): Promise<SearchGround> {
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
  if (lastBuilt?.names !== names) lastBuilt = { names, vocabulary: buildVocabulary(Names.parse(JSON.parse(names))) };
  return { vocabulary: lastBuilt.vocabulary, tiers: { places: row?.places ?? 0, sizes: row?.sizes ?? [] } };
}

/** Whether a place is called exactly so, but for "The". Served by search_suggestions_words. */
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

/** What is known of a place before it is weighed: all of it in its one row, but the hours that it shares with others. */
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
 * The places that answer a query, best first: those that meet every condition and match the words that stayed text, and
 * those whose name says the whole query ("Martin's Tavern" is not any tavern). Of very many only the best known.
 */
export async function findPlaces(db: Database, asked: Asked): Promise<FoundPlace[]> {
  return (await weighPlaces(db, asked)).places;
}

/** What a query finds. Of more places than can be weighed only the best known are, and `precision` says what `total` is. */
export type WeighedPlaces = { places: FoundPlace[]; total: number; precision: Precision };

/**
 * As `findPlaces`, with how many there are. `words` "some": any of the words that stayed text will do; more and rarer
 * ones rank higher. Candidates by the indexes of `candidateStages`, the rest by primary keys.
 */
export async function weighPlaces(
  db: Database,
  asked: Asked,
  { words }: { words: "all" | "some" } = { words: "all" },
): Promise<WeighedPlaces> {
  const conditions = asked.parsed.said.map(({ condition }) => condition);
  const near = landmarkPosition(conditions) ?? (await stationPosition(db, conditions, asked.stations)) ?? asked.near;
  const rows = await candidateRows(db, asked, { near, words });
  const canBeName = mayBeName(asked.parsed);
  const types = new Set(conditions.flatMap((condition) => (condition.kind === "type" ? condition.types : [])));
  const whole = plainPhrase(asked.query);
  const weigh = (row: CandidateRow): FoundPlace & { answers: boolean } => {
    const { neighborhoodSlug, neighborhoodName, lat, lng, textRank, knownFacts, saves, views, updatedAt, ...rest } =
      row;
    const hours = row.hours === null ? null : sharedHours(row.hours);
    const position = lat === null || lng === null ? null : { lat, lng };
    const rating = ratingSummary(row);
    const known = {
      isNamed: row.isNamed && canBeName,
      isExactName: row.isNamed && plainPhrase(row.name) === whole,
      textRank,
      isOfType: types.has(row.type),
      pick: row.hubRank ?? (row.featuredRank === null ? null : row.featuredRank + 3),
      rating,
      saves,
      views,
      position,
      knownFacts,
      updatedAt,
    };
    const parts = rankParts(known, { near, now: asked.now });
    return {
      ...rest,
      hours,
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position,
      rating,
      parts,
      score: scoreOf(parts),
      meters: near === null || position === null ? null : distanceMeters(near, position),
    };
  };
  const weighed = rows.map(weigh);
  const kept = weighed
    .filter((place) => place.isNamed || (place.answers && meetsRest(place, conditions, asked.now)))
    .toSorted((a, b) => b.score - a.score || byText(a.name, b.name) || a.id - b.id);
  return { places: kept, ...totalOf(kept.length, rows, asked.tiers) };
}

/**
 * As `weighPlaces`, but that none of the best known will do is no answer yet: then as many more are looked at as a category's
 * hub weighs.
 */
export async function weighPlacesOrMore(
  db: Database,
  asked: Asked,
  { isEnough = ({ places: found }) => found.length > 0 }: { isEnough?: (found: WeighedPlaces) => boolean } = {},
): Promise<WeighedPlaces> {
  const found = await weighPlaces(db, asked);
  if (found.precision === "exact" || isEnough(found)) return found;
  return weighPlaces(db, { ...asked, limits: widened(asked.limits ?? CANDIDATE_LIMITS) });
}

/** Ten times faster than by the rules of a language, and only equals come to it. */
function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Exact where every match was weighed; at least so many where they were not even all counted; else as many as the share of
 * the best known lets expect.
 */
function totalOf(
  kept: number,
  rows: readonly CandidateRow[],
  tiers: Tiers,
): Pick<WeighedPlaces, "total" | "precision"> {
  const [row] = rows;
  const weighed = rows.length;
  if (row === undefined || row.isExact) return { total: kept, precision: "exact" };
  if (row.isCut) return { total: kept === weighed ? Math.max(kept, row.found) : kept, precision: "at-least" };
  const total = row.share === null ? row.found : (row.found / row.share) * tiers.places;
  return { total: reckoned(kept, { weighed, total, precision: "about" }), precision: "about" };
}

/** `limits`: lower ones than usual, for tests. `stations`: where those are that were asked for before in the same search. */
export type Asked = {
  query: string;
  parsed: ParsedQuery;
  near: Point | null;
  now: Date;
  tiers: Tiers;
  limits?: CandidateLimits;
  stations?: Map<string, Point>;
};

/** "Art museum" is a kind of place and no name, but "Meridian Hill" is the park's as much as the neighborhood's. */
function mayBeName({ telling, said }: ParsedQuery): boolean {
  return telling !== "" || said.every(({ condition }) => condition.kind === "neighborhood");
}

export function soughtBy(
  conditions: readonly Condition[],
  { near, text }: { near: Point | null; text: SQL | null },
): Sought {
  const docs = conditions.map(docQuery).filter((query) => query !== null);
  const doc = text === null ? docs : [text, ...docs];
  const walk = conditions.find(isWalk);
  const category = conditions.find((condition) => condition.kind === "category")?.category ?? null;
  return {
    doc: doc.length === 0 ? null : sql`(${sql.join(doc, sql` && `)})`,
    text,
    around: walk === undefined || near === null ? null : { point: near, meters: reachMeters(walk.minutes) },
    category: docs.length === 1 ? category : null,
  };
}

const NO_QUERY = sql`null::tsquery`;

type CandidateRow = Awaited<ReturnType<typeof candidateRows>>[number];

/** The words by which text is weighed: those that stayed text, and the one for a kind of place, for those that say it themselves. */
function weighedWords(text: SQL | null, conditions: readonly Condition[]): SQL | null {
  const kinds = conditions.flatMap((condition) => (condition.kind === "type" ? [allWords(condition.words)] : []));
  const words = text === null ? kinds : [text, ...kinds];
  return words.length === 0 ? null : sql.join(words, sql` || `);
}

/** The one statement that finds the candidates, to be awaited or explained. */
export function candidateRows(
  db: Database,
  { query, parsed, tiers, limits = CANDIDATE_LIMITS }: Pick<Asked, "query" | "parsed" | "tiers" | "limits">,
  { near, words }: { near: Point | null; words: "all" | "some" },
) {
  const conditions = parsed.said.map(({ condition }) => condition);
  const isPair = conditions.length === 0 && wordsOf(parsed.telling).length === 2;
  const some = isPair ? eitherWord : someWords;
  const asked = words === "all" ? allWords(parsed.telling) : some(parsed.telling);
  const text = parsed.telling === "" ? null : asked;
  const sought = soughtBy(conditions, { near, text });
  const weighed = weighedWords(text, conditions);
  const named = nameQuery(query);
  // Each is made of its words once, not for every place.
  const candidates = sql`(
    with ${candidateStages(sought, named, { limits, tiers })},
    asked as materialized (select ${sought.doc ?? NO_QUERY} as asked_doc, ${text ?? NO_QUERY} as asked_text, ${named} as asked_name, ${weighed ?? NO_QUERY} as asked_weighed)
    select place_id, is_exact, is_cut, found, share, asked.* from (select place_id from answers union select place_id from named) as found
    cross join reach cross join asked) as candidates`;
  const asColumns = {
    ...sought,
    doc: sought.doc === null ? null : sql`candidates.asked_doc`,
    text: text === null ? null : sql`candidates.asked_text`,
  };
  return db
    .select({
      ...candidateColumns,
      isNamed: sql<boolean>`(${placeSearch.doc} @@ candidates.asked_name and numnode(candidates.asked_name) > 0)`,
      answers: sql<boolean>`coalesce((${matches(asColumns, null)}), false)`,
      textRank: weighed === null ? sql<number>`0` : sql<number>`ts_rank(${placeSearch.doc}, candidates.asked_weighed)`,
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
  known: Map<string, Point> = new Map(),
): Promise<Point | null> {
  const slug = conditions.find((condition) => condition.kind === "station")?.slug;
  if (slug === undefined) return null;
  const before = known.get(slug);
  if (before !== undefined) return before;
  const [station] = await db
    .select({ lat: metroStations.lat, lng: metroStations.lng })
    .from(metroStations)
    .where(eq(metroStations.slug, slug));
  if (station !== undefined) known.set(slug, station);
  return station ?? null;
}

function meetsRest(
  place: { hours: OpeningHours | null; meters: number | null; rating: RatingSummary },
  conditions: readonly Condition[],
  now: Date,
): boolean {
  return conditions.every((condition) => {
    if (condition.kind === "open") return isOpenWhen(place.hours, condition.when, now);
    if (isWalk(condition)) {
      if (place.meters === null) return condition.kind === "near-me";
      return condition.minutes === null
        ? place.meters <= NEAR_METERS
        : minutesOnFoot(place.meters) <= condition.minutes;
    }
    return condition.kind !== "rating" || reachesMean(place.rating, condition.atLeast);
  });
}

function reachMeters(minutes: number | null): number {
  return minutes === null ? NEAR_METERS : (minutes + 1) * METERS_PER_MINUTE;
}

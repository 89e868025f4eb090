import { eq, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeSearch, searchHours } from "#app/db/schema/search.ts";
import type { HoursCoverage } from "#app/guide/places/hours/hours-known.tsx";
import type { Point } from "#app/guide/places/place.ts";

import type { ParsedQuery } from "../query/parse-query.ts";
import { type Condition, isProximityCondition, outingHour, rankingPhrases, wishOf } from "../query/query-conditions.ts";
import {
  allWordsTsquery,
  anyWordTsquery,
  conditionTsquery,
  factWordsTsquery,
  mentionTsquery,
  nameTsquery,
  outingTsquery,
  possibleTsquery,
  weightedWords,
  wishTsquery,
  type WordScope,
} from "../query/query-tsquery.server.ts";
import type { AnsweringGuide } from "./candidate.ts";
import {
  candidateCtes,
  type CandidateFilter,
  type CandidateFilters,
  matchesFilter,
} from "./candidate-stages.server.ts";
import { isUncertain } from "./condition-fit.ts";
import type { Directory } from "./directory.server.ts";
import { reachMeters } from "./reach.ts";

/** All that ranking needs is in the place's one row, except the hours, which places share. */
const candidateColumns = {
  id: placeSearch.placeId,
  name: placeSearch.name,
  otherNames: placeSearch.otherNames,
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
  factCount: placeSearch.knownFacts,
  isClosed: placeSearch.isClosed,
  isDescribed: placeSearch.isDescribed,
  createdAt: placeSearch.createdAt,
  updatedAt: placeSearch.updatedAt,
};

export type WordMode = "all" | "some" | "none";

export type SelectInput = {
  query: ParsedQuery;
  /** Whether answers may or may not meet a condition on facts that are unknown of many places. */
  canDoubt: boolean;
  /** Whether all words of the free text must match, or some, or none: then they only rank. */
  words: WordMode;
  /** Where distances are measured from. */
  from: Point | null;
  /** Its stops are candidates too. */
  guide: Pick<AnsweringGuide, "id"> | null;
  /** Whether to count the places whose hours are known. */
  countsHours: boolean;
} & Pick<Directory, "buckets" | "limits">;

/** The candidates of several queries in one statement. `at`: whose they are, from 0. */
export async function selectAllCandidates(db: Database, inputs: readonly SelectInput[]) {
  const [first, second, ...others] = inputs.map((input, at) => selectCandidates(db, input, at));
  if (first === undefined) return [];
  return second === undefined ? first : unionAll(first, second, ...others);
}

/**
 * The statement that finds the candidates, to await or to explain. They come from the indexes of `candidateCtes`, the
 * rest from primary keys.
 */
export function selectCandidates(db: Database, input: SelectInput, at = 0) {
  const { query, canDoubt, words, from, guide, countsHours, buckets, limits } = input;
  const filters = candidateFilters(query, { canDoubt, words, from });
  const { answers, mentions } = filters;
  const named = nameTsquery(query);
  const location = locationTsquery(query.conditions.map(({ condition }) => condition));
  const ranking = rankingTsquery(query);
  const wish = wishTsquery(query.conditions.map(({ condition }) => condition));
  const granted = words === "none" ? allWordsTsquery(query.freeText) : wish;
  const weighted =
    words === "all"
      ? sql`(select null::tsquery as word, 1::float8 as weight where false)`
      : weightedWords(query.freeText, buckets.places);
  // Builds each tsquery once and not for every place.
  const candidates = sql`(
    with ${candidateCtes(filters, named, { limits, buckets })},
    stops as materialized (select place_id, position, reason from post_places where post_id = ${guide?.id ?? null}::bigint limit ${STOPS_MAX}),
    queries as materialized (select ${answers.doc ?? NO_QUERY} as answer_query, ${mentions?.doc ?? NO_QUERY} as mention_query,
      ${answers.text ?? NO_QUERY} as text_query, ${named} as name_query, ${ranking ?? NO_QUERY} as ranking_query,
      ${location ?? NO_QUERY} as location_query, ${granted ?? NO_QUERY} as granted_query,
      array_agg(word) as words, array_agg(weight) as weights from ${weighted} as weighted)
    select found.place_id, is_exact, is_cut, found, share, stops.position as stop_position, stops.reason as stop_reason, queries.*
    from (select place_id from answers union select place_id from named union select place_id from known
      union select place_id from mentions union select place_id from stops) as found
    left join stops on stops.place_id = found.place_id
    cross join reach cross join queries) as candidates`;
  const matches = (filter: CandidateFilter | null, column: SQL) =>
    filter === null
      ? sql<boolean>`false`
      : sql<boolean>`coalesce((${matchesFilter({ ...filter, doc: filter.doc === null ? null : column, text: filter.text === null ? null : sql`candidates.text_query` }, null)}), false)`;
  return db
    .select({
      at: sql<number>`${at}::integer`,
      ...candidateColumns,
      isNamed: sql<boolean>`(${placeSearch.doc} @@ candidates.name_query and numnode(candidates.name_query) > 0)`,
      answers: matches(answers, sql`candidates.answer_query`),
      mentions: matches(mentions, sql`candidates.mention_query`),
      isThere: location === null ? sql<boolean>`true` : sql<boolean>`(${placeSearch.doc} @@ candidates.location_query)`,
      isGranted:
        granted === null
          ? sql<boolean>`true`
          : sql<boolean>`(${placeSearch.doc} @@ candidates.granted_query or ${words === "none" ? sql`false` : isLicensedFor(query)})`,
      stopPosition: sql<number | null>`candidates.stop_position`,
      stopReason: sql<string | null>`candidates.stop_reason`,
      textRank:
        ranking === null ? sql<number>`0::real` : sql<number>`ts_rank(${placeSearch.doc}, candidates.ranking_query)`,
      wordShare: words === "all" ? sql<number>`0::float8` : SHARE_OF_WORDS,
      isExact: sql<boolean>`candidates.is_exact`,
      isCut: sql<boolean>`candidates.is_cut`,
      found: sql<number>`candidates.found::integer`,
      share: sql<number | null>`candidates.share`,
      hoursKnown: countsHours ? hoursKnown : sql<HoursCoverage | null>`null::json`,
    })
    .from(candidates)
    .innerJoin(placeSearch, sql`${placeSearch.placeId} = candidates.place_id`)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, placeSearch.neighborhoodSlug))
    .leftJoin(searchHours, eq(searchHours.id, placeSearch.hoursId));
}

/** Whether a place is licensed for as many people as the only wish of a query needs. */
function isLicensedFor({ conditions }: ParsedQuery): SQL {
  const [only, ...others] = conditions.flatMap(({ condition }) => wishOf(condition) ?? []);
  if (only?.people === undefined || others.length > 0) return sql`false`;
  return sql`${licensedPeople(sql`${placeSearch.placeId}`)} >= ${only.people}::integer`;
}

/** How many people a place is licensed for; null: unknown. */
export function licensedPeople(placeId: SQL): SQL<number | null> {
  return sql<number | null>`(select (fact.value ->> 'capacity')::integer from place_facts as fact
    where fact.place_id = ${placeId} and fact.field = 'licensed')`;
}

/** More than a directory of one city has. Counting a million rows would take longer than the search. */
const HOURS_COUNTED_MAX = 50_000;

const hoursKnown = sql<HoursCoverage | null>`(
  select case when count(*) <= ${HOURS_COUNTED_MAX} then json_build_object('known', count(hours_id), 'total', count(*)) end
  from (select hours_id from place_search limit ${HOURS_COUNTED_MAX + 1}::bigint) as counted)`;

const NO_QUERY = sql`null::tsquery`;

/** How much of the weight of a query's words the words of a place have, 0 to 1. */
const SHARE_OF_WORDS = sql<number>`coalesce((
  select sum(weight) filter (where ${placeSearch.doc} @@ word) / sum(weight) from unnest(candidates.words, candidates.weights) as each (word, weight)
), 0)::float8`;

/** More stops than any guide has. */
const STOPS_MAX = 100;

/** What a query asks of the index. */
export function candidateFilters(
  query: ParsedQuery,
  { canDoubt, words, from }: Pick<SelectInput, "canDoubt" | "words" | "from">,
): CandidateFilters {
  const { freeText } = query;
  const conditions = query.conditions.map(({ condition }) => condition);
  const filterOf = (scope: WordScope, text: SQL | null, mayDoubt = canDoubt) =>
    candidateFilter(conditions, { scope, text, from, canDoubt: mayDoubt });
  if (words === "none") return { answers: filterOf("facts", null), known: null, mentions: filterOf("anywhere", null) };
  if (words === "some") return { answers: filterOf("facts", anyWordTsquery(freeText)), known: null, mentions: null };
  const facts = freeText === "" ? null : sideBySide(freeText);
  const canBeMentioned = freeText !== "" || conditions.some(({ kind }) => kind === "type");
  const isNarrower = canDoubt && conditions.some((each) => possibleTsquery(each) !== null);
  return {
    answers: filterOf("facts", facts),
    known: isNarrower ? filterOf("facts", facts, false) : null,
    mentions: canBeMentioned ? filterOf("anywhere", freeText === "" ? null : mentionTsquery(freeText)) : null,
  };
}

/** All words of a text in the facts of a place, and those of "black owned" side by side. */
function sideBySide(text: string): SQL {
  const facts = factWordsTsquery(text);
  return / owned$/i.test(text) ? sql`(${facts} && ${mentionTsquery(text)})` : facts;
}

function candidateFilter(
  conditions: readonly Condition[],
  { from, text, scope, canDoubt }: { from: Point | null; text: SQL | null; scope: WordScope; canDoubt: boolean },
): CandidateFilter {
  const sure = canDoubt ? conditions.filter((each) => !isUncertain(each)) : conditions;
  const named = sure.map((condition) => conditionTsquery(condition, scope)).filter((query) => query !== null);
  const outing = text === null ? outingHour(conditions) : null;
  const docs = outing === null ? named : [...named, outingTsquery(outing >= EVENING_MINUTE)];
  const known = text === null ? docs : [text, ...docs];
  // Alone they would read the whole index.
  const possible =
    canDoubt && known.length > 0 ? conditions.map(possibleTsquery).filter((query) => query !== null) : [];
  const doc = [...known, ...possible];
  const walk = conditions.find(isProximityCondition);
  const category = conditions.find((condition) => condition.kind === "category")?.category ?? null;
  return {
    doc: doc.length === 0 ? null : sql`(${sql.join(doc, sql` && `)})`,
    text,
    around: walk === undefined || from === null ? null : { point: from, meters: reachMeters(walk) },
    category: docs.length === 1 && possible.length === 0 ? category : null,
  };
}

/** From this minute of the day on, going out is dinner, a drink or a show. */
const EVENING_MINUTE = 17 * 60;

/** The neighborhood and quadrant that a stop of a guide must be in too, and what it must not be. */
function locationTsquery(conditions: readonly Condition[]): SQL | null {
  const parts = conditions
    .filter(({ kind }) => kind === "neighborhood" || kind === "quadrant" || kind === "except")
    .map((condition) => conditionTsquery(condition))
    .filter((query) => query !== null);
  return parts.length === 0 ? null : sql.join(parts, sql` && `);
}

/** The words for the text rank: the free text and those of a type or meal, so that places using these words rank higher. */
function rankingTsquery(query: ParsedQuery): SQL | null {
  // The lexemes of facts have no rank.
  const text = query.freeText === "" ? null : allWordsTsquery(query.freeText);
  const kinds = rankingPhrases(query.conditions.map(({ condition }) => condition)).map(allWordsTsquery);
  const parts = text === null ? kinds : [text, ...kinds];
  return parts.length === 0 ? null : sql.join(parts, sql` || `);
}

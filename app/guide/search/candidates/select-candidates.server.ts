import { eq, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeSearch, searchHours } from "#app/db/schema/search.ts";
import type { Point } from "#app/guide/places/place.ts";

import type { ParsedQuery } from "../query/parse-query.ts";
import { type Condition, isProximityCondition, rankingPhrases } from "../query/query-conditions.ts";
import {
  allWordsTsquery,
  anyWordTsquery,
  conditionTsquery,
  eitherWordTsquery,
  nameTsquery,
} from "../query/query-tsquery.server.ts";
import { splitWords } from "../query/query-words.ts";
import { candidateCtes, type CandidateFilter, matchesFilter } from "./candidate-stages.server.ts";
import type { Directory } from "./directory.server.ts";
import { reachMeters } from "./unindexed-conditions.ts";

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
  factCount: placeSearch.knownFacts,
  isDescribed: placeSearch.isDescribed,
  createdAt: placeSearch.createdAt,
  updatedAt: placeSearch.updatedAt,
};

/** `words`: whether all words of the free text must match, or some. `from`: where distances are measured from. */
export type SelectInput = {
  query: ParsedQuery;
  words: "all" | "some";
  from: Point | null;
} & Pick<Directory, "buckets" | "limits">;

/**
 * The statement that finds the candidates, to await or to explain. They come from the indexes of `candidateCtes`, the
 * rest from primary keys.
 */
export function selectCandidates(db: Database, { query, words, from, buckets, limits }: SelectInput) {
  const conditions = query.conditions.map(({ condition }) => condition);
  const text = freeTextTsquery(query, words);
  const filter = candidateFilter(conditions, { from, text });
  const rankingQuery = rankingTsquery(text, conditions);
  const named = nameTsquery(query);
  // Builds each tsquery once and not for every place.
  const candidates = sql`(
    with ${candidateCtes(filter, named, { limits, buckets })},
    queries as materialized (select ${filter.doc ?? NO_QUERY} as doc_query, ${text ?? NO_QUERY} as text_query, ${named} as name_query, ${rankingQuery ?? NO_QUERY} as ranking_query)
    select place_id, is_exact, is_cut, found, share, queries.* from (select place_id from answers union select place_id from named) as found
    cross join reach cross join queries) as candidates`;
  const asColumns = {
    ...filter,
    doc: filter.doc === null ? null : sql`candidates.doc_query`,
    text: text === null ? null : sql`candidates.text_query`,
  };
  return db
    .select({
      ...candidateColumns,
      isNamed: sql<boolean>`(${placeSearch.doc} @@ candidates.name_query and numnode(candidates.name_query) > 0)`,
      answers: sql<boolean>`coalesce((${matchesFilter(asColumns, null)}), false)`,
      textRank:
        rankingQuery === null ? sql<number>`0` : sql<number>`ts_rank(${placeSearch.doc}, candidates.ranking_query)`,
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

const NO_QUERY = sql`null::tsquery`;

function freeTextTsquery({ freeText, conditions }: ParsedQuery, words: "all" | "some"): SQL | null {
  if (freeText === "") return null;
  if (words === "all") return allWordsTsquery(freeText);
  const isPair = conditions.length === 0 && splitWords(freeText).length === 2;
  return isPair ? eitherWordTsquery(freeText) : anyWordTsquery(freeText);
}

export function candidateFilter(
  conditions: readonly Condition[],
  { from, text }: { from: Point | null; text: SQL | null },
): CandidateFilter {
  const docs = conditions.map(conditionTsquery).filter((query) => query !== null);
  const doc = text === null ? docs : [text, ...docs];
  const walk = conditions.find(isProximityCondition);
  const category = conditions.find((condition) => condition.kind === "category")?.category ?? null;
  return {
    doc: doc.length === 0 ? null : sql`(${sql.join(doc, sql` && `)})`,
    text,
    around: walk === undefined || from === null ? null : { point: from, meters: reachMeters(walk.minutes) },
    category: docs.length === 1 ? category : null,
  };
}

/** The words for the text rank: the free text and those of a type or meal, so that places using these words rank higher. */
function rankingTsquery(text: SQL | null, conditions: readonly Condition[]): SQL | null {
  const kinds = rankingPhrases(conditions).map(allWordsTsquery);
  const words = text === null ? kinds : [text, ...kinds];
  return words.length === 0 ? null : sql.join(words, sql` || `);
}

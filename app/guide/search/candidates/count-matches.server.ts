import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import type { ParsedQuery, QueryContext } from "../query/parse-query.ts";
import type { Condition } from "../query/query-conditions.ts";
import { queryContextJson, readQueryContext } from "../query/query-context.server.ts";
import { conditionTsquery, nameTsquery } from "../query/query-tsquery.server.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { isFiltered } from "../query/search-filters.ts";
import type { PlaceCount } from "./candidate.ts";
import { type CandidateFilter, ENOUGH_ANSWERS, matchesFilter, NAME_MATCHES_MAX } from "./candidate-stages.server.ts";
import { canBeUnknown } from "./condition-fit.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount, sampleOf } from "./estimate-counts.ts";
import { countRemaining } from "./filter-candidates.ts";
import type { CandidatesInput } from "./find-candidates.server.ts";
import { matchPlaces } from "./match-places.server.ts";
import { candidateFilters } from "./select-candidates.server.ts";

/** Counts what each query would find; null: it wasn't counted, because each place must be checked. */
export type CountMatches = (queries: readonly ParsedQuery[]) => Promise<(PlaceCount | null)[]>;

/**
 * Counts what queries would find: by the index, all in one statement, or by a search each, `searchesMax` of them in all
 * calls together.
 */
export function matchCounter(
  db: Database,
  input: Pick<CandidatesInput, "directory" | "filters" | "near"> & { now: Date; searchesMax: number },
): CountMatches {
  const { directory, filters, near, now } = input;
  let left = input.searchesMax;
  return async (queries) => {
    const indexed = isFiltered(filters) ? queries.map(() => null) : await countByIndex(db, queries, directory);
    const counts: (PlaceCount | null)[] = [];
    for (const [at, query] of queries.entries()) {
      const count = indexed[at] ?? null;
      if (count !== null) {
        counts.push({ count, precision: "exact" });
      } else if (left === 0) {
        counts.push(null);
      } else {
        left -= 1;
        const matches = await matchPlaces(db, { directory, query, near, now });
        const remaining = countRemaining(matches.places, filters, now);
        counts.push(isFiltered(filters) ? estimateCount(remaining, sampleOf(matches)) : matches.total);
      }
    }
    return counts;
  };
}

type Finding = { finds: boolean; context: QueryContext };

/**
 * Whether each query finds any place, whatever its conditions on hours, ratings and distances, and what parsing it needs, in
 * one statement. Served by place_search_doc and search_suggestions_words.
 */
export async function findAny(
  db: Database,
  queries: readonly ParsedQuery[],
  vocabulary: Vocabulary,
): Promise<Finding[]> {
  if (queries.length === 0) return [];
  const finds = queries.map((query, at) => {
    const { answers, mentions } = candidateFilters(query, { canDoubt: canBeUnknown(query), words: "all", from: null });
    const name = nameTsquery(query);
    const conditions = [
      sql`exists (select from place_search where ${matchesFilter(answers, null)})`,
      ...(mentions === null ? [] : [sql`exists (select from place_search where ${matchesFilter(mentions, null)})`]),
      sql`exists (select from place_search where doc @@ ${name} and numnode(${name}) > 0)`,
    ];
    return sql`select ${at}::integer as at, (${sql.join(conditions, sql` or `)}) as finds, ${queryContextJson(query.typed)} as context`;
  });
  const { rows } = z
    .object({ rows: z.array(z.object({ at: z.number(), finds: z.boolean(), context: z.unknown() })) })
    .parse(await db.execute(sql.join(finds, sql` union all `)));
  const byIndex = new Map(rows.map((row) => [row.at, row]));
  return queries.map(({ typed }, at) => {
    const row = byIndex.get(at);
    return { finds: row?.finds === true, context: readQueryContext(row?.context, typed, vocabulary) };
  });
}

/**
 * Counts the matches of several queries in one statement. Null where each place must be checked, where there are too
 * many, or where popularity buckets stop early. Served by place_search_doc.
 */
export async function countByIndex(
  db: Database,
  queries: readonly ParsedQuery[],
  directory: Pick<Directory, "buckets" | "limits">,
): Promise<(number | null)[]> {
  const countable = queries.flatMap((query, at) => {
    const count = countSql(query, directory);
    return count === null ? [] : [sql`select ${at}::integer as at, ${count} as places`];
  });
  if (countable.length === 0) return queries.map(() => null);
  const { rows } = z
    .object({ rows: z.array(z.object({ at: z.number(), places: z.number() })) })
    .parse(await db.execute(sql.join(countable, sql` union all `)));
  const placesByIndex = new Map(rows.map(({ at, places }) => [at, places]));
  return queries.map((_, at) => {
    const places = placesByIndex.get(at);
    return places === undefined || places >= directory.limits.wholeMax ? null : places;
  });
}

function countSql(query: ParsedQuery, { buckets, limits }: Pick<Directory, "buckets" | "limits">): SQL | null {
  const conditions = query.conditions.map(({ condition }) => condition);
  const isCountable = conditions.every(isIndexed);
  if (buckets.sizes.length > 0 || !isCountable) return null;
  const filters = candidateFilters(query, { canDoubt: canBeUnknown(query), words: "all", from: null });
  const found = (filter: CandidateFilter | null) =>
    filter === null
      ? sql`(select place_id from place_search where false)`
      : sql`(select place_id from place_search where ${matchesFilter(filter, null)} limit ${limits.wholeMax}::bigint)`;
  const name = nameTsquery(query);
  const named = sql`(select place_id from place_search where doc @@ ${name} and numnode(${name}) > 0 limit ${NAME_MATCHES_MAX}::bigint)`;
  return sql`(with answers as materialized (${found(filters.answers)} union ${named})
    select case when count(*) >= ${ENOUGH_ANSWERS} then count(*)
      else (select count(*) from (select place_id from answers union ${found(filters.mentions)}) as all_found) end
    from answers)::integer`;
}

/** An occasion that only ranks leaves nothing for the index to check. */
function isIndexed(condition: Condition): boolean {
  return condition.kind === "occasion" || conditionTsquery(condition) !== null;
}

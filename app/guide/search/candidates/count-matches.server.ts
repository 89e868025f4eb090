import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import type { ParsedQuery, QueryContext } from "../query/parse-query.ts";
import type { Condition } from "../query/query-conditions.ts";
import { queryContextJson, readQueryContext } from "../query/query-context.server.ts";
import { conditionTsquery, nameTsquery } from "../query/query-tsquery.server.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { isFiltered } from "../query/search-filters.ts";
import type { Matches, PlaceCount } from "./candidate.ts";
import { type CandidateFilter, ENOUGH_ANSWERS, matchesFilter, NAME_MATCHES_MAX } from "./candidate-stages.server.ts";
import { canBeUnknown } from "./condition-fit.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount, sampleOf } from "./estimate-counts.ts";
import { countRemaining } from "./filter-candidates.ts";
import type { CandidatesInput } from "./find-candidates.server.ts";
import type { MatchInput } from "./match-places.server.ts";
import { candidateFilters } from "./select-candidates.server.ts";

/** What counting needs to know of the search. */
export type CountingInput = Pick<CandidatesInput, "directory" | "filters" | "near"> & { now: Date };

/** Searches that may count what the index can't. */
const COUNTING_SEARCHES_MAX = 2;

/** The searches that count what the index can't, for `countMatches`: only the first few, since each reads places. */
export function countingSearches(queries: readonly ParsedQuery[], input: CountingInput): MatchInput[] {
  const { directory, filters, near, now } = input;
  return queries
    .filter((query) => isFiltered(filters) || countSql(query, directory) === null)
    .slice(0, COUNTING_SEARCHES_MAX)
    .map((query) => ({ directory, query, near, now }));
}

/**
 * Counts what queries would find, by those searches or else by the index, all in one statement. Null: it wasn't counted,
 * because each place must be checked.
 */
export async function countMatches(
  db: Database,
  queries: readonly ParsedQuery[],
  { directory, filters, now, searched }: CountingInput & { searched: ReadonlyMap<MatchInput, Matches> },
): Promise<(PlaceCount | null)[]> {
  const found = new Map([...searched].map(([{ query }, matches]) => [query, matches]));
  const indexed = isFiltered(filters) ? [] : await countByIndex(db, queries, directory);
  return queries.map((query, at) => {
    const count = indexed[at] ?? null;
    if (count !== null) return { count, precision: "exact" };
    const matches = found.get(query);
    if (matches === undefined) return null;
    const remaining = countRemaining(matches.places, filters, now);
    return isFiltered(filters) ? estimateCount(remaining, sampleOf(matches)) : matches.total;
  });
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

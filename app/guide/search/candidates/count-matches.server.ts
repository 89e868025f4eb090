import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import type { ParsedQuery } from "../query/parse-query.ts";
import { allWordsTsquery, conditionTsquery, nameTsquery } from "../query/query-tsquery.server.ts";
import { isFiltered } from "../query/search-filters.ts";
import type { PlaceCount } from "./candidate.ts";
import { matchesFilter, NAME_MATCHES_MAX } from "./candidate-stages.server.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount, sampleOf } from "./estimate-counts.ts";
import { countRemaining } from "./filter-candidates.ts";
import type { CandidatesInput } from "./find-candidates.server.ts";
import { matchPlaces } from "./match-places.server.ts";
import { candidateFilter } from "./select-candidates.server.ts";

/** Counts what each query would find, for the first of them: each may cost a search. */
export type CountMatches = (queries: readonly ParsedQuery[]) => Promise<PlaceCount[]>;

/** Counts what queries would find, `queriesMax` of them in all calls together. */
export function matchCounter(
  db: Database,
  input: Pick<CandidatesInput, "directory" | "filters" | "near"> & { now: Date; queriesMax: number },
): CountMatches {
  const { directory, filters, near, now } = input;
  let left = input.queriesMax;
  return async (all) => {
    const queries = all.slice(0, left);
    left -= queries.length;
    const indexed = isFiltered(filters) ? queries.map(() => null) : await countByIndex(db, queries, directory);
    const counts: PlaceCount[] = [];
    for (const [at, query] of queries.entries()) {
      const count = indexed[at] ?? null;
      if (count !== null) {
        counts.push({ count, precision: "exact" });
        continue;
      }
      const matches = await matchPlaces(db, { directory, query, near, now });
      const remaining = countRemaining(matches.places, filters, now);
      counts.push(isFiltered(filters) ? estimateCount(remaining, sampleOf(matches)) : matches.total);
    }
    return counts;
  };
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
  const { freeText } = query;
  const conditions = query.conditions.map(({ condition }) => condition);
  if (buckets.sizes.length > 0 || conditions.some((condition) => conditionTsquery(condition) === null)) return null;
  const text = freeText === "" ? null : allWordsTsquery(freeText);
  const answers = sql`(select place_id from place_search where ${matchesFilter(candidateFilter(conditions, { from: null, text }), null)}
    limit ${limits.wholeMax}::bigint)`;
  const name = nameTsquery(query);
  const byName = sql`(select place_id from place_search where doc @@ ${name} and numnode(${name}) > 0 limit ${NAME_MATCHES_MAX}::bigint)`;
  return sql`(select count(*) from (${answers} union ${byName}) as found)::integer`;
}

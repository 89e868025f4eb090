import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";

import { type PlaceQuery, buildCandidateFilter } from "./find-places.server.ts";
import {
  allWordsTsquery,
  CANDIDATE_LIMITS,
  conditionTsquery,
  matchesFilter,
  NAME_MATCHES_MAX,
  nameTsquery,
} from "./search-candidates.server.ts";

/**
 * Counts the matches of several queries in one statement, with the totals that `rankPlaces` would give.
 *
 * Null where each place must be checked (hours, ratings, distances), where there are too many, or where the directory
 * is large enough for popularity tiers, because `rankPlaces` then stops early. Served by place_search_doc.
 */
export async function countPlaces(db: Database, queries: readonly PlaceQuery[]): Promise<(number | null)[]> {
  const counts = queries.map(countSql);
  const countable = counts.flatMap((count, at) =>
    count === null ? [] : [sql`select ${at}::integer as at, ${count} as places`],
  );
  if (countable.length === 0) return queries.map(() => null);
  const { rows } = z
    .object({ rows: z.array(z.object({ at: z.number(), places: z.number() })) })
    .parse(await db.execute(sql.join(countable, sql` union all `)));
  const placesByIndex = new Map(rows.map(({ at, places }) => [at, places]));
  return queries.map(({ limits = CANDIDATE_LIMITS }, at) => {
    const places = placesByIndex.get(at);
    return places === undefined || places >= limits.wholeMax ? null : places;
  });
}

function countSql({ query, parsed, tiers, limits = CANDIDATE_LIMITS }: PlaceQuery): SQL | null {
  const conditions = parsed.conditions.map(({ condition }) => condition);
  if (tiers.sizes.length > 0 || conditions.some((condition) => conditionTsquery(condition) === null)) return null;
  const text = parsed.freeText === "" ? null : allWordsTsquery(parsed.freeText);
  const answers = sql`(select place_id from place_search where ${matchesFilter(buildCandidateFilter(conditions, { near: null, text }), null)}
    limit ${limits.wholeMax}::bigint)`;
  const name = nameTsquery(query);
  const byName = sql`(select place_id from place_search where doc @@ ${name} and numnode(${name}) > 0 limit ${NAME_MATCHES_MAX}::bigint)`;
  return sql`(select count(*) from (${answers} union ${byName}) as found)::integer`;
}

import type { Database } from "#app/db/database.server.ts";
import { parseSharedHours } from "#app/guide/places/hours/shared-hours.server.ts";
import { ratingSummary } from "#app/guide/places/cards/rating-summary.ts";
import type { Point } from "#app/guide/places/place.ts";
import { distanceMeters } from "#app/lib/geo.ts";

import type { ParsedQuery } from "../query/parse-query.ts";
import { namedPosition } from "../query/query-conditions.ts";
import { normalizePhrase } from "../query/query-words.ts";
import type { Candidate, Matches, PlaceCount } from "./candidate.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount } from "./estimate-counts.ts";
import { selectCandidates } from "./select-candidates.server.ts";
import { meetsUnindexedConditions } from "./unindexed-conditions.ts";

export type MatchInput = {
  directory: Pick<Directory, "buckets" | "limits">;
  query: ParsedQuery;
  /** Where distances are measured from, if the query names no place. */
  near: Point | null;
  now: Date;
  /** "some": any word of the free text will do; more and rarer words rank higher. */
  words?: "all" | "some";
};

/**
 * The places that meet every condition and match the free text, and those whose name contains the whole query
 * ("Martin's Tavern" is not just any tavern).
 */
export async function matchPlaces(
  db: Database,
  { directory, query, near, now, words = "all" }: MatchInput,
): Promise<Matches> {
  const conditions = query.conditions.map(({ condition }) => condition);
  const from = namedPosition(conditions) ?? near;
  const rows = await selectCandidates(db, { ...directory, query, words, from });
  const toCandidate = candidateReader(query, from);
  const places = rows
    .map((row) => ({ place: toCandidate(row), answers: row.answers }))
    .filter(({ place, answers }) => place.isNamed || (answers && meetsUnindexedConditions(place, conditions, now)))
    .map(({ place }) => place);
  return { places, total: totalOf(places.length, rows, directory) };
}

type CandidateRow = Awaited<ReturnType<typeof selectCandidates>>[number];

/** Reads rows as candidates of a query. */
function candidateReader(query: ParsedQuery, from: Point | null): (row: CandidateRow) => Candidate {
  const canBeMeant = canBeName(query);
  const types = new Set(
    query.conditions.flatMap(({ condition }) => (condition.kind === "type" ? condition.types : [])),
  );
  const typed = normalizePhrase(query.typed);
  return ({ neighborhoodSlug, neighborhoodName, lat, lng, ...row }) => {
    const position = lat === null || lng === null ? null : { lat, lng };
    return {
      ...row,
      hours: row.hours === null ? null : parseSharedHours(row.hours),
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position,
      rating: ratingSummary(row),
      isMeant: row.isNamed && canBeMeant,
      isExactName: row.isNamed && normalizePhrase(row.name) === typed,
      isOfType: types.has(row.type),
      meters: from === null || position === null ? null : distanceMeters(from, position),
    };
  };
}

/** "Art museum" is a type and not a name, but "Meridian Hill" is a park as well as a neighborhood. */
function canBeName({ freeText, conditions }: ParsedQuery): boolean {
  return freeText !== "" || conditions.every(({ condition }) => condition.kind === "neighborhood");
}

/**
 * "exact" if every match was read. "at-least" if counting stopped at the limit. Otherwise "about": the total is
 * estimated from the share of the most popular places.
 */
function totalOf(
  matchCount: number,
  rows: readonly CandidateRow[],
  { buckets }: Pick<Directory, "buckets">,
): PlaceCount {
  const [row] = rows;
  const readCount = rows.length;
  if (row === undefined || row.isExact) return { count: matchCount, precision: "exact" };
  if (row.isCut)
    return { count: matchCount === readCount ? Math.max(matchCount, row.found) : matchCount, precision: "at-least" };
  const all = row.share === null ? row.found : (row.found / row.share) * buckets.places;
  return estimateCount(matchCount, { size: readCount, of: { count: all, precision: "about" } });
}

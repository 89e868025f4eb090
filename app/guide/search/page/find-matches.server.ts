import type { Database } from "#app/db/database.server.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { Candidates } from "../candidates/candidate.ts";
import type { CountMatches } from "../candidates/count-matches.server.ts";
import type { Directory } from "../candidates/directory.server.ts";
import { findCandidates } from "../candidates/find-candidates.server.ts";
import { openConditionExpiresAt } from "../query/open-condition.ts";
import { type ParsedQuery, parseQuery } from "../query/parse-query.ts";
import { loadQueryContext } from "../query/query-context.server.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import { rankGuideIds } from "../ranking/rank-guides.server.ts";
import { rankNeighborhoodSlugs } from "../ranking/rank-neighborhoods.server.ts";
import { relaxConditions, relaxText } from "./relaxations.server.ts";
import { type SearchRelaxation, type SearchRequest, SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";

/** What all steps of one search share. */
export type SearchContext = {
  moment: PageContext;
  directory: Directory;
  near: ResolvedNear | null;
  filters: SearchRequest["filters"];
  countMatches: CountMatches;
};

/** What one spelling of a query matches, before anything of it is loaded for display. */
export type FoundMatches = {
  query: ParsedQuery;
  /** Parses a shortened query like this one. */
  parse: (typed: string) => ParsedQuery;
  candidates: Candidates;
  /** No place matches all words. These match some. */
  isPartial: boolean;
  relaxations: SearchRelaxation[];
  guideIds: number[];
  neighborhoodSlugs: string[];
};

/** Searches for exactly these words. */
export async function findMatches(db: Database, typed: string, context: SearchContext): Promise<FoundMatches> {
  const { moment } = context;
  const { query, parse, candidates: exact } = await parseAndFind(db, typed, context);
  const hasMatches = exact.matches.places.length > 0;
  const removals = hasMatches ? [] : await relaxConditions({ ...context, query, parse });
  // If no place matches all words and no condition is the reason, a place that matches some may be meant.
  const isPartial = !hasMatches && removals.length === 0 && query.freeText.includes(" ");
  const candidates = isPartial ? await find(db, query, { ...context, words: "some" }) : exact;
  return {
    query,
    parse,
    candidates,
    isPartial,
    relaxations: removals,
    guideIds: await rankGuideIds(db, query, moment),
    neighborhoodSlugs: await rankNeighborhoodSlugs(db, query, { limit: SEARCH_RESULTS_PER_PAGE }),
  };
}

/**
 * Parses the query and finds its candidates. If no place matches, a day beside a type becomes free text, which a
 * description may mention ("its Sunday drag brunch").
 */
async function parseAndFind(db: Database, typed: string, context: SearchContext) {
  const { moment, directory } = context;
  const queryContext = await loadQueryContext(db, typed, directory.vocabulary);
  const read = (readsDays: boolean) => ({
    query: parseQuery(typed, directory.vocabulary, { ...queryContext, readsDays }),
    parse: (shorter: string) =>
      parseQuery(shorter, directory.vocabulary, { ...queryContext, readsDays, isName: false }),
  });
  const asCondition = read(true);
  for (const { condition } of asCondition.query.conditions) {
    // Also without matches, because another day may have some.
    if (condition.kind === "open") expirePageAt(moment.page, openConditionExpiresAt(condition.when, moment.now));
  }
  const candidates = await find(db, asCondition.query, context);
  if (candidates.matches.places.length > 0) return { ...asCondition, candidates };
  const asText = read(false);
  if (asText.query.conditions.length === asCondition.query.conditions.length) return { ...asCondition, candidates };
  const found = await find(db, asText.query, context);
  return found.matches.places.length > 0 ? { ...asText, candidates: found } : { ...asCondition, candidates };
}

function find(
  db: Database,
  query: ParsedQuery,
  { directory, filters, near, moment, words = "all" }: SearchContext & { words?: "all" | "some" },
): Promise<Candidates> {
  return findCandidates(db, { directory, query, filters, near: near?.point ?? null, words }, moment);
}

/** The same matches; where there are none, the removal of the free text is suggested too. */
export async function withTextRelaxed(found: FoundMatches, context: SearchContext): Promise<FoundMatches> {
  if (found.candidates.matches.places.length > 0) return found;
  return { ...found, relaxations: await relaxText({ ...context, ...found }, found.relaxations) };
}

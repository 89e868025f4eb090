import type { Database } from "#app/db/database.server.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { Candidate, Candidates } from "../candidates/candidate.ts";
import type { CountMatches } from "../candidates/count-matches.server.ts";
import type { Directory } from "../candidates/directory.server.ts";
import { type CandidatesInput, findCandidates } from "../candidates/find-candidates.server.ts";
import { openConditionExpiresAt } from "../query/open-condition.ts";
import { isUncertain } from "../candidates/condition-fit.ts";
import { type ParsedQuery, parseQuery, type QueryContext, removeCondition } from "../query/parse-query.ts";
import { LOCATION_KINDS } from "../query/query-conditions.ts";
import { FILLERS, splitWords } from "../query/query-words.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import { type RankedGuides, rankGuides } from "../ranking/rank-guides.server.ts";
import { rankNeighborhoods } from "../ranking/rank-neighborhoods.ts";
import { relaxQuery } from "./relaxations.server.ts";
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
  /** The words that no place of the kind is known for; null: some place is, or no kind is asked for. */
  unknownText: string | null;
  /** No place matches all words. These match some. */
  isPartial: boolean;
  relaxations: SearchRelaxation[];
  guides: RankedGuides;
  neighborhoodSlugs: string[];
};

/** Searches for exactly these words. */
export async function findMatches(
  db: Database,
  { typed, known }: { typed: string; known: QueryContext },
  context: SearchContext,
): Promise<FoundMatches> {
  const { moment, directory } = context;
  const query = parseQuery(typed, directory.vocabulary, known);
  const parse = (shorter: string) => parseQuery(shorter, directory.vocabulary, { ...known, isName: false });
  for (const { condition } of query.conditions) {
    // Also without matches, because another day may have some.
    if (condition.kind === "open") expirePageAt(moment.page, openConditionExpiresAt(condition.when, moment.now));
  }
  const guides = await rankGuides(db, query, moment);
  const asParsed = await find(db, query, { ...context, guide: guides.answer });
  const exact = asParsed.matches.places.length > 0 ? asParsed : ((await findByWords(db, query, context)) ?? asParsed);
  const hasMatches = exact.matches.places.length > 0;
  const isUnlisted = !hasMatches && query.looksLikeName === true;
  // Bar Louie isn't listed, but bars are.
  const need = isUnlisted ? parseQuery(typed, directory.vocabulary, { ...known, readsNames: false }) : query;
  const withoutText = hasMatches ? null : await findWithoutText(db, { ...need, freeText: query.freeText }, context);
  const isAnswered = hasMatches || withoutText !== null;
  const removals = isAnswered ? [] : await relaxQuery({ ...context, query, parse });
  // If no place matches all words and no condition is the reason, a place that matches some may be meant.
  const isPartial = !isAnswered && !isUnlisted && removals.length === 0 && query.freeText.includes(" ");
  return {
    query,
    parse,
    candidates: withoutText ?? (isPartial ? await find(db, query, { ...context, words: "some" }) : exact),
    unknownText: withoutText === null ? null : isUnlisted ? typed : query.freeText,
    isPartial,
    relaxations: removals,
    guides,
    neighborhoodSlugs: rankNeighborhoods(query, directory.vocabulary).slice(0, SEARCH_RESULTS_PER_PAGE),
  };
}

/**
 * The places that have every word of a query, though not as it was parsed: "movie stairs from the exorcist" means no movie
 * theater. Null: the query is nothing but words, or no place has them all.
 */
async function findByWords(db: Database, query: ParsedQuery, context: SearchContext): Promise<Candidates | null> {
  const isKind = query.conditions.some(({ condition: { kind } }) => kind === "type" || kind === "occasion");
  if (query.freeText === "" || !isKind || query.conditions.some(({ condition }) => isUncertain(condition))) return null;
  const conditions = query.conditions.filter(({ condition }) => LOCATION_KINDS.has(condition.kind));
  const typed = conditions.toReversed().reduce((rest, span) => removeCondition(rest, span), query.typed);
  const words = splitWords(typed).filter(({ normalized }) => !FILLERS.has(normalized));
  const freeText = words.map(({ from, to }) => typed.slice(from, to)).join(" ");
  const found = await find(db, { ...query, conditions, freeText }, context);
  return found.matches.places.length === 0 ? null : found;
}

/**
 * The places of a kind of which nothing says what else is asked for ("gluten free bakery"); null: no kind is asked for, or
 * there are no such places. Unknown is not no.
 */
async function findWithoutText(db: Database, query: ParsedQuery, context: SearchContext): Promise<Candidates | null> {
  const isKind = query.conditions.some(({ condition: { kind } }) => kind === "type" || kind === "occasion");
  if (query.freeText === "" || !isKind) return null;
  const found = await find(db, { ...query, freeText: "" }, context);
  if (found.matches.places.length === 0) return null;
  return { ...found, places: found.places.map((place): Candidate => ({ ...place, fit: "unknown" })) };
}

function find(
  db: Database,
  query: ParsedQuery,
  { directory, filters, near, moment, ...how }: SearchContext & Pick<CandidatesInput, "words" | "guide">,
): Promise<Candidates> {
  const { words, guide } = how;
  return findCandidates(db, { directory, query, filters, near: near?.point ?? null, words, guide }, moment);
}

import type { Database } from "#app/db/database.server.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import { ENOUGH_ANSWERS } from "../candidates/candidate-stages.server.ts";
import type { Candidate, Candidates } from "../candidates/candidate.ts";
import { isUncertain } from "../candidates/condition-fit.ts";
import { countingSearches } from "../candidates/count-matches.server.ts";
import type { Directory } from "../candidates/directory.server.ts";
import {
  type CandidatesInput,
  findCandidates,
  matchInput,
  readCandidates,
} from "../candidates/find-candidates.server.ts";
import { matchEach, type MatchInput } from "../candidates/match-places.server.ts";
import { isUrgent } from "../empty/search-help.server.ts";
import { openConditionExpiresAt } from "../query/open-condition.ts";
import { type ParsedQuery, parseQuery, type QueryContext, removeCondition } from "../query/parse-query.ts";
import { LOCATION_KINDS } from "../query/query-conditions.ts";
import { FILLERS, splitWords } from "../query/query-words.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import { type RankedGuides, rankGuides } from "../ranking/rank-guides.server.ts";
import { rankNeighborhoods } from "../ranking/rank-neighborhoods.ts";
import { offerRemovals, queriesOf, shortenQuery } from "./relaxations.server.ts";
import { type SearchRelaxation, type SearchRequest, SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";

/** What all steps of one search share. */
export type SearchContext = {
  moment: PageContext;
  directory: Directory;
  near: ResolvedNear | null;
  filters: SearchRequest["filters"];
};

/** What one spelling of a query matches, before anything of it is loaded for display. */
export type FoundMatches = {
  query: ParsedQuery;
  /** Parses a shortened query like this one. */
  parse: (typed: string) => ParsedQuery;
  candidates: Candidates;
  /** The words that places of the kind may not be known for; null: all are, or no kind is asked for. */
  unknownText: string | null;
  /** No place matches all words. These match some. */
  isPartial: boolean;
  relaxations: SearchRelaxation[];
  guides: RankedGuides;
  neighborhoodSlugs: string[];
};

/** Searches for exactly these words: one statement for the guides, one for the places and, if few or none match, one or two more. */
export async function findMatches(
  db: Database,
  { typed, known }: { typed: string; known: QueryContext },
  context: SearchContext,
): Promise<FoundMatches> {
  const { moment, directory } = context;
  const { vocabulary } = directory;
  const query = parseQuery(typed, vocabulary, known);
  const parse = (shorter: string) => parseQuery(shorter, vocabulary, { ...known, isName: false });
  for (const { condition } of query.conditions) {
    // Also without matches, because another day may have some.
    if (condition.kind === "open") expirePageAt(moment.page, openConditionExpiresAt(condition.when, moment.now));
  }
  const guides = await rankGuides(db, query, moment);
  const candidates = await findCandidates(db, { ...inputOf(query, context), guide: guides.answer }, moment);
  const found = { query, parse, guides, candidates, unknownText: null, isPartial: false, relaxations: [] };
  const neighborhoodSlugs = rankNeighborhoods(query, vocabulary).slice(0, SEARCH_RESULTS_PER_PAGE);
  const { places } = candidates.matches;
  if (places.length > 0) {
    const isShort = places.length < ENOUGH_ANSWERS && !places.some(({ isNamed }) => isNamed);
    if (!isShort || !asksForMore(query)) return { ...found, neighborhoodSlugs };
    const ofKind = await findCandidates(db, { ...inputOf(query, context), words: "none" }, moment);
    return { ...found, candidates: ofKind, unknownText: query.freeText, neighborhoodSlugs };
  }
  // Bar Louie isn't listed, but bars are.
  const need = query.looksLikeName === true ? parseQuery(typed, vocabulary, { ...known, readsNames: false }) : query;
  const closest = await findClosest(db, { query, need, parse }, context);
  return { ...found, ...closest, neighborhoodSlugs };
}

/**
 * What comes closest to a query that no place matches: places with all of its words, though not as it was parsed; or those of
 * the kind, of which nothing says what else is asked for; or else what to remove from it; or places with some of its words,
 * if no condition is the reason.
 */
async function findClosest(
  db: Database,
  { query, need, parse }: Pick<FoundMatches, "query" | "parse"> & { need: ParsedQuery },
  context: SearchContext,
): Promise<Partial<Pick<FoundMatches, "query" | "candidates" | "unknownText" | "isPartial" | "relaxations">>> {
  const { now } = context.moment;
  const isUnlisted = query.looksLikeName === true;
  const toInput = (of: ParsedQuery | null) => (of === null ? [] : [matchInput(inputOf(of, context), now)]);
  const byWords = toInput(wordsAlone(query));
  const wanted = { ...need, freeText: query.freeText };
  // No word of a name ranks: "black owned restaurant" means no Black Coffee.
  const ofCategory = !isUnlisted && query.freeText !== "" && asksToGoOut(query) ? { ...query, freeText: "" } : null;
  const ofKind = toInput(asksForMore(wanted) ? wanted : ofCategory).map((input): MatchInput => ({
    ...input,
    words: "none",
  }));
  // Who needs a doctor gets the hospitals instead.
  const canBePartial = !isUnlisted && !isUrgent(query) && query.freeText.includes(" ");
  const someWords = toInput(canBePartial ? query : null).map((input): MatchInput => ({ ...input, words: "some" }));
  const shortened = shortenQuery(query, parse);
  const counting = { ...inputOf(query, context), now };
  const searches = countingSearches(queriesOf(shortened.flat()), counting);
  const searched = await matchEach(db, [...byWords, ...ofKind, ...someWords, ...searches]);
  const found = (inputs: readonly MatchInput[]) => {
    const matches = inputs.flatMap((input) => searched.get(input) ?? []).find(({ places }) => places.length > 0);
    return matches === undefined ? null : readCandidates(matches, context, context.moment);
  };
  const asWords = found(byWords);
  if (asWords !== null) return { candidates: asWords };
  const unknown = found(ofKind);
  if (unknown !== null) {
    const places = unknown.places.map((place): Candidate => ({ ...place, fit: "unknown" }));
    const unknownText = isUnlisted ? query.typed : query.freeText;
    // Then no word of the query is a reason for a place.
    return { candidates: { ...unknown, places }, unknownText, query: ofCategory ?? query };
  }
  const relaxations = await offerRemovals(db, shortened, { ...counting, searched });
  const isPartial = canBePartial && relaxations.length === 0;
  const partial = isPartial ? found(someWords) : null;
  return { relaxations, isPartial, ...(partial === null ? {} : { candidates: partial }) };
}

/**
 * A query as nothing but words: "movie stairs from the exorcist" means no movie theater. Null: it is nothing but words, or what
 * it asks for isn't in the words of a place.
 */
function wordsAlone(query: ParsedQuery): ParsedQuery | null {
  if (query.freeText === "" || !asksForKind(query) || query.conditions.some(({ condition }) => isUncertain(condition)))
    return null;
  const conditions = query.conditions.filter(({ condition }) => LOCATION_KINDS.has(condition.kind));
  const typed = conditions.toReversed().reduce((rest, span) => removeCondition(rest, span), query.typed);
  const words = splitWords(typed).filter(({ normalized }) => !FILLERS.has(normalized));
  return { ...query, conditions, freeText: words.map(({ from, to }) => typed.slice(from, to)).join(" ") };
}

/** Whether it asks for a kind of place with something else ("gluten free bakery"), which may be unknown: that is not no. */
function asksForMore(query: ParsedQuery): boolean {
  return query.freeText !== "" && asksForKind(query);
}

/** For any restaurant or bar. Of shops and services few offer what is asked for. */
function asksToGoOut({ conditions }: ParsedQuery): boolean {
  return conditions.some(
    ({ condition }) => condition.kind === "category" && /^(?:food|nightlife)$/.test(condition.category),
  );
}

function asksForKind({ conditions }: ParsedQuery): boolean {
  return conditions.some(({ condition: { kind } }) => kind === "type" || kind === "occasion");
}

/** A query as the steps of `candidates/` take it. */
export function inputOf(query: ParsedQuery, { directory, filters, near }: SearchContext): CandidatesInput {
  return { directory, query, filters, near: near?.point ?? null };
}

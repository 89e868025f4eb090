import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { listGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";
import { listNeighborhoods } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { countFacets } from "#app/guide/places/filters/filter-places.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { Candidates } from "../candidates/candidate.ts";
import { type CountMatches, matchCounter } from "../candidates/count-matches.server.ts";
import { type Directory, loadDirectory } from "../candidates/directory.server.ts";
import { findCandidates } from "../candidates/find-candidates.server.ts";
import { conditionLabel } from "../query/condition-label.ts";
import { openConditionExpiresAt } from "../query/open-condition.ts";
import { type ParsedQuery, parseQuery, removeCondition } from "../query/parse-query.ts";
import { loadQueryContext } from "../query/query-context.server.ts";
import { splitWords } from "../query/query-words.ts";
import { resolveNear } from "../query/resolve-near.ts";
import { changeSearchFilters, isFiltered, NO_SEARCH_FILTERS, type ResolvedNear } from "../query/search-filters.ts";
import { rank } from "../ranking/rank.ts";
import { rankGuideIds } from "../ranking/rank-guides.server.ts";
import { rankNeighborhoodSlugs } from "../ranking/rank-neighborhoods.server.ts";
import { findCorrections, findSimilarName } from "../spelling/query-spelling.server.ts";
import { placeResults } from "./place-results.server.ts";
import { type RelaxationInput, relaxConditions, relaxFilters, relaxText } from "./relaxations.server.ts";
import {
  type SearchCorrection,
  searchPath,
  type SearchRelaxation,
  type SearchRequest,
  type SearchResults,
  SEARCH_RESULTS_PER_PAGE,
} from "./search-request.ts";

/**
 * Searches places, guides and neighborhoods for an everyday query, best first, and says how the query was understood.
 *
 * @param directory Loaded once per search; tests lower its limits.
 */
export async function search(
  db: Database,
  request: SearchRequest,
  moment: PageContext,
  directory?: Directory,
): Promise<SearchResults> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const { query, isVerbatim } = request;
  // A query like "!" has no words, and would match every place.
  if (splitWords(query).length === 0 && !isFiltered(request.filters))
    return { ...NO_RESULTS, query, filters: request.filters };
  const context = searchContext(db, request, { moment, directory: directory ?? (await loadDirectory(db)) });
  const { vocabulary } = context.directory;
  const corrections = isVerbatim || query === "" ? [] : await findCorrections(db, query, vocabulary);
  let offered: string | null = null;
  for (const correction of corrections) {
    const countMatches = correction.isSure ? context.countMatches : counter(db, context, DOUBTFUL_COUNTS_MAX);
    const found = await findMatches(db, correction.query, { ...context, countMatches });
    if (!hasFound(found)) continue;
    if (correction.isSure) {
      const applied = { kind: "applied", query: correction.query, label: correction.query } as const;
      const href = searchPath({ ...request, kind: null, page: 1, isVerbatim: true });
      return { ...(await toResults(db, request, found, context)), query, correction: { ...applied, href } };
    }
    offered = correction.query;
    break;
  }
  const found = await findMatches(db, query, context);
  const isEmpty = found.candidates.matches.places.length === 0;
  const relaxations = isEmpty ? await relaxText(relaxationInput(found, context), found.relaxations) : found.relaxations;
  const results = await toResults(db, request, { ...found, relaxations }, context);
  const hasEnough = !results.isPartial && results.placesFound >= FEW_RESULTS;
  const isFinal = corrections.length > 0 || isVerbatim || query === "" || hasEnough;
  const meant = isFinal ? offered : await findSimilarName(db, query, vocabulary);
  return meant === null ? results : { ...results, correction: offerCorrection(meant, request) };
}

/** The shortened queries that one request may count, over all corrections tried. One page can need 20. */
const COUNTS_MAX = 20;

/** A doubtful correction is only offered. It needs a check whether it finds anything, so few counts are spent on it. */
const DOUBTFUL_COUNTS_MAX = 3;

/** With fewer results than this, a query of known words may be a name with one wrong word. */
const FEW_RESULTS = 10;

function offerCorrection(query: string, { filters }: SearchRequest): SearchCorrection {
  return { kind: "offered", query, label: query, href: searchPath({ query, filters }) };
}

/** What all steps of one search share. */
type SearchContext = {
  moment: PageContext;
  directory: Directory;
  near: ResolvedNear | null;
  /** As requested, without an unknown station. */
  filters: SearchRequest["filters"];
  countMatches: CountMatches;
};

function searchContext(
  db: Database,
  request: SearchRequest,
  { moment, directory }: { moment: PageContext; directory: Directory },
): SearchContext {
  const near = resolveNear(request.filters.near, directory.vocabulary);
  const filters = near === null ? changeSearchFilters(request.filters, { near: null }) : request.filters;
  const steps = { moment, directory, near, filters };
  return { ...steps, countMatches: counter(db, steps, COUNTS_MAX) };
}

function counter(
  db: Database,
  { directory, near, filters, moment }: Omit<SearchContext, "countMatches">,
  queriesMax: number,
): CountMatches {
  return matchCounter(db, { directory, filters, near: near?.point ?? null, now: moment.now, queriesMax });
}

/** What one spelling of a query matches, before anything of it is loaded for display. */
type FoundMatches = {
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
async function findMatches(db: Database, typed: string, context: SearchContext): Promise<FoundMatches> {
  const { moment } = context;
  const { query, parse, candidates: exact } = await parseAndFind(db, typed, context);
  const hasMatches = exact.matches.places.length > 0;
  const removals = hasMatches ? [] : await relaxConditions(relaxationInput({ query, parse }, context));
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
 * Parses the query and finds its candidates.
 *
 * A day beside a type means when it must be open, but many hours are unknown. If no place matches, the day becomes free
 * text, which a description may mention ("its Sunday drag brunch").
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

function relaxationInput(
  { query, parse }: Pick<FoundMatches, "query" | "parse">,
  { filters, countMatches }: SearchContext,
): RelaxationInput {
  return { query, parse, filters, countMatches };
}

/** Partial matches don't count, because they suggest a wrong correction. */
function hasFound({ isPartial, candidates, guideIds, neighborhoodSlugs, relaxations }: FoundMatches): boolean {
  const hasPlaces = !isPartial && candidates.matches.total.count > 0;
  return hasPlaces || guideIds.length + neighborhoodSlugs.length + relaxations.length > 0;
}

/** Ranks what was found, and loads one page of it. */
async function toResults(
  db: Database,
  request: SearchRequest,
  found: FoundMatches,
  context: SearchContext,
): Promise<SearchResults> {
  const { query, candidates, isPartial, guideIds, neighborhoodSlugs } = found;
  const { moment, near, filters } = context;
  const { matches, total, facets } = candidates;
  const ranked = rank(candidates.places, { sort: filters.sort, near: near?.point ?? null, now: moment.now });
  const page = slicePage(ranked, request.kind === "guides" ? 1 : request.page);
  const filtersLeaveNothing = matches.places.length > 0 && ranked.length === 0;
  return {
    query: query.typed,
    isVerbatim: request.isVerbatim,
    filters,
    near,
    needsPosition: near === null && query.conditions.some(({ condition }) => condition.kind === "near-me"),
    chips: query.conditions.map((span) => ({
      label: conditionLabel(span.condition),
      href: searchPath({ query: removeCondition(query.typed, span), filters }),
    })),
    places: {
      ...page,
      total: total.count,
      precision: total.precision,
      items: await placeResults(db, { places: page.items, query, near }, moment),
    },
    placesFound: matches.total.count,
    placesFoundPrecision: matches.total.precision,
    facets,
    correction: null,
    isPartial,
    relaxations: filtersLeaveNothing
      ? await relaxFilters(relaxationInput(found, context), matches, moment.now)
      : found.relaxations,
    guides: await guideResults(db, guideIds, { request, moment }),
    neighborhoods: await neighborhoodResults(db, neighborhoodSlugs, moment),
  };
}

const NO_RESULTS: Omit<SearchResults, "query" | "filters"> = {
  isVerbatim: false,
  near: null,
  needsPosition: false,
  placesFound: 0,
  placesFoundPrecision: "exact",
  facets: countFacets([], NO_SEARCH_FILTERS, new Date(0)),
  chips: [],
  correction: null,
  isPartial: false,
  places: { items: [], total: 0, precision: "exact", page: 1, pageCount: 1 },
  relaxations: [],
  guides: { items: [], total: 0, page: 1, pageCount: 1 },
  neighborhoods: [],
};

async function guideResults(
  db: Database,
  ranked: number[],
  { request, moment }: { request: SearchRequest; moment: PageContext },
): Promise<SearchResults["guides"]> {
  const page = slicePage(ranked, request.kind === "guides" ? request.page : 1);
  const ids = page.items;
  if (ids.length === 0) return { ...page, items: [] };
  const cards = await listGuideCards(db, { where: inArray(posts.id, ids), limit: ids.length }, moment);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { ...page, items: ids.flatMap((id) => byId.get(id) ?? []) };
}

async function neighborhoodResults(
  db: Database,
  slugs: string[],
  moment: PageContext,
): Promise<SearchResults["neighborhoods"]> {
  if (slugs.length === 0) return [];
  const cards = new Map((await listNeighborhoods(db, moment, slugs)).map((card) => [card.slug, card]));
  return slugs.flatMap((slug) => cards.get(slug) ?? []);
}

function slicePage<Item>(
  items: Item[],
  page: number,
): { items: Item[]; total: number; page: number; pageCount: number } {
  const pageCount = Math.max(1, Math.ceil(items.length / SEARCH_RESULTS_PER_PAGE));
  const start = (page - 1) * SEARCH_RESULTS_PER_PAGE;
  return { items: items.slice(start, start + SEARCH_RESULTS_PER_PAGE), total: items.length, page, pageCount };
}

import { type AnyColumn, desc, eq, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { neighborhoodSearch } from "#app/db/schema/search.ts";
import { listGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";
import { listNeighborhoods } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { countFacets } from "#app/guide/places/filters/filter-places.ts";
import { hoursTextExpiresAt } from "#app/guide/places/hours/format-hours.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import { conditionLabel } from "../query/condition-label.ts";
import { conditionReasons, walkReason } from "../query/condition-reasons.ts";
import {
  type PlaceQuery,
  isPlaceName,
  type SearchContext,
  loadSearchContext,
  rankPlaces,
  rankPlacesWithRetry,
  type RankedPlaces,
} from "../candidates/find-places.server.ts";
import { findLandmarks } from "../candidates/find-landmarks.server.ts";
import { resolveNear } from "../candidates/resolve-near.server.ts";
import {
  suggestFilterRemovals,
  narrowResults,
  SUGGESTIONS_PER_REQUEST_MAX,
  type SuggestionBudget,
  suggestWithoutText,
  suggestConditionRemovals,
} from "../candidates/narrow-results.server.ts";
import { openConditionExpiresAt } from "../query/open-condition.ts";
import { parseQuery, type ParsedQuery, type QueryContext, removeCondition } from "../query/parse-query.ts";
import { findSimilarName, findCorrections } from "../spelling/query-spelling.server.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { rankGuideIds } from "../ranking/rank-guides.server.ts";
import { allWordsTsquery, CANDIDATE_LIMITS, type CandidateLimits } from "../candidates/search-candidates.server.ts";
import { isFiltered, type ResolvedNear, NO_SEARCH_FILTERS, changeSearchFilters } from "../query/search-filters.ts";
import { splitWords } from "../query/query-words.ts";
import { searchReason, fallbackReason } from "../ranking/search-reason.ts";
import {
  type SearchCorrection,
  searchPath,
  type SearchRequest,
  type SearchResults,
  SEARCH_RESULTS_PER_PAGE,
} from "./search.ts";

/**
 * Searches places, guides and neighborhoods for an everyday query, best first, and says how the query was understood.
 */
export async function search(
  db: Database,
  request: SearchRequest,
  moment: PageContext,
  limits: CandidateLimits = CANDIDATE_LIMITS,
): Promise<SearchResults> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const { query } = request;
  // A query like "!" has no words, and would match every place.
  if (splitWords(query).length === 0 && !isFiltered(request.filters))
    return { ...NO_RESULTS, query, filters: request.filters };
  const searchContext = await loadSearchContext(db);
  const { vocabulary } = searchContext;
  const input = { ...searchContext, moment, limits, offersLeft: { count: SUGGESTIONS_PER_REQUEST_MAX }, isLast: true };
  const readings = request.isVerbatim || query === "" ? [] : await findCorrections(db, query, vocabulary);
  for (const reading of readings) {
    const offersLeft = reading.isSure ? input.offersLeft : { count: DOUBTFUL_SUGGESTIONS_MAX };
    const corrected = await searchExactly(
      db,
      { ...request, query: reading.query },
      { ...input, offersLeft, isLast: false },
    );
    if (!hasFound(corrected)) continue;
    const applied = { kind: "applied", query: reading.query, label: reading.query } as const;
    if (reading.isSure) {
      return {
        ...corrected,
        query,
        correction: { ...applied, href: searchPath({ ...request, kind: null, page: 1, isVerbatim: true }) },
      };
    }
    return { ...(await searchExactly(db, request, input)), correction: suggestCorrection(reading.query, request) };
  }
  const typed = await searchExactly(db, request, input);
  const hasEnough = !typed.isPartial && typed.placesFound >= FEW_RESULTS;
  if (readings.length > 0 || request.isVerbatim || query === "" || hasEnough) return typed;
  const name = await findSimilarName(db, query, vocabulary);
  return name === null ? typed : { ...typed, correction: suggestCorrection(name, request) };
}

/**
 * A doubtful correction is only suggested. It needs a check whether it finds anything, so few searches are spent on it.
 */
const DOUBTFUL_SUGGESTIONS_MAX = 3;

/** With fewer results than this, a query of known words may be a name with one wrong word. */
const FEW_RESULTS = 10;

function suggestCorrection(query: string, { filters }: SearchRequest): SearchCorrection {
  return { kind: "offered", query, label: query, href: searchPath({ query, filters }) };
}

/** Partial matches don't count, because they suggest a wrong correction. */
function hasFound({
  isPartial,
  placesFound,
  guides,
  neighborhoods: areas,
  relaxations: suggestions,
}: SearchResults): boolean {
  return (!isPartial && placesFound > 0) || guides.total + areas.length + suggestions.length > 0;
}

type ExactSearchInput = SearchContext & {
  moment: PageContext;
  limits: CandidateLimits;
  offersLeft: SuggestionBudget;
  /** No other correction follows, so every suggestion is made. */
  isLast: boolean;
};

/** Searches for exactly these words. */
async function searchExactly(
  db: Database,
  request: SearchRequest,
  { vocabulary, tiers, moment, limits, offersLeft, isLast }: ExactSearchInput,
): Promise<SearchResults> {
  const { query } = request;
  const near = await resolveNear(db, request.filters.near);
  const filters = near === null ? changeSearchFilters(request.filters, { near: null }) : request.filters;
  const landmarks = await findLandmarks(db, query, vocabulary);
  const base = { query, near: near?.point ?? null, now: moment.now, tiers, limits, stations: new Map() };
  const queryContext = { isName: await isPlaceName(db, query), landmarks };
  const { parsed, context, exact } = await parseAndRank(db, { ...base, vocabulary, context: queryContext }, moment);
  const placeQuery = { ...base, parsed };
  const searchState = { placeQuery, filters, vocabulary, context, offersLeft };
  const removals = exact.places.length > 0 ? [] : await suggestConditionRemovals(db, searchState);
  // If no place matches all words and no condition is the reason, a place that matches some may be meant.
  const isPartial = exact.places.length === 0 && removals.length === 0 && parsed.freeText.includes(" ");
  const found = isPartial ? await rankPlaces(db, placeQuery, { words: "some" }) : exact;
  const isFinalAndEmpty = isLast && found.places.length === 0;
  const suggestions = isFinalAndEmpty ? await suggestWithoutText(db, searchState, removals) : removals;
  // Results show whether places are open, so the page expires when any of them opens or closes.
  for (const { hours } of found.places) expirePageAt(moment.page, hoursTextExpiresAt(hours, moment.now));
  const narrowed = await narrowResults(db, { placeQuery, found, filters, vocabulary, isPartial });
  const filtersLeaveNothing = found.places.length > 0 && narrowed.places.length === 0;
  return {
    query,
    isVerbatim: request.isVerbatim,
    filters,
    near,
    needsPosition: near === null && parsed.conditions.some(({ condition }) => condition.kind === "near-me"),
    chips: parsed.conditions.map((span) => ({
      label: conditionLabel(span.condition),
      href: searchPath({ query: removeCondition(query, span), filters }),
    })),
    places: await placesPage(db, { found: narrowed, near, request, parsed }, moment),
    placesFound: found.total,
    placesFoundPrecision: found.precision,
    facets: narrowed.facets,
    correction: null,
    isPartial,
    relaxations: filtersLeaveNothing ? await suggestFilterRemovals(db, { ...searchState, found }) : suggestions,
    guides: await guidesPage(db, parsed, request, moment),
    neighborhoods: await matchingNeighborhoods(db, allWordsTsquery(neighborhoodTopic(parsed)), moment),
  };
}

/**
 * Parses the query and searches.
 *
 * A day beside a type means when it must be open, but many hours are unknown. If no place matches, the day becomes free
 * text, which a description may mention ("its Sunday drag brunch").
 */
async function parseAndRank(
  db: Database,
  { vocabulary, context, ...base }: Omit<PlaceQuery, "parsed"> & { vocabulary: Vocabulary; context: QueryContext },
  { page, now }: PageContext,
): Promise<{ parsed: ParsedQuery; context: QueryContext; exact: RankedPlaces }> {
  const parsed = parseQuery(base.query, vocabulary, context);
  for (const { condition } of parsed.conditions) {
    // Also without matches, because another day may have some.
    if (condition.kind === "open") expirePageAt(page, openConditionExpiresAt(condition.when, now));
  }
  const exact = await rankPlacesWithRetry(db, { ...base, parsed });
  if (exact.places.length > 0) return { parsed, context, exact };
  const contextWithoutDays = { ...context, readsDays: false };
  const asText = parseQuery(base.query, vocabulary, contextWithoutDays);
  if (asText.conditions.length === parsed.conditions.length) return { parsed, context, exact };
  const found = await rankPlacesWithRetry(db, { ...base, parsed: asText });
  return found.places.length > 0
    ? { parsed: asText, context: contextWithoutDays, exact: found }
    : { parsed, context, exact };
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

/** The text for the search of neighborhoods: the free text, types and locations. */
function neighborhoodTopic({ freeText: text, conditions: spans }: ParsedQuery): string {
  const named = spans.map(({ condition }) => {
    if (condition.kind === "type") return condition.words;
    if (condition.kind === "neighborhood" || condition.kind === "station") return condition.name;
    return condition.kind === "category" ? conditionLabel(condition) : "";
  });
  return [...named, text].filter((words) => words !== "").join(" ");
}

type PlacesPageInput = { found: RankedPlaces; near: ResolvedNear | null; request: SearchRequest; parsed: ParsedQuery };

async function placesPage(
  db: Database,
  { found, near, request, parsed }: PlacesPageInput,
  moment: PageContext,
): Promise<SearchResults["places"]> {
  const page = slicePage(found.places, request.kind === "guides" ? 1 : request.page);
  const byId = new Map(page.items.map((place) => [place.id, place]));
  const conditions = parsed.conditions.map(({ condition }) => condition);
  const texts = await matchReasons(db, [...byId.keys()], { query: request.query, parsed });
  const cards = await placeCardsById(db, [...byId.keys()], moment);
  return {
    ...page,
    total: found.total,
    precision: found.precision,
    items: cards.map((card) => {
      const place = byId.get(card.id);
      const more = place === undefined || place.isNamed ? [] : conditionReasons(place, conditions);
      const walk = place === undefined || near === null ? "" : walkReason(place, { near, conditions });
      const reasons = [texts.get(card.id) ?? "", ...more, walk].filter((part) => part !== "");
      return { ...card, reason: reasons.length > 0 ? reasons.join(" · ") : fallbackReason(request.query) };
    }),
  };
}

/**
 * Why each place matched, in the words that matched. Only for the places on the page, because highlighting costs more
 * than searching.
 */
async function matchReasons(
  db: Database,
  ids: number[],
  { query, parsed }: { query: string; parsed: ParsedQuery },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const typePhrases = parsed.conditions.flatMap(({ condition }) =>
    condition.kind === "type" ? [condition.words] : [],
  );
  // As typed, so that a nickname is highlighted among the nicknames.
  const locationPhrases = parsed.conditions.flatMap(({ condition, from, to }) =>
    condition.kind === "neighborhood" ? [query.slice(from, to)] : [],
  );
  const anyOf = (phrases: string[]) => sql`websearch_to_tsquery('english', unaccent(${joinWithOr(phrases)}))`;
  const kind = anyOf([parsed.freeText, ...typePhrases]);
  const text = anyOf([parsed.freeText]);
  const where = anyOf([parsed.freeText, ...locationPhrases]);
  const marks = "StartSel=[[,StopSel=]],FragmentDelimiter=…";
  const highlighted = (column: AnyColumn | SQL, query: SQL, options = "HighlightAll=true") =>
    sql<string>`ts_headline('english', ${column}, ${query}, ${`${marks},${options}`})`;
  const rows = await db
    .select({
      id: places.id,
      name: highlighted(sql`unaccent(${places.name})`, kind),
      type: highlighted(places.type, kind),
      neighborhood: highlighted(neighborhoods.name, where),
      bynames: highlighted(sql`array_to_string(${neighborhoods.aka}, ', ')`, where),
      category: highlighted(categories.name, kind),
      street: highlighted(sql`coalesce(${places.street}, '')`, text),
      description: highlighted(places.description, kind, "MaxFragments=1,MaxWords=10,MinWords=5"),
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .innerJoin(categories, eq(categories.slug, places.categorySlug))
    .where(inArray(places.id, ids));
  return new Map(rows.map(({ id, ...texts }) => [id, searchReason(texts)]));
}

/** Any word of any phrase, in websearch syntax: a place that matches only one word shows it. */
function joinWithOr(phrases: string[]): string {
  return phrases
    .flatMap((phrase) => phrase.split(/[\s"-]+/))
    .filter((word) => word !== "" && word !== "or")
    .join(" or ");
}

async function guidesPage(
  db: Database,
  parsed: ParsedQuery,
  request: SearchRequest,
  moment: PageContext,
): Promise<SearchResults["guides"]> {
  const ranked = await rankGuideIds(db, { query: request.query, parsed }, moment);
  const page = slicePage(ranked, request.kind === "guides" ? request.page : 1);
  const ids = page.items;
  if (ids.length === 0) return { ...page, items: [] };
  const cards = await listGuideCards(db, { where: inArray(posts.id, ids), limit: ids.length }, moment);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { ...page, items: ids.flatMap((id) => byId.get(id) ?? []) };
}

async function matchingNeighborhoods(
  db: Database,
  query: SQL,
  moment: PageContext,
): Promise<SearchResults["neighborhoods"]> {
  const ranked = await db
    .select({ slug: neighborhoodSearch.neighborhoodSlug })
    .from(neighborhoodSearch)
    .where(sql`${neighborhoodSearch.doc} @@ ${query}`)
    .orderBy(desc(sql`ts_rank(${neighborhoodSearch.doc}, ${query})`), neighborhoodSearch.neighborhoodSlug)
    .limit(SEARCH_RESULTS_PER_PAGE);
  if (ranked.length === 0) return [];
  const found = await listNeighborhoods(
    db,
    moment,
    ranked.map(({ slug }) => slug),
  );
  const cards = new Map(found.map((card) => [card.slug, card]));
  return ranked.flatMap(({ slug }) => cards.get(slug) ?? []);
}

function slicePage<Item>(
  items: Item[],
  page: number,
): { items: Item[]; total: number; page: number; pageCount: number } {
  const pageCount = Math.max(1, Math.ceil(items.length / SEARCH_RESULTS_PER_PAGE));
  const start = (page - 1) * SEARCH_RESULTS_PER_PAGE;
  return { items: items.slice(start, start + SEARCH_RESULTS_PER_PAGE), total: items.length, page, pageCount };
}

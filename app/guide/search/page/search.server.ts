import type { Database } from "#app/db/database.server.ts";
import { toGuideCard } from "#app/guide/guides/list/guide-cards.server.ts";
import { listNeighborhoods } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { countFacets } from "#app/guide/places/filters/filter-places.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { Candidate } from "../candidates/candidate.ts";
import { CANDIDATE_LIMITS, type CandidateLimits } from "../candidates/candidate-stages.server.ts";
import { findAny } from "../candidates/count-matches.server.ts";
import { type Directory, loadDirectory } from "../candidates/directory.server.ts";
import { sampleOf } from "../candidates/estimate-counts.ts";
import { conditionLabel } from "../query/condition-label.ts";
import { type ParsedQuery, parseQuery, type QueryContext, removeCondition } from "../query/parse-query.ts";
import { type Condition, isProximityCondition, LOCATION_KINDS } from "../query/query-conditions.ts";
import { splitWords } from "../query/query-words.ts";
import { resolveNear } from "../query/resolve-near.ts";
import { isFiltered, NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import { rankNeighborhoods } from "../ranking/rank-neighborhoods.ts";
import { rank } from "../ranking/rank.ts";
import { findCorrections, findSimilarName } from "../spelling/query-spelling.server.ts";
import { findMatches, type FoundMatches, inputOf, type SearchContext } from "./find-matches.server.ts";
import { placeGroups } from "./place-groups.server.ts";
import { placeResults } from "./place-results.server.ts";
import { pinsOf } from "./search-pins.server.ts";
import { addPlaceHref, fewPlacesNote, searchHelp } from "../empty/search-help.server.ts";
import { relaxFiltersOrConditions } from "./relaxations.server.ts";
import {
  type SearchCorrection,
  searchPath,
  type SearchRequest,
  type SearchResults,
  SEARCH_RESULTS_PER_PAGE,
} from "./search-request.ts";

/**
 * Searches places, guides and neighborhoods for an everyday query, best first, and says how the query was understood.
 *
 * @param limits Lowered in tests.
 */
export async function search(
  db: Database,
  request: SearchRequest,
  moment: PageContext,
  limits: CandidateLimits = CANDIDATE_LIMITS,
): Promise<SearchResults> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const { query } = request;
  const { near } = request.filters;
  const directory = {
    ...(await loadDirectory(db, { query, near: near?.kind === "named" ? near.name : null })),
    limits,
  };
  const context = searchContext(request, { moment, directory });
  // A query like "!" has no words, and would match every place, as would a starting point that we don't know.
  const filters = context.near === null ? { ...request.filters, near: null } : request.filters;
  if (splitWords(query).length === 0 && !isFiltered(filters)) return { ...NO_RESULTS, query, filters };
  const corrected = await chooseCorrection(db, request, directory);
  if (corrected.kind === "applied") {
    const { typed, known } = corrected;
    const results = await toResults(db, request, await findMatches(db, { typed, known }, context), context);
    return { ...results, query, correction: applyCorrection(typed, request) };
  }
  const found = await findMatches(db, { typed: query, known: directory.queryContext }, context);
  const results = await toResults(db, request, found, context);
  const hasEnough = !results.isPartial && results.placesFound >= FEW_RESULTS;
  const mayBeName = corrected.kind === "none" && corrected.isSpelledRight && !hasEnough;
  const similarName = mayBeName ? await findSimilarName(db, query, directory.vocabulary) : null;
  const offered = corrected.kind === "offered" ? corrected.typed : similarName;
  return offered === null ? results : { ...results, correction: offerCorrection(offered, request) };
}

/** With fewer results than this, a query of known words may be a name with one wrong word. */
const FEW_RESULTS = 10;

function searchContext(
  request: SearchRequest,
  { moment, directory }: Pick<SearchContext, "moment" | "directory">,
): SearchContext {
  const { filters } = request;
  const near = resolveNear(filters.near, directory.vocabulary, directory.named);
  return { moment, directory, near, filters };
}

type Corrected =
  /** The likeliest correction that finds places, and is sure. What was typed finds none. */
  | { kind: "applied"; typed: string; known: QueryContext }
  /** It finds places or is a neighborhood, but is doubtful. */
  | { kind: "offered"; typed: string }
  | { kind: "none"; isSpelledRight: boolean };

async function chooseCorrection(
  db: Database,
  { query, isVerbatim }: SearchRequest,
  { vocabulary, wordLookup }: Directory,
): Promise<Corrected> {
  if (isVerbatim || query === "") return { kind: "none", isSpelledRight: false };
  const corrections = findCorrections(query, vocabulary, wordLookup);
  const parsed = corrections.map((correction) => parseQuery(correction.query, vocabulary));
  const found = await findAny(db, parsed, vocabulary);
  for (const [at, { query: typed, isSure }] of corrections.entries()) {
    const { finds = false, context: known = {} } = found[at] ?? {};
    if (finds) return isSure ? { kind: "applied", typed, known } : { kind: "offered", typed };
    const isNeighborhood = (parsed[at] === undefined ? [] : rankNeighborhoods(parsed[at], vocabulary)).length > 0;
    if (isNeighborhood) return { kind: "offered", typed };
  }
  return { kind: "none", isSpelledRight: corrections.length === 0 };
}

function applyCorrection(query: string, request: SearchRequest): SearchCorrection {
  const href = searchPath({ ...request, kind: null, page: 1, isVerbatim: true });
  return { kind: "applied", query, label: query, href };
}

function offerCorrection(query: string, { filters }: SearchRequest): SearchCorrection {
  return { kind: "offered", query, label: query, href: searchPath({ query, filters }) };
}

/** Ranks what was found, and loads one page of it. */
async function toResults(
  db: Database,
  request: SearchRequest,
  found: FoundMatches,
  context: SearchContext,
): Promise<SearchResults> {
  const { query, candidates, isPartial, neighborhoodSlugs } = found;
  const { moment, near, filters } = context;
  const { matches, total, facets } = candidates;
  const ranked = rank(candidates.places, {
    sort: filters.sort,
    near: near?.point ?? null,
    now: moment.now,
    isNearWanted: query.conditions.some(({ condition }) => isProximityCondition(condition)),
  });
  const groups = placeGroups(ranked, found, sampleOf({ places: ranked, total }));
  const page = slicePage(ranked, request.kind === "guides" ? 1 : request.page);
  const filtersLeaveNothing = matches.places.length > 0 && ranked.length === 0;
  const { guides, answer } = guideResults(found, { request, moment });
  return {
    query: query.typed,
    isVerbatim: request.isVerbatim,
    filters,
    near,
    startNames: filters.sort === "nearest" ? context.directory.vocabulary.stations.map(({ name }) => name) : [],
    needsPosition: near === null && query.conditions.some(({ condition }) => condition.kind === "near-me"),
    chips: query.conditions.map((span) => ({
      label: conditionLabel(span.condition),
      href: searchPath({ query: removeCondition(query.typed, span), filters }),
      ...cautionOn(span.condition),
    })),
    places: {
      ...page,
      total: total.count,
      precision: total.precision,
      items: await placeResults(db, { places: page.items, query, near, guide: answer }, moment),
    },
    pins: pinsOf(ranked, { listed: page.items, bounds: filters.bounds }),
    groups,
    placesFound: matches.total.count,
    placesFoundPrecision: matches.total.precision,
    facets,
    hoursKnown: matches.hoursKnown,
    correction: null,
    isPartial,
    help: await searchHelp(db, query, { hasFound: matches.places.length + found.relaxations.length > 0 }),
    fewPlacesNote: isFiltered(filters)
      ? null
      : fewPlacesNote(query, groups.find(({ fit }) => fit === "known")?.count ?? 0),
    addHref: addPlaceHref(query),
    relaxations: filtersLeaveNothing
      ? await relaxFiltersOrConditions(db, { ...found, matches }, { ...inputOf(query, context), now: moment.now })
      : found.relaxations,
    guides,
    guideAnswer: isFiltered(filters) ? null : answer,
    neighborhoods: await neighborhoodResults(db, neighborhoodSlugs, moment),
  };
}

/** What leaving out a food can't promise. */
function cautionOn(condition: Condition): { note?: string } {
  if (condition.kind !== "except") return {};
  const { of } = condition;
  if (of.kind !== "food" && (of.kind !== "type" || of.dishes.length === 0)) return {};
  const food = of.kind === "food" ? of.label : `“${of.words}”`;
  return {
    note: `We left out places that mention ${food}. Other kitchens may still serve it, so ask before you order.`,
  };
}

const NO_RESULTS: Omit<SearchResults, "query" | "filters"> = {
  isVerbatim: false,
  near: null,
  startNames: [],
  needsPosition: false,
  placesFound: 0,
  placesFoundPrecision: "exact",
  facets: countFacets([], NO_SEARCH_FILTERS, new Date(0)),
  hoursKnown: null,
  chips: [],
  correction: null,
  isPartial: false,
  places: { items: [], total: 0, precision: "exact", page: 1, pageCount: 1 },
  pins: pinsOf([]),
  relaxations: [],
  help: null,
  fewPlacesNote: null,
  addHref: "/submit",
  groups: [],
  guides: { items: [], total: 0, page: 1, pageCount: 1 },
  guideAnswer: null,
  neighborhoods: [],
};

/** One page of guides, and the guide that answers the query. Of a search for more than words and a part of the city only those about it. */
function guideResults(
  { guides, candidates, query }: FoundMatches,
  { request, moment }: { request: SearchRequest; moment: PageContext },
): Pick<SearchResults, "guides"> & { answer: SearchResults["guideAnswer"] } {
  const hasSubject = query.conditions.some(({ condition: { kind } }) => !LOCATION_KINDS.has(kind));
  const ranked = hasSubject ? guides.topical : guides.all;
  const page = slicePage(ranked, request.kind === "guides" ? request.page : 1);
  const answer = guides.answer !== null && isAnswered(candidates.places, query) ? guides.answer : null;
  return {
    guides: { ...page, items: page.items.map((row) => toGuideCard(row, moment)) },
    answer: answer === null ? null : toGuideCard(answer, moment),
  };
}

/** Not where a place's own name is searched for, nor where the guide has no place in the part of the city asked for. */
function isAnswered(places: readonly Candidate[], { conditions }: ParsedQuery): boolean {
  if (places.some(({ isMeant }) => isMeant)) return false;
  const isSomewhere = conditions.some(({ condition: { kind } }) => kind === "except" || LOCATION_KINDS.has(kind));
  return !isSomewhere || places.some(({ stop }) => stop !== null);
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
  items: readonly Item[],
  page: number,
): { items: Item[]; total: number; page: number; pageCount: number } {
  const pageCount = Math.max(1, Math.ceil(items.length / SEARCH_RESULTS_PER_PAGE));
  const start = (page - 1) * SEARCH_RESULTS_PER_PAGE;
  return { items: items.slice(start, start + SEARCH_RESULTS_PER_PAGE), total: items.length, page, pageCount };
}

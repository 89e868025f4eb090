import type { Database } from "#app/db/database.server.ts";
import { typeSlug } from "#app/guide/places/filters/filter-places.ts";
import type { Facet, PlaceFacets, Relaxation } from "#app/guide/places/filters/place-filters.ts";

import { conditionLabel } from "../query/condition-label.ts";
import { filterConditions } from "../query/filter-conditions.ts";
import { countPlaces } from "./count-places.server.ts";
import { type PlaceQuery, rankPlaces, rankPlacesWithRetry, type RankedPlaces } from "./find-places.server.ts";
import { countRemaining, narrowPlaces, searchRelaxations } from "./narrow-places.ts";
import {
  mergeFacets,
  estimateCount,
  estimateFacets,
  type CountSample,
} from "#app/guide/places/filters/estimate-counts.ts";
import {
  type ParsedQuery,
  parseQuery,
  type QueryContext,
  type ConditionSpan,
  removeCondition,
} from "../query/parse-query.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { isFiltered, type SearchFilters, changeSearchFilters } from "../query/search-filters.ts";
import { searchPath, type SearchResults } from "../page/search.ts";

type SearchState = {
  placeQuery: PlaceQuery;
  filters: SearchFilters;
  vocabulary: Vocabulary;
  /** How the query was parsed. Shortened queries are parsed the same way. */
  context: QueryContext;
  offersLeft: SuggestionBudget;
};

/** Applies the filters to the matches of the query, and counts what every other choice would leave. */
export async function narrowResults(
  db: Database,
  {
    placeQuery,
    filters,
    vocabulary,
    found,
    isPartial,
  }: Pick<SearchState, "placeQuery" | "filters" | "vocabulary"> & { found: RankedPlaces; isPartial: boolean },
): Promise<RankedPlaces & { facets: PlaceFacets }> {
  const input = { filters, near: placeQuery.near, now: placeQuery.now };
  const { places: filtered, facets: narrowedFacets } = narrowPlaces(found.places, input);
  const counts = namedFacets(narrowedFacets, vocabulary);
  const { precision } = found;
  const facets = estimateFacets(counts, sampleOf(found));
  if (!isFiltered(filters)) return { places: filtered, facets, total: found.total, precision };
  if (precision === "exact" || isPartial) {
    return { places: filtered, facets, total: estimateCount(filtered.length, sampleOf(found)), precision };
  }
  // Too many matches to rank them all: searches again with the filters as conditions.
  const conditions = filterConditions(filters, vocabulary.types).map((condition) => ({ condition, from: 0, to: 0 }));
  const parsed: ParsedQuery = { ...placeQuery.parsed, conditions: [...placeQuery.parsed.conditions, ...conditions] };
  const isEnough = ({ places }: RankedPlaces) => narrowPlaces(places, input).places.length > 0;
  const retried = await rankPlacesWithRetry(db, { ...placeQuery, parsed }, { isEnough });
  const { places: filteredRetry, facets: exactFacets } = narrowPlaces(retried.places, input);
  return {
    places: filteredRetry,
    facets: mergeFacets(estimateFacets(exactFacets, sampleOf(retried)), facets, filters),
    total: estimateCount(filteredRetry.length, sampleOf(retried)),
    precision: retried.precision,
  };
}

/** Gives facets without matches the name of their type or neighborhood. */
function namedFacets(facets: PlaceFacets, { types, phrases }: Vocabulary): PlaceFacets {
  if ([...facets.types, ...facets.neighborhoods].every(({ count }) => count > 0)) return facets;
  const typeNames = new Map(types.map((type) => [typeSlug(type), type]));
  const neighborhoodNames = new Map<string, string>();
  for (const { condition } of phrases.values()) {
    if (condition?.kind === "neighborhood") neighborhoodNames.set(condition.slug, condition.name);
  }
  const withNames = (group: readonly Facet[], names: ReadonlyMap<string, string>) =>
    group.map((facet) => (facet.count > 0 ? facet : { ...facet, label: names.get(facet.value) ?? facet.label }));
  return {
    ...facets,
    types: withNames(facets.types, typeNames),
    neighborhoods: withNames(facets.neighborhoods, neighborhoodNames),
  };
}

function sampleOf({ places, total, precision }: RankedPlaces): CountSample {
  return { weighed: places.length, total, precision };
}

/** Suggestions when filters leave no match: removing one filter, or one condition of the query. */
export async function suggestFilterRemovals(
  db: Database,
  { found, ...narrowing }: SearchState & { found: RankedPlaces },
): Promise<SearchResults["relaxations"]> {
  const { placeQuery, filters } = narrowing;
  const { query, parsed, now } = placeQuery;
  const hrefWith = (change: Partial<SearchFilters>) =>
    searchPath({ query, filters: changeSearchFilters(filters, change) });
  const each = parsed.conditions.map((span) => suggestWithout(query, [span])).slice(0, SUGGESTIONS_TRIED_MAX.one);
  const fewerWords = await countSuggestions(db, each, narrowing);
  const fewerFilters = searchRelaxations(found.places, { filters, now, hrefWith }).map((offer) => ({
    ...offer,
    ...scaledCount(offer.count, found),
  }));
  return [...fewerFilters, ...fewerWords].toSorted((a, b) => b.count - a.count);
}

/** Each suggestion costs a search. Limits for removing one condition, two, or all but one. */
const SUGGESTIONS_TRIED_MAX = { one: 6, two: 6, allButOne: 4 };

/**
 * The searches that a request may still spend on suggestions, over all spellings tried. 20 is what one page can need,
 * and a few more.
 */
export type SuggestionBudget = { count: number };
export const SUGGESTIONS_PER_REQUEST_MAX = 20;

/**
 * Conditions to remove when nothing matches, each with the number of places it would bring, most first. If no single
 * removal helps, suggests two together, and then all but one.
 */
export async function suggestConditionRemovals(
  db: Database,
  narrowing: SearchState,
): Promise<SearchResults["relaxations"]> {
  const { query, parsed } = narrowing.placeQuery;
  const { conditions: spans } = parsed;
  const suggestRemoving = (choices: ConditionSpan[][], max: number) =>
    countSuggestions(
      db,
      choices.slice(0, max).map((removed) => suggestWithout(query, removed)),
      narrowing,
    );
  const singles = await suggestRemoving(
    spans.map((span) => [span]),
    SUGGESTIONS_TRIED_MAX.one,
  );
  if (singles.length > 0) return singles;
  const pairs = spans.flatMap((first, index) => spans.slice(index + 1).map((second) => [first, second]));
  const doubles = await suggestRemoving(pairs, SUGGESTIONS_TRIED_MAX.two);
  if (doubles.length > 0) return doubles;
  const onlyOne = spans.slice(0, SUGGESTIONS_TRIED_MAX.allButOne).map((kept): QuerySuggestion => {
    const removed = spans.filter((other) => other !== kept);
    return { query: removeConditions(query, removed), words: { label: conditionLabel(kept.condition), isAlone: true } };
  });
  return countSuggestions(db, onlyOne, narrowing);
}

/**
 * Suggestions when the free text is the problem, as in "quiet dentist" when no dentist mentions quiet: the query
 * without it. If even that finds nothing and there are no other suggestions, each condition alone.
 */
export async function suggestWithoutText(
  db: Database,
  narrowing: SearchState,
  others: SearchResults["relaxations"],
): Promise<SearchResults["relaxations"]> {
  const { query, parsed } = narrowing.placeQuery;
  const { conditions: spans, freeText: text } = parsed;
  if (spans.length === 0 || text === "") return others;
  const queryOf = (spans: ConditionSpan[]) => spans.map(({ from, to }) => query.slice(from, to)).join(" ");
  const together = await countSuggestions(db, [{ query: queryOf(spans), words: { label: text } }], narrowing);
  const offers = [...others, ...together].toSorted((a, b) => b.count - a.count);
  if (offers.length > 0 || spans.length === 1) return offers;
  const onlyOne = spans.slice(0, SUGGESTIONS_TRIED_MAX.one).map((kept): QuerySuggestion => ({
    query: queryOf([kept]),
    words: { label: conditionLabel(kept.condition), isAlone: true },
  }));
  return countSuggestions(db, onlyOne, narrowing);
}

/** A shorter query, and the label for what was removed from it or, with `isAlone`, kept. */
type QuerySuggestion = { query: string; words: Pick<Relaxation, "label"> & { isAlone?: true } };

function suggestWithout(query: string, removed: ConditionSpan[]): QuerySuggestion {
  const label = removed.map(({ condition }) => conditionLabel(condition)).join(", ");
  return { query: removeConditions(query, removed), words: { label } };
}

/** Removes from the end, so that earlier offsets stay valid. */
function removeConditions(query: string, removed: readonly ConditionSpan[]): string {
  return removed.toReversed().reduce(removeCondition, query);
}

async function countSuggestions(
  db: Database,
  suggestions: readonly QuerySuggestion[],
  { placeQuery, filters, vocabulary, context, offersLeft }: SearchState,
): Promise<SearchResults["relaxations"]> {
  const tried = suggestions
    .map(({ query, words: label }) => ({
      words: label,
      placeQuery: { ...placeQuery, query, parsed: parseQuery(query, vocabulary, { ...context, isName: false }) },
    }))
    // An empty query would match every place.
    .filter(({ placeQuery: { parsed } }) => parsed.conditions.length > 0 || parsed.freeText !== "")
    .slice(0, offersLeft.count);
  offersLeft.count -= tried.length;
  const counts = isFiltered(filters)
    ? []
    : await countPlaces(
        db,
        tried.map((each) => each.placeQuery),
      );
  const offers = [];
  for (const [index, { words: label, placeQuery: shortened }] of tried.entries()) {
    const counted = counts[index] ?? null;
    const count = counted === null ? await countRanked(db, shortened, filters) : { count: counted };
    offers.push({ ...label, href: searchPath({ query: shortened.query, filters }), ...count });
  }
  return offers.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

async function countRanked(db: Database, placeQuery: PlaceQuery, filters: SearchFilters) {
  const found = await rankPlaces(db, placeQuery);
  if (!isFiltered(filters)) return { count: found.total, ...precisionOf(found) };
  return scaledCount(countRemaining(found.places, filters, placeQuery.now), found);
}

/** Scales a count of ranked places up to all matches. */
function scaledCount(count: number, found: RankedPlaces): Pick<Relaxation, "count" | "precision"> {
  return { count: estimateCount(count, sampleOf(found)), ...precisionOf(found) };
}

function precisionOf({ precision }: RankedPlaces): Pick<Relaxation, "precision"> {
  return precision === "exact" ? {} : { precision };
}

import type { Database } from "#app/db/database.server.ts";
import { typeSlug } from "#app/guide/places/filters/filter-places.ts";
import type { Facet, PlaceFacets } from "#app/guide/places/filters/place-filters.ts";
import { hoursTextExpiresAt } from "#app/guide/places/hours/format-hours.ts";
import type { Point } from "#app/guide/places/place.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import { filterConditions } from "../query/filter-conditions.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import type { Vocabulary } from "../query/query-vocabulary.ts";
import { isFiltered, type SearchFilters } from "../query/search-filters.ts";
import type { AnsweringGuide, Candidate, Candidates, Matches } from "./candidate.ts";
import { widenLimits } from "./candidate-stages.server.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount, estimateFacets, mergeFacets, sampleOf } from "./estimate-counts.ts";
import { filterCandidates } from "./filter-candidates.ts";
import { type MatchInput, matchPlaces } from "./match-places.server.ts";

export type CandidatesInput = {
  directory: Directory;
  query: ParsedQuery;
  filters: SearchFilters;
  /** Where distances are measured from, if the query names no place. */
  near: Point | null;
  /** As in `MatchInput`. */
  words?: MatchInput["words"];
  /** The guide that answers the query, if one does. */
  guide?: AnsweringGuide | null;
};

/**
 * Finds the places that match a query and pass the filters, with the count of every other filter. Only the most popular
 * matches are read; counts beyond them are estimated.
 */
export async function findCandidates(db: Database, input: CandidatesInput, moment: PageContext): Promise<Candidates> {
  const { directory, query, filters } = input;
  const matching = matchInput(input, moment.now);
  const matches = await matchEnough(db, matching, (places) => places.some(({ fit }) => fit === "known"));
  const found = readCandidates(matches, input, moment);
  if (!isFiltered(filters) || matches.total.precision === "exact") return found;
  // Too many matches to read them all: searches again with the filters as conditions.
  const narrowed = { ...matching, query: withFilters(query, filters, directory.vocabulary), isStrict: true };
  const pass = (places: readonly Candidate[]) => filterCandidates(places, filters, moment.now);
  const close = await matchEnough(db, narrowed, (places) => pass(places).places.length > 0);
  const { places, facets } = pass(close.places);
  return {
    places,
    total: estimateCount(places.length, sampleOf(close)),
    facets: mergeFacets(estimateFacets(facets, sampleOf(close)), found.facets, filters),
    matches,
  };
}

/** A query as `matchPlaces` takes it. */
export function matchInput({ filters, ...input }: CandidatesInput, now: Date): MatchInput {
  const asksForOpen = filters.openNow || input.query.conditions.some(({ condition: { kind } }) => kind === "open");
  return { ...input, now, countsHours: asksForOpen };
}

/** Filters the places that match a query, and counts every other filter. */
export function readCandidates(
  matches: Matches,
  { directory, filters }: Pick<CandidatesInput, "directory" | "filters">,
  moment: PageContext,
): Candidates {
  // Results show whether places are open, so the page expires when any of them opens or closes.
  for (const { hours } of matches.places) expirePageAt(moment.page, hoursTextExpiresAt(hours, moment.now));
  const { places, facets } = filterCandidates(matches.places, filters, moment.now);
  const sample = sampleOf(matches);
  return {
    places,
    total: isFiltered(filters) ? estimateCount(places.length, sample) : matches.total,
    facets: estimateFacets(nameFacets(facets, directory.vocabulary), sample),
    matches,
  };
}

/** Reads the most popular matches first. If none of them will do, reads as many as a hub of a category. */
async function matchEnough(
  db: Database,
  input: MatchInput,
  isEnough: (places: readonly Candidate[]) => boolean,
): Promise<Matches> {
  const matches = await matchPlaces(db, input);
  if (matches.total.precision === "exact" || isEnough(matches.places)) return matches;
  const { directory } = input;
  return matchPlaces(db, { ...input, directory: { ...directory, limits: widenLimits(directory.limits) } });
}

function withFilters(query: ParsedQuery, filters: SearchFilters, { types }: Vocabulary): ParsedQuery {
  const conditions = filterConditions(filters, types).map((condition) => ({ condition, from: 0, to: 0 }));
  return { ...query, conditions: [...query.conditions, ...conditions] };
}

/** Gives facets without matches the name of their type or neighborhood. */
function nameFacets(facets: PlaceFacets, { types, phrases }: Vocabulary): PlaceFacets {
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

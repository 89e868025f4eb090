import type { GuideCardData, PageOf } from "#app/features/guides/guide.ts";
import type { NeighborhoodCardData } from "#app/features/neighborhoods/neighborhood.ts";
import { isCanonicalSearch, parsePage } from "#app/features/places/parse-place-filters.ts";
import type { PlaceFacets, Relaxation } from "#app/features/places/place-filters.ts";
import type { PlaceCardData } from "#app/features/places/place.ts";

import type { Precision } from "#app/ui/counted.ts";

import { FILTER_PARAMETERS, parseSearchFilters } from "./parse-search-filters.ts";
import {
  isFiltered,
  type NamedNear,
  NO_SEARCH_FILTERS,
  type SearchFilters,
  searchFilterSearch,
  withSearchFilter,
} from "./search-filters.ts";

export type SearchKind = "places" | "guides" | "neighborhoods";

/** Longer texts are cut: no one's words for a place are longer, and the address stays short. */
export const QUERY_LENGTH_MAX = 120;

/** Served by one query; two screens of rows. */
export const SEARCH_RESULTS_PER_PAGE = 20;

export type SearchRequest = {
  query: string;
  /** Exactly what was typed is searched for: no word of it is taken for a misspelling. */
  isVerbatim: boolean;
  /** The group that `page` counts in. Null: none was asked for. */
  kind: SearchKind | null;
  page: number;
  /** What places must be besides answering the words, and their order. Guides and neighborhoods know nothing of it. */
  filters: SearchFilters;
};

export type SearchResults = {
  /** What was asked, trimmed; empty when nothing was. */
  query: string;
  /** What was understood of it, each with the search that asks for all but this. */
  chips: { label: string; href: string }[];
  /**
   * Of a word that nothing here knows, the one that was surely meant (`applied`: the results are for `query`, and `href`
   * asks for exactly what was typed) or may have been (`offered`: `href` asks for `query`). `label` is what to call `query`.
   */
  correction: SearchCorrection | null;
  /** No place has all the words; these have some of them. */
  isPartial: boolean;
  /** Where `total` is not exact, more were found than can be weighed, and the pages hold the best known. */
  places: PageOf<PlaceCardData & { reason: string }> & { precision: Precision };
  /** How many places answer the words, whatever the filters. */
  placesFound: number;
  placesFoundPrecision: Precision;
  /** As they were asked for, but for a station that doesn't exist. */
  filters: SearchFilters;
  isVerbatim: boolean;
  facets: PlaceFacets;
  /** From where the list is measured; null: from nowhere. */
  near: NamedNear | null;
  /** The words say "near me", and nobody has said where that is. */
  needsPosition: boolean;
  /** Only when no place is left: conditions or filters to take off, with how many places that brings, most first. */
  relaxations: (Relaxation & {
    /** All other conditions go: `label` is the one that stays. */
    isAlone?: true;
  })[];
  guides: PageOf<GuideCardData>;
  neighborhoods: NeighborhoodCardData[];
};

export type SearchCorrection = { kind: "applied" | "offered"; query: string; label: string; href: string };

function isSearchKind(text: string | null): text is SearchKind {
  return text === "places" || text === "guides" || text === "neighborhoods";
}

/** What an address asks for. Nonsense asks for nothing, and a page beyond any is the first. */
export function readSearchRequest(search: URLSearchParams): SearchRequest {
  const kind = search.get("kind");
  return {
    query: (search.get("q") ?? "")
      .slice(0, 4 * QUERY_LENGTH_MAX)
      .replaceAll(/[\p{C}\s]+/gu, " ")
      .trim()
      .slice(0, QUERY_LENGTH_MAX)
      .trim(),
    isVerbatim: search.get("verbatim") === "1",
    kind: isSearchKind(kind) ? kind : null,
    page: parsePage(search),
    filters: parseSearchFilters(search),
  };
}

/** Whether an address says what it asks for in the one way `searchPath` writes it, campaign tags aside. */
export function isCanonicalRequest(search: URLSearchParams, asked: SearchRequest): boolean {
  const [, canonical = ""] = searchPath(asked).split("?");
  return isCanonicalSearch(search, canonical, ["q", "verbatim", "kind", ...FILTER_PARAMETERS]);
}

/**
 * The group that was asked for; else the first that has something, so that no one lands on an empty tab. Whoever filters
 * wants places, even none.
 */
export function shownKind(asked: SearchKind | null, results: SearchResults): SearchKind {
  if (asked !== null) return asked;
  if (isFiltered(results.filters)) return "places";
  if (results.places.total === 0 && results.guides.total > 0) return "guides";
  if (results.places.total === 0 && results.neighborhoods.length > 0) return "neighborhoods";
  return "places";
}

type AskedFor = Partial<SearchRequest> & { query: string };

/** `/search?q=pizza&kind=guides&price=$&page=2`: defaults left out, always in the same order. */
export function searchPath({
  query,
  isVerbatim = false,
  kind = null,
  filters = NO_SEARCH_FILTERS,
  page = 1,
}: AskedFor) {
  const words = new URLSearchParams();
  if (query !== "") words.set("q", query);
  if (isVerbatim) words.set("verbatim", "1");
  if (kind !== null) words.set("kind", kind);
  const search = [String(words), searchFilterSearch(filters, page)].filter((part) => part !== "").join("&");
  return search === "" ? "/search" : `/search?${search}`;
}

/** The same search with some filters changed: back to its first page of places. */
export function refinedPath(
  { query, isVerbatim, filters }: Pick<SearchResults, "query" | "isVerbatim" | "filters">,
  change: Partial<SearchFilters>,
): string {
  return searchPath({ query, isVerbatim, filters: withSearchFilter(filters, change) });
}

/** The words that the results are for: as they were typed, or as they were surely meant. */
export function answeredQuery({ query, correction }: Pick<SearchResults, "query" | "correction">): string {
  return correction?.kind === "applied" ? correction.label : query;
}

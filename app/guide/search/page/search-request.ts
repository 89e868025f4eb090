import type { Bounds } from "#app/guide/map/base/bounds.ts";
import type { GuideCardData, PaginatedList } from "#app/guide/guides/page/guide.ts";
import type { NeighborhoodCardData } from "#app/guide/neighborhoods/neighborhood.ts";
import { isCanonicalSearch, parsePage } from "#app/guide/places/filters/parse-place-filters.ts";
import type { PlaceFacets, Relaxation } from "#app/guide/places/filters/place-filters.ts";
import type { ContactLink } from "#app/guide/places/facts/contact-links.ts";
import type { HoursCoverage } from "#app/guide/places/hours/hours-known.tsx";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";

import type { CountPrecision } from "#app/ui/format-count.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import type { Fit } from "../candidates/candidate.ts";
import { QUERY_LENGTH_MAX } from "../query/query-length.ts";
import { FILTER_PARAMETERS, parseSearchFilters } from "../query/parse-search-filters.ts";
import {
  isFiltered,
  type ResolvedNear,
  NO_SEARCH_FILTERS,
  type SearchFilters,
  searchFilterQueryString,
  changeSearchFilters,
} from "../query/search-filters.ts";

export type SearchKind = "places" | "guides" | "neighborhoods";

/** Three screens of a phone. */
export const SEARCH_RESULTS_PER_PAGE = 10;

/** More pins on one map hide each other. Also limits their file, to about 16 kB compressed. */
export const SEARCH_PINS_MAX = 500;

/** How many results of another kind are listed beside the main ones. */
export const SECONDARY_SHOWN = 3;

export type SearchRequest = {
  query: string;
  /** Search for exactly what was typed, without corrections. */
  isVerbatim: boolean;
  /** The group that `page` applies to. Null: the default. */
  kind: SearchKind | null;
  page: number;
  /** Filters and order of places. Guides and neighborhoods ignore them. */
  filters: SearchFilters;
};

export type SearchResults = {
  /** The query, trimmed; may be empty. */
  query: string;
  /** The conditions found in the query, each with the search without it, and what it can't promise. */
  chips: { label: string; href: string; note?: string }[];
  /**
   * The correction of a misspelled word. `applied`: the results are for `query`, and `href` searches for what was
   * typed. `offered`: `href` searches for `query`. `label` names `query`.
   */
  correction: SearchCorrection | null;
  /** No place matches all words. These match some. */
  isPartial: boolean;
  /** If `total` is not exact, only the most popular matches are ranked and paged. */
  /** The places of all pages on the map. `search.route.tsx` leaves out the ids, which `/search/pins.json` reads.
   * `dots`: those of the other pages, as the static map draws them. */
  pins: { ids: number[]; total: number; box: Bounds | null; label: string; dots: string };
  places: PaginatedList<PlaceResult> & { precision: CountPrecision };
  /** The groups of the places in their order, with a heading for each but the first; empty without places. */
  groups: PlaceGroup[];
  /** The number of places that match the query without filters. */
  placesFound: number;
  placesFoundPrecision: CountPrecision;
  filters: SearchFilters;
  isVerbatim: boolean;
  facets: PlaceFacets;
  /** Of how many places of the directory the hours are known. Null: the search doesn't ask for open places. */
  hoursKnown: HoursCoverage | null;
  /** Where distances are measured from; null: nowhere, or from a name that means nothing. */
  near: ResolvedNear | null;
  /** If the list is sorted by distance, the names to suggest as its starting point. */
  startNames: readonly string[];
  /** The query says "near me", but the position is not known. */
  needsPosition: boolean;
  /** Only if no place is left: conditions or filters to remove, and the number of places that brings, most first. */
  relaxations: SearchRelaxation[];
  /** Only if no place matches, or if it may be urgent. */
  help: SearchHelp | null;
  /** Below a list of the very few places of a kind; null: no such list. */
  fewPlacesNote: string | null;
  /** The form for a place that isn't listed, with what the query says of it. */
  addHref: string;
  guides: PaginatedList<GuideCardData>;
  /** The guide that answers the query, whose places come first. */
  guideAnswer: GuideCardData | null;
  neighborhoods: NeighborhoodCardData[];
};

/** What else may help. */
export type SearchHelp =
  /** The kinds that come closest, with their numbers of places, and the category that was searched for. */
  | {
      kind: "closest";
      category: CategorySlug;
      total: number;
      precision: CountPrecision;
      kinds: { label: string; href: string; count: number }[];
    }
  /** The hospitals that are known never to close, with a phone, and how many others there are. */
  | {
      kind: "hospitals";
      open: { slug: string; name: string; summary: string; phone: { href: string; label: string } }[];
      otherCount: number;
    };
/** A place with the reason why it is a result. `[[` and `]]` mark words of the query. */
export type PlaceResult = PlaceCardData & {
  reason: string;
  fit: Fit;
  /** Phone number and website, to ask what is unknown; none where nothing is, or neither is known. */
  ask: ContactLink[];
};

/** The places of one fit. */
export type PlaceGroup = { fit: Fit; count: number; precision: CountPrecision; heading: string };

export type SearchRelaxation = Relaxation & {
  /** Removes all conditions except `label`. */
  isAlone?: true;
};

export type SearchCorrection = { kind: "applied" | "offered"; query: string; label: string; href: string };

function isSearchKind(text: string | null): text is SearchKind {
  return text === "places" || text === "guides" || text === "neighborhoods";
}

/** Two a second from one address, without those that are cached. A search costs more than any other page. */
export const SEARCHES_PER_MINUTE_MAX = 120;

export const SEARCH_PARAMETERS = ["q", "verbatim", "kind", ...FILTER_PARAMETERS, "page"] as const;

type SearchQuery = QueryReader<(typeof SEARCH_PARAMETERS)[number]>;

/** Reads a search URL. Invalid values are ignored, and an invalid page is the first. */
export function parseSearch(search: SearchQuery): SearchRequest {
  const kind = search.get("kind");
  return {
    query: readSearchText(search),
    isVerbatim: search.get("verbatim") === "1",
    kind: isSearchKind(kind) ? kind : null,
    page: parsePage(search),
    filters: parseSearchFilters(search),
  };
}

/** The text typed into the search field, cleaned and cut. */
export function readSearchText(search: QueryReader<"q">): string {
  return (search.get("q") ?? "")
    .slice(0, 4 * QUERY_LENGTH_MAX)
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, QUERY_LENGTH_MAX)
    .trim();
}

/** Whether the URL is the one that `searchPath` writes. */
export function isCanonicalRequest(search: SearchQuery, request: SearchRequest): boolean {
  const [, canonical = ""] = searchPath(request).split("?");
  return isCanonicalSearch(search, canonical, SEARCH_PARAMETERS);
}

/**
 * The requested group, or the first one with results, so that the tab isn't empty. With filters it is always places.
 */
export function selectedKind(requested: SearchKind | null, results: SearchResults): SearchKind {
  if (requested !== null) return requested;
  if (isFiltered(results.filters)) return "places";
  if (results.places.total === 0 && results.guides.total > 0) return "guides";
  if (results.places.total === 0 && results.neighborhoods.length > 0) return "neighborhoods";
  return "places";
}

type SearchPathInput = Partial<SearchRequest> & { query: string };

/** `/search?q=pizza&kind=guides&price=$&page=2`: defaults left out, always in the same order. */
export function searchPath({
  query,
  isVerbatim = false,
  kind = null,
  filters = NO_SEARCH_FILTERS,
  page = 1,
}: SearchPathInput) {
  const params = new URLSearchParams();
  if (query !== "") params.set("q", query);
  if (isVerbatim) params.set("verbatim", "1");
  if (kind !== null) params.set("kind", kind);
  const search = [String(params), searchFilterQueryString(filters, page)].filter((part) => part !== "").join("&");
  return search === "" ? "/search" : `/search?${search}`;
}

/** The same search with some filters changed, on the first page of places. */
export function filteredSearchPath(
  { query, isVerbatim, filters }: Pick<SearchResults, "query" | "isVerbatim" | "filters">,
  change: Partial<SearchFilters>,
): string {
  return searchPath({ query, isVerbatim, filters: changeSearchFilters(filters, change) });
}

/** `/search/pins.json?q=pizza`: the pins of the same search. */
export function searchPinsPath(results: Pick<SearchResults, "query" | "isVerbatim" | "filters">): string {
  return filteredSearchPath(results, {}).replace("/search", "/search/pins.json");
}

/** The query that the results are for: as typed, or with an applied correction. */
export function effectiveQuery({ query, correction }: Pick<SearchResults, "query" | "correction">): string {
  return correction?.kind === "applied" ? correction.label : query;
}

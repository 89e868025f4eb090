import type { GuideCardData, PageOf } from "#app/features/guides/guide.ts";
import type { NeighborhoodCardData } from "#app/features/neighborhoods/neighborhood.ts";
import type { PlaceCardData } from "#app/features/places/place.ts";
import { pageNumber } from "#app/lib/page-number.ts";

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
  /** Where `totalIsExact` is not, more were found than can be weighed: the pages hold the best known, `total` is an estimate. */
  places: PageOf<PlaceCardData & { reason: string }> & { totalIsExact: boolean };
  /** Only when no place is left: single conditions to take off, with how many places that brings, most first. */
  relaxations: { label: string; href: string; count: number }[];
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
      .slice(0, QUERY_LENGTH_MAX),
    isVerbatim: search.get("verbatim") === "1",
    kind: isSearchKind(kind) ? kind : null,
    page: pageNumber(search.get("page")),
  };
}

/** The group that was asked for; else the first that has something, so that no one lands on an empty tab. */
export function shownKind(asked: SearchKind | null, results: SearchResults): SearchKind {
  if (asked !== null) return asked;
  if (results.places.total === 0 && results.guides.total > 0) return "guides";
  if (results.places.total === 0 && results.neighborhoods.length > 0) return "neighborhoods";
  return "places";
}

/** `/search?q=pizza&kind=guides&page=2`, with the defaults left out. */
export function searchPath(input: { query: string; isVerbatim?: boolean; kind?: SearchKind; page?: number }): string {
  const search = new URLSearchParams();
  if (input.query !== "") search.set("q", input.query);
  if (input.isVerbatim === true) search.set("verbatim", "1");
  if (input.kind !== undefined) search.set("kind", input.kind);
  if (input.page !== undefined && input.page > 1) search.set("page", String(input.page));
  return search.size === 0 ? "/search" : `/search?${search}`;
}

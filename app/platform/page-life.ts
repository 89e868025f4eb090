import type { Viewer } from "./viewer.ts";

/** Default freshness of a cached page. Longer gains nothing: a stale page is served while it is refreshed. */
export const PAGE_FRESH_MS = 60_000;

/**
 * What a page depends on and how long it stays correct, collected while its loaders run. Read by
 * `page-cache.server.ts`.
 */
export type PageLife = {
  /** The places that the page lists, for their statistics; null on pages without a list or search. */
  shown: ShownPlaces | null;
  tags: Set<string>;
  /** When the page becomes wrong (an opening, a closing, midnight). */
  trueUntil: Date | null;
  /** False when the page must not be cached. */
  keep: boolean;
};

/** Kinds of pages that list places. */
export type Surface = "search" | "category" | "neighborhood" | "guide" | "map";

/**
 * The slugs of the listed places, without repeats. `term`: the search term. `found`: the number of results of any kind, for
 * the first page of a search without filters; null otherwise.
 */
export type ShownPlaces = { surface: Surface; slugs: readonly string[]; term: string | null; found?: number | null };

/** Records the places that a page lists. They are counted when the page is sent, not when it is rendered. */
export function notePlacesShown(
  page: PageLife,
  {
    surface,
    places,
    term = null,
    found = null,
  }: Pick<ShownPlaces, "surface" | "found"> & { places: readonly { slug: string }[]; term?: string | null },
): void {
  const slugs = [...new Set(places.map(({ slug }) => slug))];
  page.shown = slugs.length === 0 && found === null ? null : { surface, slugs, term, found };
}

export function newPageLife(): PageLife {
  return { shown: null, tags: new Set(), trueUntil: null, keep: true };
}

/** Expires the page at an instant, if that is earlier than its expiry so far. */
export function limitPageLife(page: PageLife, instant: Date | null): void {
  if (instant !== null && (page.trueUntil === null || instant < page.trueUntil)) page.trueUntil = instant;
}

/** The time a page is rendered for, and its cache info. */
export type PageMoment = Viewing & { page: PageLife };

/** When and for whom something is rendered, as far as it decides what is visible. Without a viewer: for everyone. */
export type Viewing = { now: Date; viewer?: Pick<Viewer, "tier"> | null };

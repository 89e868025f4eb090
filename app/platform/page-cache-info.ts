import type { ListSurface } from "#app/db/columns/analytics-columns.ts";
import type { RouteHandle } from "./route-handle.ts";
import type { Viewer } from "./viewer.ts";

/** Default freshness of a cached page. Longer gains nothing: a stale page is served while it is refreshed. */
export const PAGE_FRESH_MS = 60_000;

/**
 * What a page depends on and how long it stays correct, collected while its loaders run. Read by
 * `page-cache.server.ts`.
 */
export type PageCacheInfo = {
  /** The places that the page lists, for their statistics; null on pages without a list or search. */
  listedPlaces: ListedPlaces | null;
  tags: Set<string>;
  /** When the page becomes wrong (an opening, a closing, midnight). */
  expiresAt: Date | null;
  /** False when the page must not be cached: by its route's declaration, or because a loader says so. */
  isCacheable: boolean;
};

/**
 * The slugs of the listed places, without repeats. `term`: the search term. `resultCount`: the number of results of any kind, for
 * the first page of a search without filters; null otherwise.
 */
export type ListedPlaces = {
  surface: ListSurface;
  slugs: readonly string[];
  term: string | null;
  resultCount?: number | null;
};

/** Records the places that a page lists. They are counted when the page is sent, not when it is rendered. */
export function recordListedPlaces(
  page: PageCacheInfo,
  {
    surface,
    places,
    term = null,
    resultCount = null,
  }: Pick<ListedPlaces, "surface" | "resultCount"> & { places: readonly { slug: string }[]; term?: string | null },
): void {
  const slugs = [...new Set(places.map(({ slug }) => slug))];
  page.listedPlaces = slugs.length === 0 && resultCount === null ? null : { surface, slugs, term, resultCount };
}

export function newPageCacheInfo({ audience, isCached }: RouteHandle = { audience: "everyone" }): PageCacheInfo {
  const isCacheable = audience === "everyone" && isCached !== false;
  return { listedPlaces: null, tags: new Set(), expiresAt: null, isCacheable };
}

/** Expires the page at an instant, if that is earlier than its expiry so far. */
export function expirePageAt(page: PageCacheInfo, instant: Date | null): void {
  if (instant !== null && (page.expiresAt === null || instant < page.expiresAt)) page.expiresAt = instant;
}

/** The time a page is rendered for, and its cache info. */
export type PageContext = ViewContext & { page: PageCacheInfo };

/** When and for whom something is rendered, as far as it decides what is visible. Without a viewer: for everyone. */
export type ViewContext = { now: Date; viewer?: Pick<Viewer, "tier"> | null };

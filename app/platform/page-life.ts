import type { Viewer } from "./viewer.ts";

/** Fresh for this long unless a route says less. Longer gains nothing: a stale page is served while it is made anew. */
export const PAGE_FRESH_MS = 60_000;

/**
 * What a page depends on and how long it is true, gathered while its loaders run.
 * Nothing here knows how pages are kept; `page-cache.server.ts` reads it.
 */
export type PageLife = {
  /** The places that the page lists, for their figures; null on pages that list none and answer no search. */
  shown: ShownPlaces | null;
  tags: Set<string>;
  /** The first instant at which something on the page (an opening, a closing, midnight) becomes wrong. */
  trueUntil: Date | null;
  /** False when the page must not be kept at all. */
  keep: boolean;
};

/** The kinds of pages that show a list of places. */
export type Surface = "search" | "category" | "neighborhood" | "guide" | "map";

/**
 * The places of a list by their slugs, each once. `term`: what was searched for. `found`: of a search as it was typed,
 * without filters and on its first page, how many things it found of whatever kind; null otherwise.
 */
export type ShownPlaces = { surface: Surface; slugs: readonly string[]; term: string | null; found?: number | null };

/** Takes note of the places that a page lists. Whoever counts them does so when the page is sent, and not when it is made. */
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

/** The page shows something that changes at `instant`; the earliest of all such instants counts. */
export function limitPageLife(page: PageLife, instant: Date | null): void {
  if (instant !== null && (page.trueUntil === null || instant < page.trueUntil)) page.trueUntil = instant;
}

/** The instant a page is made for, and what the making teaches about how long it holds. */
export type PageMoment = Viewing & { page: PageLife };

/** When something is looked at, and by whom, as far as that decides what there is to see; without a viewer by everybody. */
export type Viewing = { now: Date; viewer?: Pick<Viewer, "tier"> | null };

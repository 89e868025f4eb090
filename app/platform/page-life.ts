import type { Viewer } from "./viewer.ts";

/** Fresh for this long unless a route says less. Longer gains nothing: a stale page is served while it is made anew. */
export const PAGE_FRESH_MS = 60_000;

/**
 * What a page depends on and how long it is true, gathered while its loaders run.
 * Nothing here knows how pages are kept; `page-cache.server.ts` reads it.
 */
export type PageLife = {
  tags: Set<string>;
  /** The first instant at which something on the page (an opening, a closing, midnight) becomes wrong. */
  trueUntil: Date | null;
  /** False when the page must not be kept at all. */
  keep: boolean;
};

export function newPageLife(): PageLife {
  return { tags: new Set(), trueUntil: null, keep: true };
}

/** The page shows something that changes at `instant`; the earliest of all such instants counts. */
export function limitPageLife(page: PageLife, instant: Date | null): void {
  if (instant !== null && (page.trueUntil === null || instant < page.trueUntil)) page.trueUntil = instant;
}

/** The instant a page is made for, and what the making teaches about how long it holds. */
export type PageMoment = Viewing & { page: PageLife };

/** When something is looked at, and by whom, as far as that decides what there is to see; without a viewer by everybody. */
export type Viewing = { now: Date; viewer?: Pick<Viewer, "tier"> | null };

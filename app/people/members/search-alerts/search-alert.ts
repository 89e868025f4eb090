import type { Fit } from "#app/guide/search/candidates/candidate.ts";
import { readSearchText, searchPath, type SearchResults } from "#app/guide/search/page/search-request.ts";
import { splitWords } from "#app/guide/search/query/query-words.ts";
import { isFiltered } from "#app/guide/search/query/search-filters.ts";

import { SEARCH_ALERTS_PATH } from "./search-alerts-path.ts";

/** More than somebody is looking for at a time. Each one is a search a day. */
export const SEARCH_ALERTS_MAX = 20;

/** In characters. The database has the same limits. */
const QUERY_LENGTH = { min: 3, max: 100 };

/** With fewer known places than this, a search offers an alert. */
export const FEW_PLACES = 3;

export type SearchAlert = { id: string; query: string; askedAt: Date };

/** What a search page offers. */
export type SearchAlertOffer = {
  query: string;
  /** The search, and the sign-in page that returns to it. */
  path: string;
  signInHref: string;
  /** "waiting": the viewer has this alert. */
  state: "guest" | "none" | "waiting";
  hasPlaces: boolean;
};

/** A typed query, cleaned, or why it can't be an alert. Never throws. */
export function parseAlertQuery(typed: string): { query: string } | { problem: string } {
  const query = readSearchText(new URLSearchParams({ q: typed }));
  const { length } = [...query];
  if (length < QUERY_LENGTH.min || splitWords(query).length === 0)
    return { problem: `Say what you’re looking for, in at least ${QUERY_LENGTH.min} letters.` };
  if (length > QUERY_LENGTH.max) return { problem: `Use at most ${QUERY_LENGTH.max} letters.` };
  return { query };
}

/** Whether a place is known to match: now, or later today. What may match, or matches some words only, isn't a find. */
export function isKnownMatch({ fit }: { fit: Fit }): boolean {
  return fit === "known" || fit === "later";
}

/** The places that are known to match a search. With filters: all that match its words. */
export function countKnownMatches({ isPartial, filters, groups, placesFound }: SearchResults): number {
  if (isPartial) return 0;
  return isFiltered(filters) ? placesFound : groups.filter(isKnownMatch).reduce((sum, group) => sum + group.count, 0);
}

/** The page that stops all alerts of the member whom a key of `stop-key.server.ts` was made for. */
export function stopAlertsPath(key: string): string {
  return `${SEARCH_ALERTS_PATH}/stop/${key}`;
}

/** The search of an alert. */
export function alertSearchPath(query: string): string {
  return searchPath({ query });
}

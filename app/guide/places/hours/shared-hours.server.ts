import { LRUCache } from "lru-cache";

import type { OpeningHours } from "./opening-hours.ts";

/** A million places have a few thousand distinct weeks, of half a kilobyte each. */
const CACHED_WEEKS_MAX = 5_000;

const weeks = new LRUCache<string, OpeningHours>({ max: CACHED_WEEKS_MAX });

/**
 * Parses hours and returns the same object for the same text, so that places with equal hours share the open period that
 * `openState` caches. Treat the result as read-only.
 *
 * @param text JSON of an `OpeningHours`, validated when it was stored.
 */
export function parseSharedHours(text: string): OpeningHours {
  const cached = weeks.get(text);
  if (cached !== undefined) return cached;
  const hours: OpeningHours = JSON.parse(text);
  weeks.set(text, hours);
  return hours;
}

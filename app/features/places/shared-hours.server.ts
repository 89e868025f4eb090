import { LRUCache } from "lru-cache";

import type { OpeningHours } from "./opening-hours.ts";

/** A million places keep some thousand different weeks, of half a kilobyte each. */
const WEEKS_MAX = 5_000;

const weeks = new LRUCache<string, OpeningHours>({ max: WEEKS_MAX });

/**
 * Hours as the database wrote them, read once for all places and searches that have the same: what is known of them then
 * (`openState` keeps the stretch that it found) is known of all. Nobody may change them.
 *
 * @param text The JSON of an `OpeningHours`, checked when it was stored.
 */
export function sharedHours(text: string): OpeningHours {
  const known = weeks.get(text);
  if (known !== undefined) return known;
  const hours: OpeningHours = JSON.parse(text);
  weeks.set(text, hours);
  return hours;
}

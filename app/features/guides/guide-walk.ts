import type { GuidePlace } from "./guide.ts";

/** Longer legs or walks than these are for wheels: their minutes on foot would only mislead. */
const LEG_MINUTES_MAX = 35;
const WALK_MINUTES_MAX = 120;

/** The minutes on foot of a guide that can be walked from its first place to its last; null for one that can't. */
export function walkMinutesOf(places: readonly Pick<GuidePlace, "walkMinutes">[]): number | null {
  const legs = places.slice(1).map(({ walkMinutes }) => walkMinutes);
  if (legs.length === 0) return null;
  let total = 0;
  for (const minutes of legs) {
    if (minutes === null || minutes > LEG_MINUTES_MAX) return null;
    total += minutes;
  }
  return total > WALK_MINUTES_MAX ? null : total;
}

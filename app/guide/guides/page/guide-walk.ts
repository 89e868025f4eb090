import type { GuidePlace } from "./guide.ts";

/** Few people walk farther than this, so walking minutes would mislead. */
const LEG_MINUTES_MAX = 35;
const WALK_MINUTES_MAX = 120;

/** The walking time from a guide's first place to its last; null for a guide that isn't walkable. */
export function totalWalkMinutes(places: readonly Pick<GuidePlace, "walkMinutes">[]): number | null {
  const legs = places.slice(1).map(({ walkMinutes }) => walkMinutes);
  if (legs.length === 0) return null;
  let total = 0;
  for (const minutes of legs) {
    if (minutes === null || minutes > LEG_MINUTES_MAX) return null;
    total += minutes;
  }
  return total > WALK_MINUTES_MAX ? null : total;
}

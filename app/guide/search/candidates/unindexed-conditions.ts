import { hasMinimumMean } from "#app/guide/places/cards/rating-summary.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { RatingSummary } from "#app/guide/places/place.ts";
import { minutesOnFoot } from "#app/lib/geo.ts";

import { meetsOpenCondition } from "../query/open-condition.ts";
import { type Condition, isProximityCondition } from "../query/query-conditions.ts";

/** The radius of "near Metro Center" when no minutes are given. */
const NEAR_METERS = 1_200;

/** Straight-line meters for one minute on foot, as in `minutesOnFoot`. */
const METERS_PER_MINUTE = 64;

type CheckedPlace = { hours: OpeningHours | null; meters: number | null; rating: RatingSummary };

/** Whether a place meets the conditions that no index can answer: hours, ratings, exact distances. */
export function meetsUnindexedConditions(place: CheckedPlace, conditions: readonly Condition[], now: Date): boolean {
  return conditions.every((condition) => {
    if (condition.kind === "open") return meetsOpenCondition(place.hours, condition.when, now);
    if (isProximityCondition(condition)) {
      if (place.meters === null) return condition.kind === "near-me";
      return condition.minutes === null
        ? place.meters <= NEAR_METERS
        : minutesOnFoot(place.meters) <= condition.minutes;
    }
    return condition.kind !== "rating" || hasMinimumMean(place.rating, condition.atLeast);
  });
}

/** How far the index looks, a little further than the walk. */
export function reachMeters(minutes: number | null): number {
  return minutes === null ? NEAR_METERS : (minutes + 1) * METERS_PER_MINUTE;
}

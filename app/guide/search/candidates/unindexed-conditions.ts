import { minutesOnFoot } from "#app/lib/geo.ts";

import { type KnownPlace, meetsCondition } from "../query/meets-condition.ts";
import { type Condition, isProximityCondition } from "../query/query-conditions.ts";

/** The radius of "near Metro Center" when no minutes are given. */
const NEAR_METERS = 1_200;

/** Straight-line meters for one minute on foot, as in `minutesOnFoot`. */
const METERS_PER_MINUTE = 64;

type CheckedPlace = KnownPlace & { meters: number | null };

/** Whether a place meets the conditions that no index can answer: hours, ratings, exact distances, what a place lacks. */
export function meetsUnindexedConditions(place: CheckedPlace, conditions: readonly Condition[], now: Date): boolean {
  return conditions.every((condition) => {
    if (isProximityCondition(condition)) {
      if (place.meters === null) return condition.kind === "near-me";
      return condition.minutes === null
        ? place.meters <= NEAR_METERS
        : minutesOnFoot(place.meters) <= condition.minutes;
    }
    // The index has answered the other conditions on prices and attributes.
    const isIndexed = (condition.kind === "price" || condition.kind === "attribute") && condition.isNot !== true;
    return isIndexed || meetsCondition(place, condition, now) === "yes";
  });
}

/** How far the index looks, a little further than the walk. */
export function reachMeters(minutes: number | null): number {
  return minutes === null ? NEAR_METERS : (minutes + 1) * METERS_PER_MINUTE;
}

import { minutesOnFoot } from "#app/lib/geo.ts";

import { type Condition, isProximityCondition } from "../query/query-conditions.ts";

/** The radius of "near Metro Center" when no minutes are given. */
const NEAR_METERS = 1_200;

/** "Near me" is the smallest of these circles with enough places, in meters. */
const RINGS = [500, NEAR_METERS, 2_500, 5_000] as const;
const ENOUGH_NEARBY = 5;

/** Straight-line meters for one minute on foot, as in `minutesOnFoot`. */
const METERS_PER_MINUTE = 64;

/** How far the index looks, a little further than the walk. */
export function reachMeters(condition: Condition): number {
  const minutes = isProximityCondition(condition) ? condition.minutes : null;
  if (minutes !== null) return (minutes + 1) * METERS_PER_MINUTE;
  return condition.kind === "near-me" ? RINGS[3] : NEAR_METERS;
}

/**
 * Whether a place is as near as the conditions ask. Without a position only "near me" can be met, because the visitor's
 * is unknown.
 *
 * @param all The distances of all places that match otherwise, in meters.
 */
export function reachReader(
  conditions: readonly Condition[],
  all: readonly (number | null)[],
): (meters: number | null) => boolean {
  const near = conditions.find(isProximityCondition);
  if (near === undefined) return () => true;
  const { kind, minutes } = near;
  const limit = kind === "near-me" ? ringOf(all) : NEAR_METERS;
  return (meters) => {
    if (meters === null) return kind === "near-me" && all.every((each) => each === null);
    return minutes === null ? meters <= limit : minutesOnFoot(meters) <= minutes;
  };
}

function ringOf(all: readonly (number | null)[]): number {
  const isEnough = (ring: number) => all.filter((meters) => meters !== null && meters <= ring).length >= ENOUGH_NEARBY;
  return RINGS.find(isEnough) ?? RINGS[3];
}

import { hasMinimumMean } from "#app/guide/places/cards/rating-summary.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { Attributes, Point, PriceRange, RatingSummary } from "#app/guide/places/place.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";

import { type OpenAnswer, openAnswer } from "./open-condition.ts";
import type { Condition } from "./query-conditions.ts";

/** What is known of a place. Null, or an attribute that is missing: unknown. */
export type KnownPlace = {
  hours: OpeningHours | null;
  /** Closed for good or for now: it fits no hours. */
  isClosed?: boolean;
  priceRange: PriceRange | null;
  attributes: Attributes;
  rating: RatingSummary;
  position?: Point | null;
};

/**
 * Whether a place meets a condition on its hours, price, features, rating or walk to any Metro station. Unknown is not no:
 * "unknown" if the fact is missing, also for a condition that must not hold. "later" only for "open now", if it opens later
 * today. Conditions of other kinds are the index's, and the answer is "yes".
 */
export function meetsCondition(place: KnownPlace, condition: Condition, now: Date): OpenAnswer {
  switch (condition.kind) {
    case "open":
      if (place.isClosed === true) return "no";
      return negated(openAnswer(place.hours, condition.when, now), condition);
    case "price":
      return negated(priceAnswer(place, condition.prices), condition);
    case "attribute":
      return negated(answerOf(place.attributes[condition.attribute]), condition);
    case "rating":
      return place.rating === null ? "unknown" : answerOf(hasMinimumMean(place.rating, condition.atLeast));
    case "near-metro":
      return metroAnswer(place.position ?? null, condition);
    default:
      return "yes";
  }
}

/** Free entry is known by itself, whatever the price of the rest. */
function priceAnswer({ priceRange, attributes: { freeEntry } }: KnownPlace, prices: readonly PriceRange[]): OpenAnswer {
  const isFreeWanted = prices.includes("Free");
  if (isFreeWanted && freeEntry === true) return "yes";
  if (priceRange !== null) return answerOf(prices.includes(priceRange));
  return isFreeWanted && freeEntry === false ? "no" : "unknown";
}

function metroAnswer(
  position: Point | null,
  { stations, minutes }: Extract<Condition, { kind: "near-metro" }>,
): OpenAnswer {
  if (position === null) return "unknown";
  return answerOf(stations.some((station) => minutesOnFoot(distanceMeters(position, station)) <= minutes));
}

function answerOf(isTrue: boolean | undefined): "yes" | "no" | "unknown" {
  if (isTrue === undefined) return "unknown";
  return isTrue ? "yes" : "no";
}

/** What opens later isn't open now. */
function negated(answer: OpenAnswer, { isNot = false }: { isNot?: boolean }): OpenAnswer {
  if (!isNot || answer === "unknown") return answer;
  return answer === "yes" ? "no" : "yes";
}

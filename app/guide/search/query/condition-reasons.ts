import { ATTRIBUTE_LABELS, type Attributes, type PriceRange } from "#app/guide/places/place.ts";
import { minutesOnFoot } from "#app/lib/geo.ts";

import { conditionLabel } from "./condition-label.ts";
import { type Condition, isProximityCondition } from "./query-conditions.ts";
import { normalizePhrase } from "./query-words.ts";

type MatchedPlace = { meters: number | null; priceRange: PriceRange | null; type: string; attributes: Attributes };

/** The conditions, all of which a place meets, as reasons: "open until 2 AM", "about 4 min walk from Dupont Circle Metro", "$". */
export function conditionReasons(place: MatchedPlace, conditions: readonly Condition[]): string[] {
  const reasons = conditions.flatMap((condition) => reasonsFor(condition, place));
  // No closing time here: the card shows "Open until 10 PM" and marks it when a cached page outlives it.
  const isOpenNowWanted = conditions.some(isOpenNow);
  return reasons.length === 0 && isOpenNowWanted ? ["listed as open now"] : reasons;
}

function isOpenNow(condition: Condition): boolean {
  return condition.kind === "open" && condition.when.kind === "now" && condition.isNot !== true;
}

function reasonsFor(condition: Condition, { meters, priceRange, type, attributes }: MatchedPlace): string[] {
  switch (condition.kind) {
    case "open":
      return isOpenNow(condition) ? [] : [lowerFirst(conditionLabel(condition))];
    case "station":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from ${condition.name} Metro`];
    case "landmark":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from ${condition.name}`];
    case "near-me":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from you`];
    case "price":
      if (condition.prices.includes("Free") && attributes.freeEntry === true && priceRange !== "Free")
        return [lowerFirst(ATTRIBUTE_LABELS.freeEntry)];
      return priceRange === null ? [] : [priceRange];
    case "attribute":
      return [lowerFirst(conditionLabel(condition))];
    case "type":
      // "Mexican" for a search for tacos. A word of the query in the type itself is already highlighted.
      return condition.types.includes(type) && !namesType(type, condition.words) ? [type] : [];
    case "occasion": {
      const suits = condition.types.includes(type) ? [type] : [];
      const offers = condition.attributes.filter((attribute) => attributes[attribute] === true);
      return [...suits, ...offers.map((attribute) => lowerFirst(ATTRIBUTE_LABELS[attribute]))];
    }
    case "quadrant":
      return [`in ${condition.quadrant}`];
    case "rating":
      return [`rated ${conditionLabel(condition)}`];
    // Each place shows its neighborhood and station, and its type says more than its category.
    case "neighborhood":
    case "near-metro":
    case "category":
    case "except":
      return [];
  }
}

/** Compares only the first letters, because the search index ignores endings. */
const STEM_LETTERS = 3;

function namesType(type: string, words: string): boolean {
  const stems = normalizePhrase(words)
    .split(" ")
    .map((word) => word.slice(0, STEM_LETTERS));
  return normalizePhrase(type)
    .split(" ")
    .some((word) => stems.some((stem) => word.startsWith(stem)));
}

/**
 * The walk from the list's starting point. Empty when the query names another starting point, whose walk is shown
 * instead.
 */
export function walkReason(
  place: { meters: number | null },
  { near, conditions }: { near: { name: string | null }; conditions: readonly Condition[] },
): string {
  if (place.meters === null || conditions.some(isProximityCondition)) return "";
  return `about ${minutesOnFoot(place.meters)} min walk from ${near.name ?? "you"}`;
}

/** "Wi-Fi" keeps its capital. */
function lowerFirst(text: string): string {
  return text.startsWith("Wi-") ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

import { CATEGORY_NAMES } from "#app/features/places/categories.ts";
import { ATTRIBUTES, type Attributes, type PriceRange } from "#app/features/places/place.ts";
import { minutesOnFoot } from "#app/lib/geo.ts";

import { conditionLabel } from "./condition-label.ts";
import { type Condition, isWalk } from "./query-conditions.ts";
import { plainPhrase } from "./query-words.ts";

type Met = { meters: number | null; priceRange: PriceRange | null; type: string; attributes: Attributes };

/** How a place meets what was asked beside its words: "open until 2 AM", "about 4 min walk from Dupont Circle Metro", "$". */
export function conditionReasons(place: Met, conditions: readonly Condition[]): string[] {
  const reasons = conditions.flatMap((condition) => reasonsOf(condition, place));
  // "Open until 10 PM" stands in the place's own line, which is marked when the page is served past its time.
  const isByHours = conditions.some((condition) => condition.kind === "open" && condition.when.kind === "now");
  return reasons.length === 0 && isByHours ? ["open by its hours"] : reasons;
}

function reasonsOf(condition: Condition, { meters, priceRange, type, attributes }: Met): string[] {
  switch (condition.kind) {
    case "open":
      return condition.when.kind === "now" ? [] : [lowerFirst(conditionLabel(condition))];
    case "station":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from ${condition.name} Metro`];
    case "landmark":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from ${condition.name}`];
    case "near-me":
      return meters === null ? [] : [`about ${minutesOnFoot(meters)} min walk from you`];
    case "price":
      if (condition.prices.includes("Free") && attributes.freeEntry === true && priceRange !== "Free")
        return [lowerFirst(ATTRIBUTES.freeEntry)];
      return priceRange === null ? [] : [priceRange];
    case "attribute":
      return [lowerFirst(ATTRIBUTES[condition.attribute])];
    case "category":
      return [CATEGORY_NAMES[condition.category]];
    case "type":
      // "Mexican" for tacos; what the words themselves say of it is marked in its texts.
      return condition.types.includes(type) && !says(type, condition.words) ? [type] : [];
    case "quadrant":
      return [`in ${condition.quadrant}`];
    case "rating":
      return [`rated ${conditionLabel(condition)}`];
    case "neighborhood":
      return [];
  }
}

/** Words begin alike: endings are the index's affair. */
const STEM_LETTERS = 3;

function says(type: string, words: string): boolean {
  const stems = plainPhrase(words)
    .split(" ")
    .map((word) => word.slice(0, STEM_LETTERS));
  return plainPhrase(type)
    .split(" ")
    .some((word) => stems.some((stem) => word.startsWith(stem)));
}

/** How far it is from where the list is measured, unless the words name another place and so say it already. */
export function walkReason(
  place: { meters: number | null },
  { near, conditions }: { near: { name: string | null }; conditions: readonly Condition[] },
): string {
  if (place.meters === null || conditions.some(isWalk)) return "";
  const from = near.name === null ? "you" : `${near.name} Metro`;
  return `about ${minutesOnFoot(place.meters)} min walk from ${from}`;
}

/** "Wi-Fi" is a name and stays. */
function lowerFirst(text: string): string {
  return text.startsWith("Wi-") ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

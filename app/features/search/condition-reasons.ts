import { ATTRIBUTES, type PriceRange } from "#app/features/places/place.ts";
import { minutesOnFoot } from "#app/lib/geo.ts";

import { conditionLabel } from "./condition-label.ts";
import { type Condition, isWalk } from "./query-conditions.ts";

/** How a place meets what was asked beside its words: "open until 2 AM", "about 4 min walk from Dupont Circle Metro", "$". */
export function conditionReasons(
  place: { meters: number | null; priceRange: PriceRange | null },
  conditions: readonly Condition[],
): string[] {
  return conditions.flatMap((condition) => {
    switch (condition.kind) {
      case "open":
        // "Open until 10 PM" stands in the place's own line, which is marked when the page is served past its time.
        return condition.when.kind === "now" ? [] : [lowerFirst(conditionLabel(condition))];
      case "station":
        return place.meters === null
          ? []
          : [`about ${minutesOnFoot(place.meters)} min walk from ${condition.name} Metro`];
      case "landmark":
        return place.meters === null ? [] : [`about ${minutesOnFoot(place.meters)} min walk from ${condition.name}`];
      case "near-me":
        return place.meters === null ? [] : [`about ${minutesOnFoot(place.meters)} min walk from you`];
      case "price":
        return place.priceRange === null ? [] : [place.priceRange];
      case "attribute":
        return [lowerFirst(ATTRIBUTES[condition.attribute])];
      case "category":
      case "type":
      case "neighborhood":
      case "quadrant":
      case "rating":
        return [];
    }
  });
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { ATTRIBUTE_LABELS, type PriceRange } from "#app/guide/places/place.ts";

import type { Condition } from "./query-conditions.ts";

/** The label of a condition's chip: "$ or $$", "Thai", "Open until 2 AM", "5 min from Metro Center". */
export function conditionLabel(condition: Condition): string {
  switch (condition.kind) {
    case "category":
      return CATEGORY_NAMES[condition.category];
    case "type":
    case "occasion":
      return condition.label;
    case "neighborhood":
      return condition.name;
    case "quadrant":
      return condition.quadrant;
    case "station":
      return condition.minutes === null
        ? `Near ${condition.name} Metro`
        : `${condition.minutes} min from ${condition.name} Metro`;
    case "landmark":
      return condition.minutes === null ? `Near ${condition.name}` : `${condition.minutes} min from ${condition.name}`;
    case "near-me":
      return condition.minutes === null ? "Near me" : `${condition.minutes} min from me`;
    case "price":
      return pricesLabel(condition.prices);
    case "attribute":
      return ATTRIBUTE_LABELS[condition.attribute];
    case "rating":
      return `${condition.atLeast.toFixed(1)} and up`;
    case "open":
      if (condition.when.kind === "now") return "Open now";
      return condition.when.kind === "all-day" ? "Open 24 hours" : `Open ${condition.when.label}`;
  }
}

/** "$", "$ or $$", "$ to $$$". */
function pricesLabel(prices: readonly PriceRange[]): string {
  const [first = "", second = ""] = [prices[0], prices.at(-1)];
  if (prices.length === 1) return first;
  return prices.length === 2 ? `${first} or ${second}` : `${first} to ${second}`;
}

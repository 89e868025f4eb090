import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { type Attribute, ATTRIBUTE_LABELS, type PriceRange } from "#app/guide/places/place.ts";
import { MINUTES_PER_DAY } from "#app/lib/dc-time.ts";

import { type Condition, DAY_START_MINUTE } from "./query-conditions.ts";

/** The label of a condition's chip: "$ or $$", "Thai", "Open until 2 AM", "Closed Sunday", "5 min from Metro Center". */
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
    case "near-metro":
      return `${condition.minutes} min from any Metro station`;
    case "price":
      return `${condition.isNot === true ? "Not " : ""}${pricesLabel(condition.prices)}`;
    case "attribute":
      return (condition.isNot === true ? MISSING_LABELS : ATTRIBUTE_LABELS)[condition.attribute];
    case "except":
      if (condition.of.kind === "food") return `No ${condition.of.label}`;
      return `Not ${condition.of.kind === "type" ? "" : "in "}${conditionLabel(condition.of)}`;
    case "rating":
      return `${condition.atLeast.toFixed(1)} and up`;
    case "open":
      return openLabel(condition);
  }
}

function openLabel({ when, isNot = false }: Extract<Condition, { kind: "open" }>): string {
  if (when.kind === "all-day") return isNot ? "Not open 24 hours" : "Open 24 hours";
  const label = when.kind === "now" ? "now" : when.label;
  if (!isNot) return `Open ${label}`;
  const isDay = when.kind === "within" && when.from === DAY_START_MINUTE && when.to === MINUTES_PER_DAY;
  const isMoment = when.kind === "now" || (when.kind === "at" && !/\b(?:until|after|before)\b/.test(label));
  return isDay || isMoment ? `Closed ${label}` : `Not open ${label}`;
}

/** What a place lacks, for queries like "no dogs". */
const MISSING_LABELS: Record<Attribute, string> = {
  stepFreeEntrance: "No step-free entrance",
  accessibleRestroom: "No accessible restroom",
  outdoorSeating: "No outdoor seating",
  reservations: "No reservations",
  takeout: "No takeout",
  delivery: "No delivery",
  vegetarian: "No vegetarian dishes",
  goodForKids: "Not for kids",
  dogsAllowed: "No dogs",
  freeEntry: "No free entry",
  wifi: "No Wi-Fi",
  liveMusic: "No live music",
  parking: "No parking",
  cashOnly: "Not cash only",
};

/** "$", "$ or $$", "$ to $$$". */
function pricesLabel(prices: readonly PriceRange[]): string {
  const [first = "", second = ""] = [prices[0], prices.at(-1)];
  if (prices.length === 1) return first;
  return prices.length === 2 ? `${first} or ${second}` : `${first} to ${second}`;
}

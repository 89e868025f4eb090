import { type Entitlements, entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { type Tier, TIERS } from "#app/core/entitlements/entitlements.ts";

/** A feature of a membership: its text on a plan card, its row in the table, and its value for given entitlements. */
export type PlanFeature = {
  key: keyof Entitlements;
  card: string;
  row: string;
  /** Text for a number or limit; otherwise whether it is included. */
  value: (given: Entitlements) => string | boolean;
};

/** Add a feature only once its gate exists, so that no card promises something unchecked. */
export const PLAN_FEATURES: readonly PlanFeature[] = [
  {
    key: "listsMax",
    card: `Unlimited lists (${entitlementsOf(null).listsMax} on the free plan)`,
    row: "Lists",
    value: ({ listsMax }) => (Number.isFinite(listsMax) ? `${listsMax}` : "Unlimited"),
  },
  {
    key: "seesSponsoredPlacements",
    card: "No sponsored placements",
    row: "No sponsored placements",
    value: (given) => !given.seesSponsoredPlacements,
  },
  {
    key: "membersOnlyGuides",
    card: "Members-only guides",
    row: "Members-only guides",
    value: (given) => given.membersOnlyGuides,
  },
  {
    key: "earlyGuidesHours",
    card: `Guides ${entitlementsOf("city-insider").earlyGuidesHours} hours early`,
    row: `Guides ${entitlementsOf("city-insider").earlyGuidesHours} hours early`,
    value: (given) => given.earlyGuidesHours > 0,
  },
  {
    key: "walkOrder",
    card: "Your lists sorted by the shortest walk",
    row: "Lists sorted by the shortest walk",
    value: (given) => given.walkOrder,
  },
  {
    key: "askEditor",
    card: "Ask our editors a question",
    row: "Ask an editor",
    value: (given) => given.askEditor,
  },
  {
    key: "reviewBadge",
    card: "VIP badge on your reviews",
    row: "Badge on reviews",
    value: (given) => given.reviewBadge,
  },
];

/** Features that a tier adds to the one below it. */
export function featuresAddedBy(tier: Tier): PlanFeature[] {
  const below = TIERS[TIERS.indexOf(tier) - 1] ?? null;
  return PLAN_FEATURES.filter(({ value }) => value(entitlementsOf(tier)) !== value(entitlementsOf(below)));
}

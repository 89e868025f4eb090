import { type Entitlements, entitlementsOf } from "./entitlements.ts";
import { type Tier, TIERS } from "./plans.ts";

/** Something that a membership gives, as it is said on a card and in the table, and what somebody has of it. */
export type Feature = {
  key: keyof Entitlements;
  card: string;
  row: string;
  /** Words for a number or limit; else whether they have it. */
  told: (given: Entitlements) => string | boolean;
};

/** A feature stands here from the day its gate exists, and no earlier: no card promises what nothing checks. */
export const FEATURES: readonly Feature[] = [
  {
    key: "listsMax",
    card: `Unlimited lists (${entitlementsOf(null).listsMax} without)`,
    row: "Lists",
    told: ({ listsMax }) => (Number.isFinite(listsMax) ? `${listsMax}` : "Unlimited"),
  },
  {
    key: "seesSponsoredPlacements",
    card: "No sponsored placements",
    row: "No sponsored placements",
    told: (given) => !given.seesSponsoredPlacements,
  },
  {
    key: "membersOnlyGuides",
    card: "Members-only guides",
    row: "Members-only guides",
    told: (given) => given.membersOnlyGuides,
  },
  {
    key: "earlyGuidesHours",
    card: `Guides ${entitlementsOf("city-insider").earlyGuidesHours} hours early`,
    row: `Guides ${entitlementsOf("city-insider").earlyGuidesHours} hours early`,
    told: (given) => given.earlyGuidesHours > 0,
  },
  {
    key: "askEditor",
    card: "Ask an editor: a question, answered",
    row: "Ask an editor",
    told: (given) => given.askEditor,
  },
  {
    key: "reviewBadge",
    card: "VIP badge on your reviews",
    row: "Badge on reviews",
    told: (given) => given.reviewBadge,
  },
];

/** What a tier gives that the one below it doesn't. */
export function addedBy(tier: Tier): Feature[] {
  const below = TIERS[TIERS.indexOf(tier) - 1] ?? null;
  return FEATURES.filter(({ told }) => told(entitlementsOf(tier)) !== told(entitlementsOf(below)));
}

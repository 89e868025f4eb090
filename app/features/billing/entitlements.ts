import type { Tier } from "./plans.ts";

/** What a membership unlocks. The server asks here, and nowhere else, before it gives something that is for members. */
export type Entitlements = {
  /** How many lists somebody may have; infinite for no limit. */
  listsMax: number;
  /** Whether sponsored placements are shown. */
  seesSponsoredPlacements: boolean;
  membersOnlyGuides: boolean;
  /** How long before everybody else new guides can be read. */
  earlyGuidesHours: number;
  askEditor: boolean;
  /** Whether one's reviews say VIP. */
  reviewBadge: boolean;
};

/** What each tier unlocks, and everybody without one. Source: product.md, Premium. */
const FREE: Entitlements = {
  listsMax: 3,
  seesSponsoredPlacements: true,
  membersOnlyGuides: false,
  earlyGuidesHours: 0,
  askEditor: false,
  reviewBadge: false,
};

const LOCAL_EXPLORER: Entitlements = {
  ...FREE,
  listsMax: Number.POSITIVE_INFINITY,
  seesSponsoredPlacements: false,
  membersOnlyGuides: true,
};

const CITY_INSIDER: Entitlements = { ...LOCAL_EXPLORER, earlyGuidesHours: 48 };

const VIP: Entitlements = { ...CITY_INSIDER, askEditor: true, reviewBadge: true };

const ENTITLEMENTS: Record<Tier, Entitlements> = {
  "local-explorer": LOCAL_EXPLORER,
  "city-insider": CITY_INSIDER,
  vip: VIP,
};

/** What somebody may, by their tier; null for whoever has none, guests too. */
export function entitlementsOf(tier: Tier | null): Entitlements {
  return tier === null ? FREE : ENTITLEMENTS[tier];
}

import type { Tier } from "#app/db/columns/membership-columns.ts";

export { TIERS, type Tier } from "#app/db/columns/membership-columns.ts";

/** What a membership unlocks. The server checks access to members' features only here. */
export type Entitlements = {
  /** How many lists a member may have; infinite for no limit. */
  listsMax: number;
  /** Whether sponsored placements are shown. */
  seesSponsoredPlacements: boolean;
  membersOnlyGuides: boolean;
  /** How many hours early new guides open to the member. */
  earlyGuidesHours: number;
  /** Whether the member can sort their lists by the shortest walk. */
  walkOrder: boolean;
  askEditor: boolean;
  /** Whether the member's reviews carry the VIP badge. */
  reviewBadge: boolean;
};

/** What each tier unlocks, and the free plan. */
const FREE: Entitlements = {
  listsMax: 3,
  seesSponsoredPlacements: true,
  membersOnlyGuides: false,
  earlyGuidesHours: 0,
  walkOrder: false,
  askEditor: false,
  reviewBadge: false,
};

const LOCAL_EXPLORER: Entitlements = {
  ...FREE,
  listsMax: Number.POSITIVE_INFINITY,
  seesSponsoredPlacements: false,
  membersOnlyGuides: true,
};

const CITY_INSIDER: Entitlements = { ...LOCAL_EXPLORER, earlyGuidesHours: 48, walkOrder: true };

const VIP: Entitlements = { ...CITY_INSIDER, askEditor: true, reviewBadge: true };

const ENTITLEMENTS: Record<Tier, Entitlements> = {
  "local-explorer": LOCAL_EXPLORER,
  "city-insider": CITY_INSIDER,
  vip: VIP,
};

/** Entitlements of a tier; null means the free plan and guests. */
export function entitlementsOf(tier: Tier | null): Entitlements {
  return tier === null ? FREE : ENTITLEMENTS[tier];
}

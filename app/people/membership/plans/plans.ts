import { TIERS, type Tier } from "#app/core/entitlements/entitlements.ts";

export type Plan = {
  tier: Tier;
  /** The name in the specification's API. */
  name: "Local Explorer" | "City Insider" | "VIP";
  /** US cents per period. */
  priceCents: number;
  /** Earlier prices. Members who still pay one keep the plan. */
  retiredCents: readonly number[];
  period: "month";
  /** The target group, in one sentence. */
  description: string;
  isPopular: boolean;
  /** The price's lookup key at Stripe. It stays when the price is replaced. */
  lookupKey: string;
};

/** Names and prices. Source: the specification, Business constants. */
const PLAN_OF: Record<Tier, Plan> = {
  "local-explorer": {
    tier: "local-explorer",
    name: "Local Explorer",
    priceCents: 500,
    retiredCents: [],
    period: "month",
    description: "For people who use the guide every week.",
    isPopular: false,
    lookupKey: "rowhouse_local_explorer_monthly",
  },
  "city-insider": {
    tier: "city-insider",
    name: "City Insider",
    priceCents: 2000,
    retiredCents: [],
    period: "month",
    description: "For people who plan their Saturdays.",
    isPopular: true,
    lookupKey: "rowhouse_city_insider_monthly",
  },
  vip: {
    tier: "vip",
    name: "VIP",
    priceCents: 5000,
    retiredCents: [],
    period: "month",
    description: "For people who’d like an editor’s advice.",
    isPopular: false,
    lookupKey: "rowhouse_vip_monthly",
  },
};

export const PLANS: readonly Plan[] = TIERS.map(planOf);

export function planOf(tier: Tier): Plan {
  return PLAN_OF[tier];
}

export function findPlanByName(name: string): Plan | null {
  return PLANS.find((plan) => plan.name === name) ?? null;
}

export function isTier(text: string): text is Tier {
  return Object.hasOwn(PLAN_OF, text);
}

/** Whether a tier includes everything of `wanted`; null is the free plan. */
export function isAtLeast(tier: Tier | null, wanted: Tier): boolean {
  return tier !== null && TIERS.indexOf(tier) >= TIERS.indexOf(wanted);
}

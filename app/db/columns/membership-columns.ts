/** The paid tiers, lowest first. Each includes the features of those before it. */
export const TIERS = ["local-explorer", "city-insider", "vip"] as const;
export type Tier = (typeof TIERS)[number];

/** Where money is taken, really or as a test: payments at one provider don't count at another. */
export type ProviderName = "stripe" | "stripe-test" | "sandbox";

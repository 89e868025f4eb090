import { PLANS } from "../plans/plans.ts";

export type SandboxPrice = {
  id: string;
  object: "price";
  product: string;
  lookup_key: string | null;
  nickname: string;
  unit_amount: number;
  currency: string;
  recurring: { interval: string; interval_count: number };
};

export function sandboxPrices(): SandboxPrice[] {
  return PLANS.map(({ tier, name, lookupKey, priceCents }) => ({
    id: priceIdOf(tier),
    object: "price",
    product: `prod_${tier}`,
    lookup_key: lookupKey,
    nickname: name,
    unit_amount: priceCents,
    currency: "usd",
    recurring: { interval: "month", interval_count: 1 },
  }));
}

export function priceIdOf(tier: string): string {
  return `price_${tier}`;
}

/** An id with one of Stripe's prefixes. */
export function sandboxId(prefix: string): string {
  return `${prefix}_${crypto.randomUUID().replaceAll("-", "")}`;
}

export function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

export function toInstant(seconds: number): Date {
  return new Date(seconds * 1000);
}

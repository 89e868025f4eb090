import type { Stripe } from "stripe";

import { type ProviderSubscription, ProviderDown } from "./billing-provider.ts";
import { type Plan, planOf, PLANS, type Tier } from "./plans.ts";

/** Prices of ours at Stripe, by their id there. */
export type TierByPrice = ReadonlyMap<string, Tier>;

/**
 * Which plan a price is: by its lookup key, or, for one that was replaced and lost it, by what it costs.
 *
 * @throws ProviderDown for a price that isn't what the plan says: nobody is to pay another amount than the page named.
 */
export function planOfPrice(price: Stripe.Price): Plan {
  const plan = PLANS.find(({ lookupKey, priceCents }) =>
    price.lookup_key === null ? price.unit_amount === priceCents : price.lookup_key === lookupKey,
  );
  const isAsSaid =
    price.unit_amount === plan?.priceCents &&
    price.currency === "usd" &&
    price.recurring?.interval === "month" &&
    price.recurring.interval_count === 1;
  if (plan === undefined || !isAsSaid) {
    throw new ProviderDown(
      `Stripe's price ${price.id} (${price.lookup_key}, ${price.unit_amount} ${price.currency}) is none of our plans`,
    );
  }
  return plan;
}

/** A subscription as we know them; null for one whose first payment never came. */
export function asProvider(given: Stripe.Subscription, tiers: TierByPrice): ProviderSubscription | null {
  const status = STATUSES[given.status];
  const [item] = given.items.data;
  if (status === undefined || item === undefined) return null;
  const currentPeriodEndsAt = instant(item.current_period_end);
  // The portal sets one or the other, by its version and settings.
  const cancelAt = given.cancel_at ?? (given.cancel_at_period_end ? item.current_period_end : null);
  return {
    id: given.id,
    tier: planOfPrice(item.price).tier,
    status,
    startedAt: instant(given.start_date),
    currentPeriodEndsAt,
    cancelAt: cancelAt === null || status === "ended" ? null : instant(cancelAt),
    pastDueSince: status === "past-due" ? missingSince(given) : null,
    nextTier: status === "ended" ? null : nextTierOf(given, { item, tiers }),
  };
}

/** What isn't named here was never paid. `unpaid` is past due for so long that Stripe has given up, as our grace has. */
const STATUSES: Record<string, ProviderSubscription["status"] | undefined> = {
  active: "active",
  trialing: "active",
  past_due: "past-due",
  unpaid: "past-due",
  canceled: "ended",
  paused: "ended",
};

function missingSince({ latest_invoice: invoice, start_date: startDate }: Stripe.Subscription): Date {
  return instant(invoice === null || typeof invoice === "string" ? startDate : invoice.created);
}

/** The portal writes a downgrade down as a schedule, whose next phase has the other price. */
function nextTierOf(
  { schedule }: Stripe.Subscription,
  { item, tiers }: { item: Stripe.SubscriptionItem; tiers: TierByPrice },
): Tier | null {
  if (schedule === null || typeof schedule === "string" || schedule.status !== "active") return null;
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end)?.items[0]?.price;
  const tier = next === undefined ? undefined : tiers.get(typeof next === "string" ? next : next.id);
  return tier === undefined || planOf(tier).lookupKey === item.price.lookup_key ? null : tier;
}

export function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

import type { Stripe } from "stripe";

import { type Payment, ProviderDown, type ProviderSubscription } from "./billing-provider.ts";
import { PLANS, planOf, type Tier } from "./plans.ts";

/** Which plan a price or its product is, by their ids at Stripe: those that are sold now, and what they replaced. */
export type TierById = ReadonlyMap<string, Tier>;

/** @throws ProviderDown for a price that isn't what the plan says: nobody is to pay another amount than the page named. */
export function priceToSell(listed: readonly Stripe.Price[], tier: Tier): string {
  const { lookupKey, priceCents } = planOf(tier);
  const price = listed.find(({ lookup_key: key }) => key === lookupKey);
  if (price === undefined) throw new ProviderDown(`Stripe has no price with the lookup key ${lookupKey}`);
  const isAsSaid = price.unit_amount === priceCents && price.currency === "usd" && isMonthly(price);
  if (isAsSaid) return price.id;
  throw new ProviderDown(
    `Stripe's price ${price.id} (${price.lookup_key}, ${price.unit_amount} ${price.currency}) is none of our plans`,
  );
}

function isMonthly({ recurring }: Stripe.Price): boolean {
  return recurring?.interval === "month" && recurring.interval_count === 1;
}

/** A product with prices of two plans says nothing about a price. */
export function tiersById(listed: readonly Stripe.Price[]): TierById {
  const tiers = new Map<string, Tier>();
  const shared = new Set<string>();
  for (const price of listed) {
    const tier = tierOfLookupKey(price);
    if (tier === null) continue;
    tiers.set(price.id, tier);
    const product = idOf(price.product);
    if (product === null) continue;
    if (tiers.has(product) && tiers.get(product) !== tier) shared.add(product);
    tiers.set(product, tier);
  }
  for (const product of shared) tiers.delete(product);
  return tiers;
}

/** Whether a price says by itself which plan it is. One that was replaced has lost its lookup key to its successor. */
export function tierOfLookupKey({ lookup_key: key }: Stripe.Price): Tier | null {
  return PLANS.find(({ lookupKey }) => lookupKey === key)?.tier ?? null;
}

/**
 * Which plan somebody pays for already: by the price's lookup key, its product, or, when both say nothing, by what it costs
 * or once did. Null for none of ours. Looser than what is sold: who pays an old price is a member as before.
 */
function tierOf(price: Stripe.Price, tiers: TierById): Tier | null {
  const known = tierOfLookupKey(price) ?? tiers.get(price.id) ?? tiers.get(idOf(price.product) ?? "") ?? null;
  if (known !== null) return known;
  if (price.lookup_key !== null || price.currency !== "usd" || !isMonthly(price)) return null;
  const costs = (cents: readonly number[]) => price.unit_amount !== null && cents.includes(price.unit_amount);
  const plan =
    PLANS.find(({ priceCents }) => costs([priceCents])) ?? PLANS.find(({ retiredCents }) => costs(retiredCents));
  return plan?.tier ?? null;
}

/** A subscription as we know them; "unpaid" for one whose first payment never came, "unknown" for one to no plan of ours. */
export function asProvider(
  given: Stripe.Subscription,
  { tiers, missingSince }: { tiers: TierById; missingSince: number | null },
): ProviderSubscription | "unpaid" | "unknown" {
  const status = STATUSES[given.status];
  const [item] = given.items.data;
  if (status === undefined) return "unpaid";
  const tier = item === undefined ? null : tierOf(item.price, tiers);
  if (item === undefined || tier === null) return "unknown";
  const currentPeriodEndsAt = instant(item.current_period_end);
  // The portal sets one or the other, by its version and settings.
  const cancelAt = given.cancel_at ?? (given.cancel_at_period_end ? item.current_period_end : null);
  return {
    id: given.id,
    tier,
    status,
    startedAt: instant(given.start_date),
    currentPeriodEndsAt,
    cancelAt: cancelAt === null || status === "ended" ? null : instant(cancelAt),
    // Without an invoice that waits, Stripe has given up on it, long after our grace was over.
    pastDueSince: status === "past-due" ? instant(missingSince ?? given.start_date) : null,
    nextTier: status === "ended" ? null : nextTierOf(given, { item, tier, tiers }),
  };
}

/** What isn't named here was never paid. */
const STATUSES: Record<string, ProviderSubscription["status"] | undefined> = {
  active: "active",
  trialing: "active",
  past_due: "past-due",
  unpaid: "past-due",
  canceled: "ended",
  paused: "ended",
};

/** Whether nothing more can come of a subscription, as Stripe calls it. A paused one, and one never paid, may go on. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether a payment is missing. */
export function isMissingPayment({ status }: Stripe.Subscription): boolean {
  return STATUSES[status] === "past-due";
}

/** The portal writes a downgrade down as a schedule, whose next phase has the other price. */
function nextTierOf(
  { schedule }: Stripe.Subscription,
  { item, tier, tiers }: { item: Stripe.SubscriptionItem; tier: Tier; tiers: TierById },
): Tier | null {
  if (schedule === null || typeof schedule === "string" || schedule.status !== "active") return null;
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end)?.items[0]?.price;
  const nextTier = next === undefined ? undefined : tiers.get(typeof next === "string" ? next : next.id);
  return nextTier === undefined || nextTier === tier ? null : nextTier;
}

/** What was paid for an invoice; null for one that cost nothing, or was paid otherwise. */
export function asPayment(
  invoice: Stripe.Invoice,
  { charges, disputed }: { charges: ReadonlyMap<string, Stripe.Charge>; disputed: ReadonlySet<string> },
): Payment | null {
  const id = idOf(invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent);
  if (id === null || invoice.amount_paid <= 0) return null;
  const charge = charges.get(id);
  const isRefunded = charge !== undefined && (charge.refunded || charge.amount_refunded > 0);
  return {
    id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    amountCents: invoice.amount_paid,
    paidAt: instant(invoice.status_transitions.paid_at ?? invoice.created),
    status: isRefunded ? "refunded" : disputed.has(charge?.id ?? "") ? "disputed" : "paid",
  };
}

export function idOf(given: string | { id: string } | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  return typeof given === "string" ? given : given.id;
}

function instant(seconds: number): Date {
  return new Date(seconds * 1000);
}

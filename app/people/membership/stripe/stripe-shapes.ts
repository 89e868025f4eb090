import type { Stripe } from "stripe";

import { type Payment, ProviderDown, type ProviderSubscription } from "../billing-provider.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { PLANS, planOf } from "../plans/plans.ts";

/** Tiers by Stripe price id and product id, of current and replaced prices. */
export type TierById = ReadonlyMap<string, Tier>;

/**
 * @throws ProviderDown if the price at Stripe differs from the plan: nobody pays another amount than the page
 * showed.
 */
export function findPriceForSale(listed: readonly Stripe.Price[], tier: Tier): string {
  const { lookupKey, priceCents } = planOf(tier);
  const price = listed.find(({ lookup_key: key }) => key === lookupKey);
  if (price === undefined) throw new ProviderDown(`Stripe has no price with the lookup key ${lookupKey}`);
  const isAsExpected = price.unit_amount === priceCents && price.currency === "usd" && isMonthly(price);
  if (isAsExpected) return price.id;
  throw new ProviderDown(
    `Stripe's price ${price.id} (${price.lookup_key}, ${price.unit_amount} ${price.currency}) is none of our plans`,
  );
}

function isMonthly({ recurring }: Stripe.Price): boolean {
  return recurring?.interval === "month" && recurring.interval_count === 1;
}

/** A product with prices of two plans identifies neither. */
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

/** The tier named by the price's lookup key; null for replaced prices, which have lost theirs. */
export function tierOfLookupKey({ lookup_key: key }: Stripe.Price): Tier | null {
  return PLANS.find(({ lookupKey }) => lookupKey === key)?.tier ?? null;
}

/**
 * The tier of an existing subscription: by lookup key, product, or amount. Null for none of our plans. Accepts
 * replaced prices, unlike `findPriceForSale`.
 */
function tierOf(price: Stripe.Price, tiers: TierById): Tier | null {
  const knownTier = tierOfLookupKey(price) ?? tiers.get(price.id) ?? tiers.get(idOf(price.product) ?? "") ?? null;
  if (knownTier !== null) return knownTier;
  if (price.lookup_key !== null || price.currency !== "usd" || !isMonthly(price)) return null;
  const costs = (cents: readonly number[]) => price.unit_amount !== null && cents.includes(price.unit_amount);
  const plan =
    PLANS.find(({ priceCents }) => costs([priceCents])) ?? PLANS.find(({ retiredCents }) => costs(retiredCents));
  return plan?.tier ?? null;
}

/** Converts a subscription. "unpaid": its first payment never came. "unknown": none of our plans. */
export function toProviderSubscription(
  given: Stripe.Subscription,
  { tiers, overdueSince }: { tiers: TierById; overdueSince: number | null },
): ProviderSubscription | "unpaid" | "unknown" {
  const status = STATUSES[given.status];
  const [item] = given.items.data;
  if (status === undefined) return "unpaid";
  const tier = item === undefined ? null : tierOf(item.price, tiers);
  if (item === undefined || tier === null) return "unknown";
  const currentPeriodEndsAt = instant(item.current_period_end);
  // The portal sets either field, depending on its version and settings.
  const cancelAt = given.cancel_at ?? (given.cancel_at_period_end ? item.current_period_end : null);
  return {
    id: given.id,
    tier,
    status,
    startedAt: instant(given.start_date),
    currentPeriodEndsAt,
    cancelAt: cancelAt === null || status === "ended" ? null : instant(cancelAt),
    // Without an open invoice Stripe has given up on the payment, long after our grace period.
    pastDueSince: status === "past-due" ? instant(overdueSince ?? given.start_date) : null,
    nextTier: status === "ended" ? null : nextTierOf(given, { item, tier, tiers }),
  };
}

/** Statuses not listed here were never paid. */
const STATUSES: Record<string, ProviderSubscription["status"] | undefined> = {
  active: "active",
  trialing: "active",
  past_due: "past-due",
  unpaid: "past-due",
  canceled: "ended",
  paused: "ended",
};

/** Whether a subscription can't be charged again. Paused and unpaid ones may continue. */
export function isFinished({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

/** Whether a payment is overdue. */
export function isPaymentOverdue({ status }: Stripe.Subscription): boolean {
  return STATUSES[status] === "past-due";
}

/** The portal stores a downgrade as a schedule whose next phase has the new price. */
function nextTierOf(
  { schedule }: Stripe.Subscription,
  { item, tier, tiers }: { item: Stripe.SubscriptionItem; tier: Tier; tiers: TierById },
): Tier | null {
  if (schedule === null || typeof schedule === "string" || schedule.status !== "active") return null;
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end)?.items[0]?.price;
  const nextTier = next === undefined ? undefined : tiers.get(typeof next === "string" ? next : next.id);
  return nextTier === undefined || nextTier === tier ? null : nextTier;
}

/** The payment of an invoice; null if it cost nothing or was paid outside Stripe. */
export function toPayment(
  invoice: Stripe.Invoice,
  { charges, disputed }: { charges: ReadonlyMap<string, Stripe.Charge>; disputed: ReadonlySet<string> },
): Payment | null {
  const id = idOf(invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent);
  if (id === null || invoice.amount_paid <= 0) return null;
  const charge = charges.get(id);
  const isRefunded = charge !== undefined && (charge.refunded || charge.amount_refunded > 0);
  const clock = invoice.test_clock;
  return {
    id,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    amountCents: invoice.amount_paid,
    paidAt: instant(invoice.status_transitions.paid_at ?? invoice.created),
    ...(clock === null || typeof clock === "string" ? {} : { payerNow: instant(clock.frozen_time) }),
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

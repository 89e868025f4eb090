import type {
  SandboxCard,
  SandboxCharge,
  SandboxSession,
  SandboxSubscription,
} from "#app/db/columns/sandbox-columns.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";

import { isAtLeast, planOf, PLANS } from "../plans/plans.ts";
import { prorationCents } from "../plans/proration.ts";
import {
  addCharge,
  addInvoice,
  applyDueChanges,
  disputeCharge,
  endSubscription,
  findRunning,
  graceEndOf,
  payOpenInvoices,
  queueEvent,
  refundedCents,
  type SandboxAccount,
  startSubscription,
  updateSubscription,
} from "./sandbox-account.ts";
import { canPayLater } from "./sandbox-cards.ts";
import { priceIdOf, toInstant } from "./sandbox-objects.ts";

/** What customers do on the sandbox's checkout and portal pages. */

export type CheckoutOutcome =
  | { outcome: "paid" | "paid-before"; successUrl: string }
  | { outcome: "declined" | "asks" | "gone" };

/**
 * Pays an open checkout. A card that needs confirmation pays once it is confirmed. Submitted twice, it is one
 * payment.
 */
export function payCheckout(
  account: SandboxAccount,
  { id, card, isConfirmed = false }: { id: string; card: SandboxCard; isConfirmed?: boolean },
): CheckoutOutcome {
  const session = account.sessions.find((each) => each.id === id);
  if (session?.status === "complete") return { outcome: "paid-before", successUrl: session.success_url };
  if (session?.status !== "open" || isSecondSubscription(account, session)) return { outcome: "gone" };
  if (card === "declined") return { outcome: "declined" };
  if (card === "asks" && !isConfirmed) return { outcome: "asks" };
  session.status = "complete";
  account.customer.default_source = card;
  if (session.price === null) session.payment_intent = addCharge(account, session.amount_total).payment_intent;
  else startSubscription(account, session.price);
  queueEvent(account, "checkout.session.completed", session);
  return { outcome: "paid", successUrl: session.success_url };
}

function isSecondSubscription(account: SandboxAccount, { mode }: SandboxSession): boolean {
  return mode === "subscription" && account.controls.limitsSubscriptions && findRunning(account) !== null;
}

export type ChangeOutcome = "changed" | "declined" | "gone";

/**
 * Upgrades at once, for `upgradeCostCents`; downgrades when the period ends. Choosing the current tier undoes a pending
 * downgrade.
 */
export function changePlan(account: SandboxAccount, tier: Tier): ChangeOutcome {
  const running = findRunning(account);
  const current = running === null ? null : tierOfPrice(running.price);
  if (running?.status !== "active" || current === null) return "gone";
  const price = priceIdOf(tier);
  const resumed = { cancel_at_period_end: false, cancel_at: null };
  if (isAtLeast(current, tier)) {
    updateSubscription(account, running, { ...resumed, next_price: tier === current ? null : price });
    return "changed";
  }
  if (!canPayLater(account.customer.default_source)) return "declined";
  const amount = upgradeCostCents(running, tier, account.at);
  updateSubscription(account, running, { ...resumed, price, next_price: null });
  const description = `From ${planOf(current).name} to ${planOf(tier).name}, for the rest of the month`;
  if (amount > 0) addInvoice(account, running, { description, amount, isPaid: true, created: account.at });
  return "changed";
}

/** The tier of a price of the sandbox; null for one that a test has added. */
export function tierOfPrice(price: string): Tier | null {
  return PLANS.find(({ tier }) => priceIdOf(tier) === price)?.tier ?? null;
}

/** The cost of an upgrade for the rest of the period, in cents. */
export function upgradeCostCents(running: SandboxSubscription, tier: Tier, at: number): number {
  const current = tierOfPrice(running.price);
  return prorationCents({
    fromCents: current === null ? 0 : planOf(current).priceCents,
    toCents: planOf(tier).priceCents,
    periodStartsAt: toInstant(running.current_period_start),
    periodEndsAt: toInstant(running.current_period_end),
    at: toInstant(at),
  });
}

/** Cancels at the end of the paid period. A past-due subscription ends at once, because nothing is paid. */
export function cancelAtPeriodEnd(account: SandboxAccount): ChangeOutcome {
  const running = findRunning(account);
  if (running === null) return "gone";
  if (running.status === "past_due") endSubscription(account, running);
  else updateSubscription(account, running, { cancel_at_period_end: true, next_price: null });
  return "changed";
}

export function cancelNow(account: SandboxAccount): ChangeOutcome {
  const running = findRunning(account);
  if (running === null) return "gone";
  endSubscription(account, running);
  return "changed";
}

export function resumeSubscription(account: SandboxAccount): ChangeOutcome {
  const running = findRunning(account);
  if (running === null) return "gone";
  updateSubscription(account, running, { cancel_at_period_end: false, cancel_at: null });
  return "changed";
}

/** Changes the card. An overdue payment is retried with it at once. */
export function changeCard(account: SandboxAccount, card: SandboxCard): ChangeOutcome {
  if (card === "declined") return "declined";
  account.customer.default_source = card;
  const running = findRunning(account);
  if (running?.status !== "past_due") return "changed";
  if (!canPayLater(card)) return "declined";
  payOpenInvoices(account, running);
  return "changed";
}

/** How far a customer's clock moves ahead in one step. */
export type ClockStep = "day" | "renewal" | "grace";

const DAY_SECONDS = 24 * 60 * 60;

/** Moves a customer's clock ahead: by a day, to the next payment, or past the grace period of a failed one. */
export function advanceClock(account: SandboxAccount, step: ClockStep): void {
  const target = clockTarget(account, step);
  account.customer.clock_ahead += target - account.at;
  account.at = target;
  applyDueChanges(account);
}

function clockTarget(account: SandboxAccount, step: ClockStep): number {
  const running = findRunning(account);
  if (step === "renewal" && running?.status === "active") return running.current_period_end;
  if (step === "grace" && running?.status === "past_due") return graceEndOf(account, running);
  return account.at + DAY_SECONDS;
}

/** The last payment for a membership; null for none. */
export function lastPayment({ invoices, charges }: SandboxAccount): SandboxCharge | null {
  const paid = invoices.findLast(({ status, amount }) => status === "paid" && amount > 0);
  return charges.find((charge) => charge.payment_intent === paid?.payment_intent) ?? null;
}

/** Simulates a dispute by the customer's bank. Nothing happens if the last payment is refunded or disputed. */
export function disputeLastPayment(account: SandboxAccount): ChangeOutcome {
  const payment = lastPayment(account);
  if (payment === null) return "gone";
  if (statusOf(account, payment) === "paid") disputeCharge(account, payment, "needs_response");
  return "changed";
}

export function statusOf(account: SandboxAccount, charge: SandboxCharge): "paid" | "refunded" | "disputed" {
  if (refundedCents(account, charge) > 0) return "refunded";
  return account.disputes.some((dispute) => dispute.charge === charge.id) ? "disputed" : "paid";
}

import { and, desc, eq, gt, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCheckouts, sandboxCustomers, sandboxInvoices, sandboxSubscriptions } from "#app/db/schema/billing.ts";

import { GRACE_MS } from "../membership/membership.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { isAtLeast, planOf } from "../plans/plans.ts";
import { prorationCents } from "../plans/proration.ts";
import { canPayLater, type SandboxCard } from "./sandbox-cards.ts";
import {
  withSandboxCustomer,
  createSubscription,
  updateSubscription,
  endSubscription,
  listInvoices,
  payOpenInvoice,
  type SandboxSubscription,
  queueEvent,
  createInvoice,
} from "./sandbox.server.ts";

/** Actions of customers on the sandbox's pages. Each acts at the customer's own clock. */
type SandboxActor = { customerId: string; now: Date };

export type CheckoutPaymentOutcome =
  | { outcome: "paid" | "paid-before"; successUrl: string }
  | { outcome: "declined" | "asks" | "gone" };

/**
 * Pays an open checkout. A card that needs confirmation pays once it is confirmed. Submitted twice, it is one
 * payment.
 */
export function payCheckout(
  db: Database,
  {
    checkoutId,
    card,
    isConfirmed,
    ...actor
  }: SandboxActor & { checkoutId: string; card: SandboxCard; isConfirmed: boolean },
): Promise<CheckoutPaymentOutcome> {
  return expiredIfMissing(
    withSandboxCustomer(db, actor, async ({ tx, customer, running, at }): Promise<CheckoutPaymentOutcome> => {
      const isTheirs = and(eq(sandboxCheckouts.id, checkoutId), eq(sandboxCheckouts.customerId, customer.id));
      const [checkout] = await tx.select().from(sandboxCheckouts).where(isTheirs);
      if (checkout?.status === "complete") return { outcome: "paid-before", successUrl: checkout.successUrl };
      if (checkout?.status !== "open" || running !== null) return { outcome: "gone" };
      if (card === "declined") return { outcome: "declined" };
      if (card === "asks" && !isConfirmed) return { outcome: "asks" };
      await tx.update(sandboxCheckouts).set({ status: "complete" }).where(isTheirs);
      await tx.update(sandboxCustomers).set({ card }).where(eq(sandboxCustomers.id, customer.id));
      await createSubscription(tx, { customerId: customer.id, tier: checkout.tier, at });
      await queueEvent(tx, customer.id, "checkout.session.completed", at);
      return { outcome: "paid", successUrl: checkout.successUrl };
    }),
  );
}

export type ChangeOutcome = "changed" | "declined" | "gone";

/**
 * Upgrades at once, for `upgradeCostCents`; downgrades when the period ends. Choosing the current tier undoes a pending
 * downgrade.
 */
export async function changePlan(
  db: Database,
  { tier, ...actor }: SandboxActor & { tier: Tier },
): Promise<ChangeOutcome> {
  const changed = await withSandboxCustomer(
    db,
    actor,
    async ({ tx, customer, running, at }): Promise<ChangeOutcome> => {
      if (running === null || running.status !== "active") return "gone";
      const resumed = { cancelsAtPeriodEnd: false, at };
      if (isAtLeast(running.tier, tier)) {
        await updateSubscription(tx, running, { ...resumed, nextTier: tier === running.tier ? null : tier });
        return "changed";
      }
      if (!canPayLater(customer.card)) return "declined";
      const amountCents = upgradeCostCents(running, tier, at);
      await updateSubscription(tx, running, { ...resumed, tier, nextTier: null });
      const description = `From ${planOf(running.tier).name} to ${planOf(tier).name}, for the rest of the month`;
      if (amountCents > 0) await createInvoice(tx, running, { description, amountCents, isPaid: true, at });
      return "changed";
    },
  );
  return changed ?? "gone";
}

/** The cost of an upgrade for the rest of the period, in cents. */
export function upgradeCostCents(running: SandboxSubscription, tier: Tier, at: Date): number {
  return prorationCents({
    fromCents: planOf(running.tier).priceCents,
    toCents: planOf(tier).priceCents,
    periodStartsAt: running.currentPeriodStartsAt,
    periodEndsAt: running.currentPeriodEndsAt,
    at,
  });
}

/** Cancels at the end of the paid period. A past-due subscription ends at once, because nothing is paid. */
export function cancelAtPeriodEnd(db: Database, actor: SandboxActor): Promise<ChangeOutcome> {
  return changeRunning(db, actor, async ({ tx, running, at }) => {
    if (running.status === "past-due") await endSubscription(tx, running, at);
    else await updateSubscription(tx, running, { cancelsAtPeriodEnd: true, nextTier: null, at });
  });
}

export function cancelSubscriptionNow(db: Database, actor: SandboxActor): Promise<ChangeOutcome> {
  return changeRunning(db, actor, ({ tx, running, at }) => endSubscription(tx, running, at));
}

export function resumeSubscription(db: Database, actor: SandboxActor): Promise<ChangeOutcome> {
  return changeRunning(db, actor, ({ tx, running, at }) =>
    updateSubscription(tx, running, { cancelsAtPeriodEnd: false, at }),
  );
}

/** Changes the card. An overdue payment is retried with it at once. */
export async function changeCard(
  db: Database,
  { card, ...actor }: SandboxActor & { card: SandboxCard },
): Promise<ChangeOutcome> {
  const changed = await withSandboxCustomer(
    db,
    actor,
    async ({ tx, customer, running, at }): Promise<ChangeOutcome> => {
      if (card === "declined") return "declined";
      await tx.update(sandboxCustomers).set({ card }).where(eq(sandboxCustomers.id, customer.id));
      if (running === null || running.pastDueSince === null) return "changed";
      if (!canPayLater(card)) return "declined";
      await payOpenInvoice(tx, running, at);
      return "changed";
    },
  );
  return changed ?? "gone";
}

/** How far a customer's clock moves ahead in one step. */
export type ClockStep = "day" | "renewal" | "grace";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves a customer's clock ahead: by a day, to the next payment, or past the grace period of a failed one. */
export async function advanceClock(
  db: Database,
  { step, ...actor }: SandboxActor & { step: ClockStep },
): Promise<void> {
  await withSandboxCustomer(db, actor, async ({ tx, customer, running, at }) => {
    const target = clockGoal(step, running, at);
    const seconds = Math.ceil((target.getTime() - at.getTime()) / 1000);
    await tx
      .update(sandboxCustomers)
      .set({ clockAheadSeconds: customer.clockAheadSeconds + seconds })
      .where(eq(sandboxCustomers.id, customer.id));
  });
  // Applies what has come due by then.
  await withSandboxCustomer(db, actor, async () => {});
}

function clockGoal(step: ClockStep, running: SandboxSubscription | null, at: Date): Date {
  if (step === "renewal" && running?.status === "active") return running.currentPeriodEndsAt;
  if (step === "grace" && running !== null && running.pastDueSince !== null) {
    return new Date(running.pastDueSince.getTime() + GRACE_MS);
  }
  return new Date(at.getTime() + DAY_MS);
}

/** The data of the customer's page. */
export function sandboxAccount(db: Database, actor: SandboxActor) {
  return withSandboxCustomer(db, actor, async ({ tx, customer, running, at }) => ({
    card: customer.card,
    at,
    running,
    invoices: await listInvoices(tx, customer.id),
  }));
}

export type SandboxPayment = { invoice: typeof sandboxInvoices.$inferSelect; clockAheadMs: number };

/** Payments of a customer up to their clock, latest first. */
export async function listSandboxPayments(db: Database, actor: SandboxActor): Promise<SandboxPayment[]> {
  const found = await withSandboxCustomer(db, actor, async ({ tx, customer, at }) => {
    const clockAheadMs = at.getTime() - actor.now.getTime();
    return (await sandboxPayments(tx, customer.id)).map((invoice) => ({ invoice, clockAheadMs }));
  });
  return found ?? [];
}

/** Payments above zero, refunded ones too, latest first. Served by sandbox_invoices_by_customer. */
function sandboxPayments(tx: Database, customerId: string) {
  return tx
    .select()
    .from(sandboxInvoices)
    .where(
      and(
        eq(sandboxInvoices.customerId, customerId),
        inArray(sandboxInvoices.status, ["paid", "refunded", "disputed"]),
        gt(sandboxInvoices.amountCents, 0),
      ),
    )
    .orderBy(desc(sandboxInvoices.createdAt), desc(sandboxInvoices.id))
    .limit(PAYMENTS_MAX);
}

const PAYMENTS_MAX = 100;

export async function lastSandboxPayment(tx: Database, customerId: string) {
  const [payment] = await sandboxPayments(tx, customerId);
  return payment ?? null;
}

/** Refunds a payment, or simulates a dispute by the customer's bank. */
export async function reversePayment(
  db: Database,
  { paymentId, status, ...actor }: SandboxActor & { paymentId: string; status: "refunded" | "disputed" },
): Promise<void> {
  await withSandboxCustomer(db, actor, async ({ tx, customer, at }) => {
    const isPaid = and(
      eq(sandboxInvoices.id, paymentId),
      eq(sandboxInvoices.customerId, customer.id),
      eq(sandboxInvoices.status, "paid"),
    );
    const changed = await tx.update(sandboxInvoices).set({ status }).where(isPaid).returning();
    if (changed.length === 0) return;
    await queueEvent(tx, customer.id, status === "refunded" ? "charge.refunded" : "charge.dispute.created", at);
  });
}

/** All subscriptions of a customer at their clock, latest first. */
export async function listSandboxSubscriptions(db: Database, actor: SandboxActor): Promise<SandboxSubscription[]> {
  const found = await withSandboxCustomer(db, actor, ({ tx, customer }) =>
    tx
      .select()
      .from(sandboxSubscriptions)
      .where(eq(sandboxSubscriptions.customerId, customer.id))
      .orderBy(desc(sandboxSubscriptions.startedAt), desc(sandboxSubscriptions.id))
      .limit(SUBSCRIPTIONS_MAX),
  );
  return found ?? [];
}

const SUBSCRIPTIONS_MAX = 100;

async function changeRunning(
  db: Database,
  actor: SandboxActor,
  change: (given: { tx: Database; running: SandboxSubscription; at: Date }) => Promise<void>,
): Promise<ChangeOutcome> {
  const changed = await withSandboxCustomer(db, actor, async ({ tx, running, at }): Promise<ChangeOutcome> => {
    if (running === null) return "gone";
    await change({ tx, running, at });
    return "changed";
  });
  return changed ?? "gone";
}

async function expiredIfMissing(paid: Promise<CheckoutPaymentOutcome | null>): Promise<CheckoutPaymentOutcome> {
  return (await paid) ?? { outcome: "gone" };
}

import { and, desc, eq, gt, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCheckouts, sandboxCustomers, sandboxInvoices, sandboxSubscriptions } from "#app/db/schema/billing.ts";

import { GRACE_MS } from "./membership.ts";
import { isAtLeast, planOf, type Tier } from "./plans.ts";
import { prorationCents } from "./proration.ts";
import { paysLater, type SandboxCard } from "./sandbox-cards.ts";
import {
  atSandbox,
  beginSubscription,
  changeSubscription,
  endSubscription,
  invoicesOf,
  payOpenInvoice,
  type SandboxSubscription,
  tell,
  writeInvoice,
} from "./sandbox.server.ts";

/** What its customers do on the sandbox's own pages. A customer is named by id, and acts at their own clock. */
type Acting = { customerId: string; now: Date };

export type Paid = { outcome: "paid" | "paid-before"; successUrl: string } | { outcome: "declined" | "asks" | "gone" };

/** Pays an open checkout. A card that asks pays when its confirmation comes with it. Sent twice, it is one payment. */
export function payCheckout(
  db: Database,
  {
    checkoutId,
    card,
    isConfirmed,
    ...acting
  }: Acting & { checkoutId: string; card: SandboxCard; isConfirmed: boolean },
): Promise<Paid> {
  return orGone(
    atSandbox(db, acting, async ({ tx, customer, running, at }): Promise<Paid> => {
      const isTheirs = and(eq(sandboxCheckouts.id, checkoutId), eq(sandboxCheckouts.customerId, customer.id));
      const [checkout] = await tx.select().from(sandboxCheckouts).where(isTheirs);
      if (checkout?.status === "complete") return { outcome: "paid-before", successUrl: checkout.successUrl };
      if (checkout?.status !== "open" || running !== null) return { outcome: "gone" };
      if (card === "declined") return { outcome: "declined" };
      if (card === "asks" && !isConfirmed) return { outcome: "asks" };
      await tx.update(sandboxCheckouts).set({ status: "complete" }).where(isTheirs);
      await tx.update(sandboxCustomers).set({ card }).where(eq(sandboxCustomers.id, customer.id));
      await beginSubscription(tx, { customerId: customer.id, tier: checkout.tier, at });
      await tell(tx, customer.id, "checkout.session.completed", at);
      return { outcome: "paid", successUrl: checkout.successUrl };
    }),
  );
}

export type Changed = "changed" | "declined" | "gone";

/** To a higher tier at once, for what `changeCost` says; to a lower one when the period ends. The present one undoes that. */
export async function changePlan(db: Database, { tier, ...acting }: Acting & { tier: Tier }): Promise<Changed> {
  const changed = await atSandbox(db, acting, async ({ tx, customer, running, at }): Promise<Changed> => {
    if (running === null || running.status !== "active") return "gone";
    const kept = { cancelsAtPeriodEnd: false, at };
    if (isAtLeast(running.tier, tier)) {
      await changeSubscription(tx, running, { ...kept, nextTier: tier === running.tier ? null : tier });
      return "changed";
    }
    if (!paysLater(customer.card)) return "declined";
    const amountCents = changeCost(running, tier, at);
    await changeSubscription(tx, running, { ...kept, tier, nextTier: null });
    const description = `From ${planOf(running.tier).name} to ${planOf(tier).name}, for the rest of the month`;
    if (amountCents > 0) await writeInvoice(tx, running, { description, amountCents, isPaid: true, at });
    return "changed";
  });
  return changed ?? "gone";
}

/** What a higher tier costs now, for the rest of the period. */
export function changeCost(running: SandboxSubscription, tier: Tier, at: Date): number {
  return prorationCents({
    fromCents: planOf(running.tier).priceCents,
    toCents: planOf(tier).priceCents,
    periodStartsAt: running.currentPeriodStartsAt,
    periodEndsAt: running.currentPeriodEndsAt,
    at,
  });
}

/** At the end of what is paid; a subscription whose payment is missing ends at once, there being nothing left to use. */
export function cancelAtPeriodEnd(db: Database, acting: Acting): Promise<Changed> {
  return changing(db, acting, async ({ tx, running, at }) => {
    if (running.status === "past-due") await endSubscription(tx, running, at);
    else await changeSubscription(tx, running, { cancelsAtPeriodEnd: true, nextTier: null, at });
  });
}

export function cancelNow(db: Database, acting: Acting): Promise<Changed> {
  return changing(db, acting, ({ tx, running, at }) => endSubscription(tx, running, at));
}

export function resume(db: Database, acting: Acting): Promise<Changed> {
  return changing(db, acting, ({ tx, running, at }) =>
    changeSubscription(tx, running, { cancelsAtPeriodEnd: false, at }),
  );
}

/** Another card; a payment that is missing is tried with it at once. */
export async function changeCard(db: Database, { card, ...acting }: Acting & { card: SandboxCard }): Promise<Changed> {
  const changed = await atSandbox(db, acting, async ({ tx, customer, running, at }): Promise<Changed> => {
    if (card === "declined") return "declined";
    await tx.update(sandboxCustomers).set({ card }).where(eq(sandboxCustomers.id, customer.id));
    if (running === null || running.pastDueSince === null) return "changed";
    if (!paysLater(card)) return "declined";
    await payOpenInvoice(tx, running, at);
    return "changed";
  });
  return changed ?? "gone";
}

/** How far a customer's clock goes ahead in one go. */
export type ClockStep = "day" | "renewal" | "grace";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Puts a customer's clock ahead: by a day, to the next payment, or past the grace of one that failed. */
export async function advanceClock(db: Database, { step, ...acting }: Acting & { step: ClockStep }): Promise<void> {
  await atSandbox(db, acting, async ({ tx, customer, running, at }) => {
    const goal = clockGoal(step, running, at);
    const seconds = Math.ceil((goal.getTime() - at.getTime()) / 1000);
    await tx
      .update(sandboxCustomers)
      .set({ clockAheadSeconds: customer.clockAheadSeconds + seconds })
      .where(eq(sandboxCustomers.id, customer.id));
  });
  // What has come due by then is done.
  await atSandbox(db, acting, async () => {});
}

function clockGoal(step: ClockStep, running: SandboxSubscription | null, at: Date): Date {
  if (step === "renewal" && running?.status === "active") return running.currentPeriodEndsAt;
  if (step === "grace" && running !== null && running.pastDueSince !== null) {
    return new Date(running.pastDueSince.getTime() + GRACE_MS);
  }
  return new Date(at.getTime() + DAY_MS);
}

/** What the customer's page shows. */
export function sandboxAccount(db: Database, acting: Acting) {
  return atSandbox(db, acting, async ({ tx, customer, running, at }) => ({
    card: customer.card,
    at,
    running,
    invoices: await invoicesOf(tx, customer.id),
  }));
}

export type SandboxPayment = { invoice: typeof sandboxInvoices.$inferSelect; clockAheadMs: number };

/** What a customer has paid by now at their clock, the latest first. */
export async function sandboxPaymentsOf(db: Database, acting: Acting): Promise<SandboxPayment[]> {
  const found = await atSandbox(db, acting, async ({ tx, customer, at }) => {
    const clockAheadMs = at.getTime() - acting.now.getTime();
    return (await sandboxPayments(tx, customer.id)).map((invoice) => ({ invoice, clockAheadMs }));
  });
  return found ?? [];
}

/** The payments that were more than nothing, the latest first; refunded ones too. Served by sandbox_invoices_by_customer. */
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

/** Gives a payment back, or has the customer's bank take it back. */
export async function takeBack(
  db: Database,
  { paymentId, status, ...acting }: Acting & { paymentId: string; status: "refunded" | "disputed" },
): Promise<void> {
  await atSandbox(db, acting, async ({ tx, customer, at }) => {
    const isPaid = and(
      eq(sandboxInvoices.id, paymentId),
      eq(sandboxInvoices.customerId, customer.id),
      eq(sandboxInvoices.status, "paid"),
    );
    const changed = await tx.update(sandboxInvoices).set({ status }).where(isPaid).returning();
    if (changed.length === 0) return;
    await tell(tx, customer.id, status === "refunded" ? "charge.refunded" : "charge.dispute.created", at);
  });
}

/** Every subscription of a customer, the latest first, as it stands at their clock. */
export async function sandboxSubscriptionsOf(db: Database, acting: Acting): Promise<SandboxSubscription[]> {
  const found = await atSandbox(db, acting, ({ tx, customer }) =>
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

async function changing(
  db: Database,
  acting: Acting,
  change: (given: { tx: Database; running: SandboxSubscription; at: Date }) => Promise<void>,
): Promise<Changed> {
  const changed = await atSandbox(db, acting, async ({ tx, running, at }): Promise<Changed> => {
    if (running === null) return "gone";
    await change({ tx, running, at });
    return "changed";
  });
  return changed ?? "gone";
}

async function orGone(paid: Promise<Paid | null>): Promise<Paid> {
  return (await paid) ?? { outcome: "gone" };
}

import { randomUUID } from "node:crypto";

import { and, desc, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCustomers, sandboxDeliveries, sandboxInvoices, sandboxSubscriptions } from "#app/db/schema/billing.ts";
import { nextMonthlyDate } from "#app/lib/month.ts";

import { GRACE_MS } from "../membership/membership.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { planOf } from "../plans/plans.ts";
import { canPayLater } from "./sandbox-cards.ts";

export type SandboxCustomer = typeof sandboxCustomers.$inferSelect;
export type SandboxSubscription = typeof sandboxSubscriptions.$inferSelect;

/** A locked customer at their own clock, after everything due by then was applied. */
export type SandboxContext = { tx: Database; customer: SandboxCustomer; running: SandboxSubscription | null; at: Date };

/** Runs `work` while the customer's row is locked; null if there is no such customer. */
export async function withSandboxCustomer<Outcome>(
  db: Database,
  { customerId, now }: { customerId: string; now: Date },
  work: (context: SandboxContext) => Promise<Outcome>,
): Promise<Outcome | null> {
  return db.transaction(async (tx) => {
    const [customer] = await tx
      .select()
      .from(sandboxCustomers)
      .where(eq(sandboxCustomers.id, customerId))
      .for("update");
    if (customer === undefined) return null;
    const at = customerClock(customer, now);
    return work({ tx, customer, running: await applyDueChanges(tx, customer, at), at });
  });
}

export function customerClock(customer: Pick<SandboxCustomer, "clockAheadSeconds">, now: Date): Date {
  return new Date(now.getTime() + customer.clockAheadSeconds * 1000);
}

/** More months than a trial's clock moves ahead in one step. */
const DUE_CHANGES_MAX = 600;

/** Applies due renewals, failed payments and cancellations. */
async function applyDueChanges(tx: Database, customer: SandboxCustomer, at: Date): Promise<SandboxSubscription | null> {
  for (let count = 0; count < DUE_CHANGES_MAX; count += 1) {
    const running = await findRunning(tx, customer.id);
    if (running === null) return null;
    if (running.pastDueSince !== null) {
      const lastTryAt = new Date(running.pastDueSince.getTime() + GRACE_MS);
      if (lastTryAt > at) return running;
      if (canPayLater(customer.card)) await payOpenInvoice(tx, running, lastTryAt);
      else await endSubscription(tx, running, lastTryAt);
    } else if (running.currentPeriodEndsAt > at) return running;
    else if (running.cancelsAtPeriodEnd) await endSubscription(tx, running, running.currentPeriodEndsAt);
    else await renew(tx, customer, running);
  }
  throw new Error(`The sandbox's clock is ${DUE_CHANGES_MAX} changes ahead of customer ${customer.id}`);
}

async function findRunning(tx: Database, customerId: string): Promise<SandboxSubscription | null> {
  const [running] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(sandboxSubscriptions.customerId, customerId), ne(sandboxSubscriptions.status, "ended")));
  return running ?? null;
}

async function renew(tx: Database, { card }: SandboxCustomer, running: SandboxSubscription): Promise<void> {
  const startsAt = running.currentPeriodEndsAt;
  const tier = running.nextTier ?? running.tier;
  const isPaid = canPayLater(card);
  await updateSubscription(tx, running, {
    tier,
    nextTier: null,
    currentPeriodStartsAt: startsAt,
    currentPeriodEndsAt: nextMonthlyDate(running.startedAt, startsAt),
    ...(isPaid ? {} : { status: "past-due" as const, pastDueSince: startsAt }),
    at: startsAt,
  });
  await createInvoice(tx, running, {
    description: `${planOf(tier).name}, one month`,
    amountCents: planOf(tier).priceCents,
    isPaid,
    at: startsAt,
  });
}

/** Pays the overdue invoice and makes the subscription active again. */
export async function payOpenInvoice(tx: Database, running: SandboxSubscription, at: Date): Promise<void> {
  await closeOpenInvoice(tx, running, "paid");
  await queueEvent(tx, running.customerId, "invoice.paid", at);
  await updateSubscription(tx, running, { status: "active", pastDueSince: null, at });
}

export async function endSubscription(tx: Database, running: SandboxSubscription, at: Date): Promise<void> {
  await closeOpenInvoice(tx, running, "void");
  await tx
    .update(sandboxSubscriptions)
    .set({ status: "ended", endedAt: at, pastDueSince: null, nextTier: null })
    .where(eq(sandboxSubscriptions.id, running.id));
  await queueEvent(tx, running.customerId, "customer.subscription.deleted", at);
}

async function closeOpenInvoice(tx: Database, running: SandboxSubscription, status: "paid" | "void"): Promise<void> {
  await tx
    .update(sandboxInvoices)
    .set({ status })
    .where(and(eq(sandboxInvoices.subscriptionId, running.id), eq(sandboxInvoices.status, "open")));
}

export async function updateSubscription(
  tx: Database,
  { id, customerId }: SandboxSubscription,
  { at, ...change }: Partial<SandboxSubscription> & { at: Date },
): Promise<void> {
  await tx.update(sandboxSubscriptions).set(change).where(eq(sandboxSubscriptions.id, id));
  await queueEvent(tx, customerId, "customer.subscription.updated", at);
}

export async function createSubscription(
  tx: Database,
  { customerId, tier, at }: { customerId: string; tier: Tier; at: Date },
): Promise<void> {
  const [created] = await tx
    .insert(sandboxSubscriptions)
    .values({
      id: sandboxId("subscription"),
      customerId,
      tier,
      status: "active",
      startedAt: at,
      currentPeriodStartsAt: at,
      currentPeriodEndsAt: nextMonthlyDate(at, at),
    })
    .returning();
  if (created === undefined) throw new Error("The subscription was not written");
  await queueEvent(tx, customerId, "customer.subscription.created", at);
  const { name, priceCents } = planOf(tier);
  await createInvoice(tx, created, { description: `${name}, one month`, amountCents: priceCents, isPaid: true, at });
}

export async function createInvoice(
  tx: Database,
  { id: subscriptionId, customerId }: SandboxSubscription,
  { isPaid, at, ...invoice }: { description: string; amountCents: number; isPaid: boolean; at: Date },
): Promise<void> {
  const status = isPaid ? "paid" : "open";
  const id = sandboxId("invoice");
  await tx.insert(sandboxInvoices).values({ ...invoice, id, subscriptionId, customerId, status, createdAt: at });
  await queueEvent(tx, customerId, isPaid ? "invoice.paid" : "invoice.payment_failed", at);
}

/** Queues an event, in the transaction of the change it reports. */
export async function queueEvent(tx: Database, customerId: string, type: string, at: Date): Promise<void> {
  const id = sandboxId("event");
  const event = { id, type, created: Math.floor(at.getTime() / 1000), data: { object: { customer: customerId } } };
  await tx.insert(sandboxDeliveries).values({ id, customerId, event, createdAt: at });
}

/** A customer's invoices, latest first. Served by sandbox_invoices_by_customer. */
export function listInvoices(tx: Database, customerId: string) {
  return tx
    .select()
    .from(sandboxInvoices)
    .where(eq(sandboxInvoices.customerId, customerId))
    .orderBy(desc(sandboxInvoices.createdAt), desc(sandboxInvoices.id))
    .limit(INVOICES_SHOWN_MAX);
}

/** Five years of months. */
const INVOICES_SHOWN_MAX = 60;

export function sandboxId(kind: string): string {
  return `sandbox_${kind}_${randomUUID().replaceAll("-", "")}`;
}

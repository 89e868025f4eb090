import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { refunds } from "#app/db/schema/billing.ts";

import type { BillingProvider, Payment } from "./billing-provider.ts";
import { REFUND_DAYS } from "./refund-days.ts";
import { customerOf, syncMembership } from "./sync-membership.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type Refunded = { outcome: "refunded"; amountCents: number } | { outcome: "nothing" | "too-late" };

/** The payment that its person can have back now; null for none. */
export async function refundablePayment(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<Payment | null> {
  const payment = await lastPaymentOf(db, { provider, userId });
  return payment !== null && !payment.isRefunded && isInTime(payment, now) ? payment : null;
}

/** What somebody paid last, given back or not; null for nothing. */
export async function lastPaymentOf(
  db: Database,
  { provider, userId }: { provider: BillingProvider; userId: string },
): Promise<Payment | null> {
  const customer = await customerOf(db, { userId, provider });
  return customer === null ? null : provider.lastPayment(customer.customerId);
}

/**
 * Gives the last payment back in full and ends the membership. It is written down before the provider is asked: whatever
 * breaks on the way, asking again finishes it, and nobody gets the same payment twice.
 *
 * @param given.by Whoever asks: the operator is bound by no guarantee's days.
 * @throws ProviderDown
 */
export async function refundLastPayment(
  db: Database,
  given: { provider: BillingProvider; userId: string; by: "member" | "operator"; now: Date },
): Promise<Refunded> {
  const { provider, userId, by, now } = given;
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return { outcome: "nothing" };
  const { customerId } = customer;
  const payment = await provider.lastPayment(customerId);
  if (payment === null) return { outcome: "nothing" };
  const { id: paymentId, amountCents } = payment;
  const [asked] = await db.select({ status: refunds.status }).from(refunds).where(eq(refunds.paymentId, paymentId));
  if (asked?.status === "refunded" || (payment.isRefunded && asked === undefined)) return { outcome: "nothing" };
  if (asked === undefined) {
    if (by === "member" && !isInTime(payment, now)) return { outcome: "too-late" };
    await db
      .insert(refunds)
      .values({ paymentId, userId, amountCents, status: "asked", askedBy: by, askedAt: now })
      .onConflictDoNothing();
  }
  if (!payment.isRefunded) await provider.refund({ customerId, paymentId, amountCents });
  for (const { id: subscriptionId, status } of await provider.listSubscriptions(customerId)) {
    if (status !== "ended") await provider.cancelNow({ customerId, subscriptionId });
  }
  await syncMembership(db, { ...customer, provider, now });
  await db
    .update(refunds)
    .set({ status: "refunded" })
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, "asked")));
  return { outcome: "refunded", amountCents };
}

function isInTime({ paidAt }: Payment, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= REFUND_DAYS * DAY_MS;
}

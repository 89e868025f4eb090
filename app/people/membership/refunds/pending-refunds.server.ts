import { and, eq, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";

import type { BillingProvider, Payment } from "../billing-provider.ts";

type RefundRow = typeof refunds.$inferSelect;

/** Records refunds to make. From then on the job completes them, whatever fails in between. */
export async function recordPendingRefunds(
  db: Database,
  {
    provider,
    userId,
    payments,
    by,
    actor,
    now,
  }: {
    provider: BillingProvider;
    userId: string;
    payments: readonly Payment[];
    by: RefundRow["requestedBy"];
    /** The admin who refunds, for the audit log. */
    actor?: Actor;
    now: Date;
  },
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ id: paymentId, amountCents }): typeof refunds.$inferInsert => ({
    paymentId,
    provider: provider.name,
    userId,
    amountCents,
    status: "pending",
    requestedBy: by,
    requestedAt: now,
  }));
  await db.transaction(async (tx) => {
    const recorded = await tx
      .insert(refunds)
      .values(rows)
      .onConflictDoUpdate({
        target: refunds.paymentId,
        set: { status: "pending" },
        setWhere: eq(refunds.status, "not-refundable"),
      })
      .returning({ paymentId: refunds.paymentId, amountCents: refunds.amountCents });
    if (actor === undefined) return;
    for (const { paymentId, amountCents } of recorded) {
      const subject = { kind: "payment", id: paymentId };
      const after = { person: userId, amountCents };
      await recordChange(tx, { actor, action: "payment.refund", subject, before: null, after, now });
    }
  });
}

/**
 * Makes the recorded refunds.
 *
 * @returns Ids of refunded payments. The others can't be refunded, and aren't retried automatically.
 * @throws ProviderDown if a refund can't be made now; it stays recorded.
 */
export async function processRefunds(
  db: Database,
  { provider, paymentIds }: { provider: BillingProvider; paymentIds: readonly string[] },
): Promise<Set<string>> {
  const refunded = new Set<string>();
  for (const paymentId of paymentIds) {
    const status = await provider.refund({ paymentId });
    if (status === "refunded") refunded.add(paymentId);
    await db
      .update(refunds)
      .set({ status })
      .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, "refunded")));
  }
  return refunded;
}

/** Ids among the given payments whose refund is pending. */
export async function pendingRefundIds(db: Database, paymentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.status, "pending")));
  return new Set(rows.map(({ paymentId }) => paymentId));
}

/** Ids among the given payments that were refunded because they should never have been charged. */
export async function surplusPaymentIds(db: Database, paymentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.requestedBy, "system")));
  return new Set(rows.map(({ paymentId }) => paymentId));
}

import { and, asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers, refunds } from "#app/db/schema/billing.ts";

import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";

import type { BillingProvider, Payment } from "./billing-provider.ts";

type RefundRow = typeof refunds.$inferSelect;

/** How many one run of the job gives back; the next takes the rest. */
const FINISHED_AT_ONCE_MAX = 100;

/** Writes down that payments are to be given back: from then on they will be, whatever breaks on the way. */
export async function oweRefunds(
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
    by: RefundRow["askedBy"];
    /** Who gives it back for the operator. */
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
    status: "asked",
    askedBy: by,
    askedAt: now,
  }));
  await db.transaction(async (tx) => {
    const owed = await tx
      .insert(refunds)
      .values(rows)
      .onConflictDoNothing()
      .returning({ paymentId: refunds.paymentId });
    if (actor === undefined) return;
    for (const { paymentId, amountCents } of rows.filter((row) =>
      owed.some((each) => each.paymentId === row.paymentId),
    )) {
      const subject = { kind: "payment", id: paymentId };
      const after = { person: userId, amountCents };
      await recordChange(tx, { actor, action: "payment.refund", subject, before: null, after, now });
    }
  });
}

/**
 * Gives back what is written down.
 *
 * @throws ProviderDown when a payment could not be given back; it stays written down.
 */
export async function payOwed(
  db: Database,
  { provider, paymentIds }: { provider: BillingProvider; paymentIds: readonly string[] },
): Promise<void> {
  for (const paymentId of paymentIds) {
    await provider.refund(paymentId);
    await db
      .update(refunds)
      .set({ status: "refunded" })
      .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, "asked")));
  }
}

/**
 * Finishes whatever was broken off, each by itself: ends what a payment was for, should that still run, and gives it back.
 * The person may be gone by now; their money is theirs.
 *
 * @returns Why some could not be finished.
 */
export async function finishRefunds(db: Database, { provider }: { provider: BillingProvider }): Promise<unknown[]> {
  // Served by refunds_unfinished.
  const owed = await db
    .select({ paymentId: refunds.paymentId, customerId: customers.providerId })
    .from(refunds)
    .leftJoin(customers, and(eq(customers.userId, refunds.userId), eq(customers.provider, refunds.provider)))
    .where(and(eq(refunds.status, "asked"), eq(refunds.provider, provider.name)))
    .orderBy(asc(refunds.askedAt))
    .limit(FINISHED_AT_ONCE_MAX);
  const failed: unknown[] = [];
  for (const each of owed) await finishOne(db, { provider, ...each }).catch((error: unknown) => failed.push(error));
  return failed;
}

async function finishOne(
  db: Database,
  { provider, paymentId, customerId }: { provider: BillingProvider; paymentId: string; customerId: string | null },
): Promise<void> {
  const payments = customerId === null ? [] : await provider.payments(customerId);
  const subscriptionId = payments.find(({ id }) => id === paymentId)?.subscriptionId ?? null;
  // Only that one: whoever has subscribed again since then has paid for it.
  if (customerId !== null && subscriptionId !== null) await provider.cancelNow({ customerId, subscriptionId });
  await payOwed(db, { provider, paymentIds: [paymentId] });
}

/** Which of some payments are written down to be given back. */
export async function owedAmong(db: Database, paymentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.status, "asked")));
  return new Set(rows.map(({ paymentId }) => paymentId));
}

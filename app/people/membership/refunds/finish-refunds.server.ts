import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers, refunds } from "#app/db/schema/billing.ts";

import { type BillingProvider, CustomerGone, type Payment, ProviderDown } from "../billing-provider.ts";
import { processRefunds } from "./pending-refunds.server.ts";
import { FAILURES_IN_A_ROW_MAX, syncMembership } from "../membership/sync-membership.server.ts";

/** Refunds per run of the job; the next run continues. */
const REFUNDS_PER_RUN_MAX = 100;
/** The same job also syncs memberships, in a quarter of an hour altogether. */
const FINISH_MS_MAX = 3 * 60 * 1000;

/**
 * Finishes interrupted refunds one by one: ends the subscription if it still runs, then refunds, even if the
 * account is gone. Stops when time is up or the provider is down.
 *
 * @returns The errors of refunds that failed.
 */
export async function finishRefunds(
  db: Database,
  { provider, now, msMax = FINISH_MS_MAX }: { provider: BillingProvider; now: Date; msMax?: number },
): Promise<unknown[]> {
  const endsAt = performance.now() + msMax;
  const failed: unknown[] = [];
  let failuresInARow = 0;
  for (const pending of await pendingRefunds(db, provider)) {
    if (performance.now() > endsAt || failuresInARow >= FAILURES_IN_A_ROW_MAX) break;
    // Recorded first, so that failing refunds come last in the next run.
    await db.update(refunds).set({ triedAt: now }).where(eq(refunds.paymentId, pending.paymentId));
    try {
      await finishRefund(db, { provider, now, ...pending });
      failuresInARow = 0;
    } catch (error) {
      failed.push(error);
      failuresInARow = error instanceof ProviderDown ? failuresInARow + 1 : 0;
    }
  }
  return failed;
}

type PendingRefund = { paymentId: string; userId: string | null; customerId: string | null };

/** Served by refunds_unfinished. */
function pendingRefunds(db: Database, { name }: BillingProvider): Promise<PendingRefund[]> {
  return db
    .select({ paymentId: refunds.paymentId, userId: refunds.userId, customerId: customers.providerId })
    .from(refunds)
    .leftJoin(customers, and(eq(customers.userId, refunds.userId), eq(customers.provider, refunds.provider)))
    .where(and(eq(refunds.status, "pending"), eq(refunds.provider, name)))
    .orderBy(sql`${refunds.triedAt} asc nulls first`, asc(refunds.requestedAt))
    .limit(REFUNDS_PER_RUN_MAX);
}

async function finishRefund(
  db: Database,
  { provider, paymentId, userId, customerId, now }: PendingRefund & { provider: BillingProvider; now: Date },
): Promise<void> {
  if (userId !== null && customerId !== null) {
    const payments = await listPaymentsOrNone(provider, customerId);
    const subscriptionId = payments.find(({ id }) => id === paymentId)?.subscriptionId ?? null;
    // Only this one: a newer subscription has its own payment.
    if (subscriptionId !== null) await provider.cancelNow({ customerId, subscriptionId });
    await syncMembership(db, { provider, userId, customerId, now });
  }
  await processRefunds(db, { provider, paymentIds: [paymentId] });
}

/** A customer unknown to the provider has no payments. */
async function listPaymentsOrNone(provider: BillingProvider, customerId: string): Promise<Payment[]> {
  try {
    return await provider.listPayments(customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return [];
  }
}

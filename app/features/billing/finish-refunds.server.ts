import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers, refunds } from "#app/db/schema/billing.ts";

import { type BillingProvider, CustomerGone, type Payment, ProviderDown } from "./billing-provider.ts";
import { payOwed } from "./owed-refunds.server.ts";
import { DOWN_IN_A_ROW_MAX, syncMembership } from "./sync-membership.server.ts";

/** How many one run of the job gives back; the next takes the rest. */
const FINISHED_AT_ONCE_MAX = 100;
/** The job has memberships to look at too, and a quarter of an hour in all. */
const FINISH_MS_MAX = 3 * 60 * 1000;

/**
 * Finishes whatever was broken off, each by itself: ends what a payment was for, should that still run, and gives it back.
 * The person may be gone by now; their money is theirs. Stops when time is up or the provider doesn't answer.
 *
 * @returns Why some could not be finished.
 */
export async function finishRefunds(
  db: Database,
  { provider, now, msMax = FINISH_MS_MAX }: { provider: BillingProvider; now: Date; msMax?: number },
): Promise<unknown[]> {
  const endsAt = performance.now() + msMax;
  const failed: unknown[] = [];
  let downInARow = 0;
  for (const owed of await owedRefunds(db, provider)) {
    if (performance.now() > endsAt || downInARow >= DOWN_IN_A_ROW_MAX) break;
    // Written before: what can't be given back comes last the next time.
    await db.update(refunds).set({ triedAt: now }).where(eq(refunds.paymentId, owed.paymentId));
    try {
      await finishOne(db, { provider, now, ...owed });
      downInARow = 0;
    } catch (error) {
      failed.push(error);
      downInARow = error instanceof ProviderDown ? downInARow + 1 : 0;
    }
  }
  return failed;
}

type OwedRefund = { paymentId: string; userId: string | null; customerId: string | null };

/** Served by refunds_unfinished. */
function owedRefunds(db: Database, { name }: BillingProvider): Promise<OwedRefund[]> {
  return db
    .select({ paymentId: refunds.paymentId, userId: refunds.userId, customerId: customers.providerId })
    .from(refunds)
    .leftJoin(customers, and(eq(customers.userId, refunds.userId), eq(customers.provider, refunds.provider)))
    .where(and(eq(refunds.status, "asked"), eq(refunds.provider, name)))
    .orderBy(sql`${refunds.triedAt} asc nulls first`, asc(refunds.askedAt))
    .limit(FINISHED_AT_ONCE_MAX);
}

async function finishOne(
  db: Database,
  { provider, paymentId, userId, customerId, now }: OwedRefund & { provider: BillingProvider; now: Date },
): Promise<void> {
  if (userId !== null && customerId !== null) {
    const payments = await paymentsIfKnown(provider, customerId);
    const subscriptionId = payments.find(({ id }) => id === paymentId)?.subscriptionId ?? null;
    // Only that one: whoever has subscribed again since then has paid for it.
    if (subscriptionId !== null) await provider.cancelNow({ customerId, subscriptionId });
    await syncMembership(db, { provider, userId, customerId, now });
  }
  await payOwed(db, { provider, paymentIds: [paymentId] });
}

/** Whom the provider doesn't know has nothing there that runs. */
async function paymentsIfKnown(provider: BillingProvider, customerId: string): Promise<Payment[]> {
  try {
    return await provider.payments(customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return [];
  }
}

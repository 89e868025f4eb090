import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { customers, subscriptions } from "#app/db/schema/billing.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { recordFunnelStep } from "#app/guide/analytics/counters/record-funnel-step.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/lib/duration.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { mailEndingSoon, mailPaymentFailed, mailReceipt } from "./billing-mails.server.ts";
import {
  type BillingProvider,
  CustomerGone,
  type Payment,
  ProviderDown,
  type ProviderSubscription,
} from "../billing-provider.ts";
import { GRACE_MS } from "./membership.ts";
import { recordPendingRefunds, processRefunds } from "../refunds/pending-refunds.server.ts";
import { isAtLeast, planOf } from "../plans/plans.ts";
import { isWithinRefundPeriod } from "../refunds/refund-period.ts";

/** Also the job's name in the audit log. */
export const SYNC_JOB = "sync-memberships";
const JOB = { kind: "job", id: SYNC_JOB } as const;

type Customer = { userId: string; customerId: string };
type SubscriptionRow = typeof subscriptions.$inferSelect;

type SyncInput = Customer & { provider: BillingProvider; actor?: Actor | null; now: Date };

/**
 * Reads a customer's subscription from the provider and stores it, unless a later sync already did. Events only
 * trigger a sync, so their order and number don't matter.
 *
 * @param input.actor The job, if no event or request triggered the sync: then the change is audited.
 * @returns "elsewhere": the customer is in another account and has no membership here.
 * @see docs/decisions/0018-billing-sync-with-stripe-and-refunds.md
 */
export async function syncMembership(
  db: Database,
  { provider, userId, customerId, actor = null, now }: SyncInput,
): Promise<"written" | "stale" | "elsewhere"> {
  const version = await nextSyncVersion(db);
  // Read before the provider is asked, so that a subscription ended by the deletion isn't refunded as surplus.
  const isAccountDeleted = await hasDeletedAccount(db, userId);
  const { listed, isInOtherAccount } = await listSubscriptions(provider, customerId);
  const payments = listed.some(isRunning) ? await provider.listPayments(customerId) : [];
  const { current, disputed, surplus } = chooseSubscription(listed, payments);
  const syncedAt = isInOtherAccount ? null : now;
  const outcome = await db.transaction((tx) =>
    writeSubscription(tx, {
      provider,
      userId,
      version,
      current: isAccountDeleted ? null : current,
      actor,
      now,
      syncedAt,
    }),
  );
  // Extra subscriptions from concurrent checkouts, or from one paid after the account was deleted, are ended and
  // refunded.
  const unwanted = isAccountDeleted ? listed.filter(isRunning) : surplus;
  for (const { id } of unwanted) await refundSurplus(db, { provider, userId, customerId, id, payments, now });
  for (const { id: subscriptionId } of disputed) await provider.cancelNow({ customerId, subscriptionId });
  if (outcome === "written" && current?.status === "active") {
    const payment = payments.find(({ subscriptionId, status }) => subscriptionId === current.id && status === "paid");
    if (payment !== undefined) await mailReceipt(db, { userId, plan: planOf(current.tier).name, payment, now });
  }
  return isInOtherAccount ? "elsewhere" : outcome;
}

/**
 * An unknown customer has no subscriptions. If another account may know them, the key may be wrong, so they are
 * synced again soon.
 */
async function listSubscriptions(
  provider: BillingProvider,
  customerId: string,
): Promise<{ listed: ProviderSubscription[]; isInOtherAccount: boolean }> {
  try {
    return { listed: await provider.listSubscriptions(customerId), isInOtherAccount: false };
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return { listed: [], isInOtherAccount: !error.isDeleted };
  }
}

/**
 * Picks the subscription that counts: running before ended, paid before past due, highest tier, oldest. Other
 * running ones are surplus. Disputed ones count as ended and must be canceled.
 */
export function chooseSubscription(
  listed: readonly ProviderSubscription[],
  payments: readonly Payment[] = [],
): { current: ProviderSubscription | null; surplus: ProviderSubscription[]; disputed: ProviderSubscription[] } {
  const disputedIds = new Set(
    payments.filter(({ status }) => status === "disputed").map((each) => each.subscriptionId),
  );
  const disputed = listed.filter((each) => isRunning(each) && disputedIds.has(each.id));
  const states = listed.map((each) => (disputed.includes(each) ? asEnded(each) : each));
  const running = states.filter(isRunning).toSorted(bestFirst);
  const ended = states.filter((each) => !isRunning(each)).toSorted((a, b) => startTime(b) - startTime(a));
  return { current: running[0] ?? ended[0] ?? null, surplus: running.slice(1), disputed };
}

function isRunning({ status }: ProviderSubscription): boolean {
  return status !== "ended";
}

function asEnded(subscription: ProviderSubscription): ProviderSubscription {
  return { ...subscription, status: "ended", pastDueSince: null, nextTier: null };
}

function bestFirst(a: ProviderSubscription, b: ProviderSubscription): number {
  if (a.status !== b.status) return a.status === "active" ? -1 : 1;
  if (a.tier !== b.tier) return isAtLeast(a.tier, b.tier) ? -1 : 1;
  return startTime(a) - startTime(b);
}

function startTime({ startedAt }: ProviderSubscription): number {
  return startedAt.getTime();
}

/**
 * Ends a surplus subscription and refunds its payments. A refund that fails now stays recorded for the hourly job.
 *
 * @throws ProviderDown if the subscription could not be ended.
 */
async function refundSurplus(
  db: Database,
  {
    provider,
    userId,
    customerId,
    id: subscriptionId,
    payments,
    now,
  }: Customer & { provider: BillingProvider; id: string; payments: readonly Payment[]; now: Date },
): Promise<void> {
  const paid = payments.filter(
    (each) => each.subscriptionId === subscriptionId && each.status === "paid" && isWithinRefundPeriod(each, now),
  );
  await recordPendingRefunds(db, { provider, userId, payments: paid, by: "system", now });
  await provider.cancelNow({ customerId, subscriptionId });
  await processRefunds(db, { provider, paymentIds: paid.map(({ id }) => id) }).catch((error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error;
  });
}

/** Whether the account is deleted, even if it can still be restored. */
async function hasDeletedAccount(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0;
}

const VersionRow = z.object({ rows: z.array(z.object({ version: z.coerce.number().int() })).min(1) });

async function nextSyncVersion(db: Database): Promise<number> {
  const result = VersionRow.parse(await db.execute(sql`select nextval('billing_sync_versions') as version`));
  return result.rows[0]?.version ?? 0;
}

type WriteInput = {
  provider: BillingProvider;
  userId: string;
  version: number;
  current: ProviderSubscription | null;
  actor: Actor | null;
  now: Date;
  /** Null: sync again soon. */
  syncedAt: Date | null;
};

async function writeSubscription(
  tx: Database,
  { provider: { name: provider }, userId, version, current, actor, now, syncedAt }: WriteInput,
): Promise<"written" | "stale"> {
  const locked = await tx
    .update(customers)
    .set({ syncVersion: version, syncedAt })
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider), lt(customers.syncVersion, version)))
    .returning({ userId: customers.userId });
  if (locked.length === 0) return "stale";
  const ofProvider = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, provider));
  const [before] = await tx.select().from(subscriptions).where(ofProvider);
  if (current === null) {
    if (before === undefined) return "written";
    await tx.delete(subscriptions).where(ofProvider);
    if (actor !== null) await recordTierChange(tx, { userId, before, after: null, actor, now });
    await invalidatePages(tx, [`member:${userId}`]);
    return "written";
  }
  const after = { userId, provider, ...toSubscriptionColumns(current) };
  await tx.insert(subscriptions).values(after).onConflictDoUpdate({ target: subscriptions.userId, set: after });
  await notifyChange(tx, { before: before ?? null, after, now });
  if (actor !== null) await recordTierChange(tx, { userId, before: before ?? null, after, actor, now });
  const isNew = before?.providerId !== after.providerId;
  if (isNew && after.status === "active") await recordFunnelStep(tx, { step: "paid", tier: after.tier, userId, now });
  // Some pages show the tier, for example as a review's badge.
  if (before?.tier !== after.tier || before.status !== after.status) await invalidatePages(tx, [`member:${userId}`]);
  return "written";
}

type TierRow = Pick<SubscriptionRow, "tier" | "status"> | null;

/** Audits a change of the membership's tier. */
async function recordTierChange(
  tx: Database,
  { userId, actor, now, ...states }: { userId: string; before: TierRow; after: TierRow; actor: Actor; now: Date },
): Promise<void> {
  const [before, after] = [tierOf(states.before), tierOf(states.after)];
  if (before === after) return;
  const subject = { kind: "person", id: userId };
  const tiers = { before: { tier: before }, after: { tier: after } };
  await recordChange(tx, { actor, action: "membership.sync", subject, ...tiers, now });
}

function tierOf(row: TierRow) {
  return row === null || row.status === "ended" ? null : row.tier;
}

/** Column values of a subscription. */
export function toSubscriptionColumns(current: ProviderSubscription): Omit<SubscriptionRow, "userId" | "provider"> {
  const { id: providerId, tier, status, startedAt, currentPeriodEndsAt, cancelAt, pastDueSince, nextTier } = current;
  // Without a date it would stay past due forever, so the grace period is over.
  const since = pastDueSince ?? startedAt;
  const graceEndsAt = status === "past-due" ? new Date(since.getTime() + GRACE_MS) : null;
  return { providerId, tier, status, startedAt, currentPeriodEndsAt, cancelAt, graceEndsAt, nextTier };
}

/** Notifies a member of failed payments, the end they cause, and an upcoming end. */
async function notifyChange(
  tx: Database,
  { before, after, now }: { before: SubscriptionRow | null; after: SubscriptionRow; now: Date },
): Promise<void> {
  const { userId, status, graceEndsAt } = after;
  const plan = planOf(after.tier).name;
  if (status === "past-due" && before?.status !== "past-due" && graceEndsAt !== null) {
    const isOver = graceEndsAt <= now;
    const failed = { kind: "payment-failed", plan, graceEndsAt: graceEndsAt.toISOString() } as const;
    await notifyUser(tx, { userId, notification: isOver ? { kind: "membership-ended", plan } : failed, now });
    await mailPaymentFailed(tx, { userId, plan, subscriptionId: after.providerId, graceEndsAt, now });
  }
  if (status === "active" && after.cancelAt !== null) {
    await mailEndingSoon(tx, { userId, plan, subscriptionId: after.providerId, endsAt: after.cancelAt, now });
  }
  if (status === "ended" && before?.status === "past-due" && before.providerId === after.providerId) {
    await notifyUser(tx, { userId, notification: { kind: "membership-ended", plan }, now });
  }
}

/** The customer of a user at a provider; null if there is none. */
export async function findCustomer(
  db: Database,
  { userId, provider }: { userId: string; provider: BillingProvider },
): Promise<Customer | null> {
  const { userId: id, providerId: customerId } = customers;
  const [customer] = await db
    .select({ userId: id, customerId })
    .from(customers)
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider.name)));
  return customer ?? null;
}

/** The customer with a provider's id; null if unknown or the account is deleted. */
export async function findCustomerByProviderId(
  db: Database,
  { customerId, provider }: { customerId: string; provider: BillingProvider },
): Promise<Customer | null> {
  const [customer] = await db
    .select({ userId: customers.userId, customerId: customers.providerId })
    .from(customers)
    .where(and(eq(customers.providerId, customerId), eq(customers.provider, provider.name)));
  return customer ?? null;
}

/**
 * Ends memberships of other providers, for example of the sandbox once Stripe is configured. Their customers are
 * synced at once if the settings change back.
 */
export async function endMembershipsOfOtherProviders(
  db: Database,
  { name }: BillingProvider,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(subscriptions)
      .where(ne(subscriptions.provider, name))
      .returning({ userId: subscriptions.userId, tier: subscriptions.tier, status: subscriptions.status });
    if (ended.length === 0) return;
    for (const { userId, ...before } of ended)
      await recordTierChange(tx, { userId, before, after: null, actor: JOB, now });
    const userIds = ended.map(({ userId }) => userId);
    await tx
      .update(customers)
      .set({ syncedAt: null })
      .where(and(inArray(customers.userId, userIds), ne(customers.provider, name)));
    await invalidatePages(
      tx,
      userIds.map((userId) => `member:${userId}`),
    );
  });
}

/** Customers per query. */
const CUSTOMERS_PER_QUERY_MAX = 200;
const SYNC_EVERY_MS = DAY_MS;
/** The job runs hourly. Customers it doesn't reach come first in the next run. */
const SYNC_MS_MAX = 10 * MINUTE_MS;
/** After this many failures in a row the provider is down, not the customers wrong. */
export const FAILURES_IN_A_ROW_MAX = 5;

/**
 * Syncs customers whose period has ended or whose payment is overdue, and everybody once a day. Stops when time is
 * up or the provider is down.
 *
 * @returns Counts of synced customers and of those in another account, and the errors.
 */
export async function syncDueMemberships(
  db: Database,
  { provider, now, msMax = SYNC_MS_MAX }: { provider: BillingProvider; now: Date; msMax?: number },
): Promise<{ looked: number; elsewhere: number; failed: unknown[] }> {
  const endsAt = performance.now() + msMax;
  const failed: unknown[] = [];
  let [looked, elsewhere, failuresInARow] = [0, 0, 0];
  for (;;) {
    const due = await dueCustomers(db, { provider, now });
    if (due.length === 0) return { looked, elsewhere, failed };
    for (const customer of due) {
      if (performance.now() > endsAt || failuresInARow >= FAILURES_IN_A_ROW_MAX) return { looked, elsewhere, failed };
      await recordTry(db, { ...customer, provider, now });
      looked += 1;
      try {
        if ((await syncMembership(db, { ...customer, provider, actor: JOB, now })) === "elsewhere") elsewhere += 1;
        failuresInARow = 0;
      } catch (error) {
        failed.push(error);
        failuresInARow = error instanceof ProviderDown ? failuresInARow + 1 : 0;
      }
    }
  }
}

/** Recorded before the sync, so that failing customers come last, and once per run. */
async function recordTry(
  db: Database,
  { provider, userId, now }: Customer & { provider: BillingProvider; now: Date },
): Promise<void> {
  await db
    .update(customers)
    .set({ triedAt: now })
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider.name)));
}

/** Renewals first, then the longest untried. Served by customers_by_try. */
function dueCustomers(db: Database, { provider, now }: { provider: BillingProvider; now: Date }): Promise<Customer[]> {
  const isRenewal = sql<boolean>`coalesce(${subscriptions.status} <> 'ended' and ${subscriptions.currentPeriodEndsAt} < ${now}, false)`;
  return db
    .select({ userId: customers.userId, customerId: customers.providerId })
    .from(customers)
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.userId, customers.userId), eq(subscriptions.provider, customers.provider)),
    )
    .where(
      and(
        eq(customers.provider, provider.name),
        or(isNull(customers.triedAt), lt(customers.triedAt, now)),
        or(
          isNull(customers.syncedAt),
          lt(customers.syncedAt, new Date(now.getTime() - SYNC_EVERY_MS)),
          isRenewal,
          eq(subscriptions.status, "past-due"),
        ),
      ),
    )
    .orderBy(desc(isRenewal), sql`${customers.triedAt} asc nulls first`, asc(customers.userId))
    .limit(CUSTOMERS_PER_QUERY_MAX);
}

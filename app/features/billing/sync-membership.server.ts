import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { customers, subscriptions } from "#app/db/schema/billing.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { countStep } from "#app/features/analytics/count-step.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { mailEndingSoon, mailPaymentFailed, mailReceipt } from "./billing-mails.server.ts";
import {
  type BillingProvider,
  CustomerGone,
  type Payment,
  ProviderDown,
  type ProviderSubscription,
} from "./billing-provider.ts";
import { GRACE_MS } from "./membership.ts";
import { oweRefunds, payOwed } from "./owed-refunds.server.ts";
import { isAtLeast, planOf } from "./plans.ts";
import { isInRefundTime } from "./refund-days.ts";

/** The job that looks by itself; its file names itself so. */
export const SYNC_JOB = "sync-memberships";
const JOB = { kind: "job", id: SYNC_JOB } as const;

type Customer = { userId: string; customerId: string };
type SubscriptionRow = typeof subscriptions.$inferSelect;

type Looking = Customer & { provider: BillingProvider; actor?: Actor | null; now: Date };

/**
 * Looks at the provider how a customer's subscription stands and writes it down, unless somebody who looked later has
 * written already. What an event says is never believed: it is a reason to look. So neither the order of events nor their
 * number matters. Nothing is held open while the provider is asked.
 *
 * @param looking.actor Whoever looks without anything having been asked or told: then a change stands in the audit log.
 * @returns "elsewhere": the customer is another account's, and has nothing here.
 * @see docs/decisions/0018-membership-is-looked-up-and-never-told.md
 */
export async function syncMembership(
  db: Database,
  { provider, userId, customerId, actor = null, now }: Looking,
): Promise<"written" | "stale" | "elsewhere"> {
  const ticket = await drawTicket(db);
  // Before the provider is asked: what ran when they left has been ended, and was paid for rightly.
  const hasLeft = await isLeaver(db, userId);
  const { listed, isElsewhere } = await listFor(provider, customerId);
  const payments = listed.some(isRunning) ? await provider.payments(customerId) : [];
  const { kept, disputed, surplus } = chooseSubscription(listed, payments);
  const syncedAt = isElsewhere ? null : now;
  const outcome = await db.transaction((tx) =>
    writeStanding(tx, { provider, userId, ticket, kept: hasLeft ? null : kept, actor, now, syncedAt }),
  );
  // Two checkouts paid at once, or one after its person had left: nobody pays twice, or for nothing.
  const unwanted = hasLeft ? listed.filter(isRunning) : surplus;
  for (const { id } of unwanted) await dropSurplus(db, { provider, userId, customerId, id, payments, now });
  for (const { id: subscriptionId } of disputed) await provider.cancelNow({ customerId, subscriptionId });
  if (outcome === "written" && kept?.status === "active") {
    const payment = payments.find(({ subscriptionId, status }) => subscriptionId === kept.id && status === "paid");
    if (payment !== undefined) await mailReceipt(db, { userId, plan: planOf(kept.tier).name, payment, now });
  }
  return isElsewhere ? "elsewhere" : outcome;
}

/**
 * That the provider doesn't know a customer is an answer too: there they have nothing. Whom another account knows is asked
 * for again with the next look, since the key may have been set wrongly.
 */
async function listFor(
  provider: BillingProvider,
  customerId: string,
): Promise<{ listed: ProviderSubscription[]; isElsewhere: boolean }> {
  try {
    return { listed: await provider.listSubscriptions(customerId), isElsewhere: false };
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return { listed: [], isElsewhere: !error.isDeleted };
  }
}

/**
 * The subscription that counts: one that runs before one that has ended, a paid one before one past due, the highest, the
 * first. What runs besides is surplus. What a bank has taken the money back for has ended, and is to be canceled.
 */
export function chooseSubscription(
  listed: readonly ProviderSubscription[],
  payments: readonly Payment[] = [],
): { kept: ProviderSubscription | null; surplus: ProviderSubscription[]; disputed: ProviderSubscription[] } {
  const takenBack = new Set(payments.filter(({ status }) => status === "disputed").map((each) => each.subscriptionId));
  const disputed = listed.filter((each) => isRunning(each) && takenBack.has(each.id));
  const standing = listed.map((each) => (disputed.includes(each) ? endedOne(each) : each));
  const running = standing.filter(isRunning).toSorted(bestFirst);
  const ended = standing.filter((each) => !isRunning(each)).toSorted((a, b) => time(b) - time(a));
  return { kept: running[0] ?? ended[0] ?? null, surplus: running.slice(1), disputed };
}

function isRunning({ status }: ProviderSubscription): boolean {
  return status !== "ended";
}

function endedOne(subscription: ProviderSubscription): ProviderSubscription {
  return { ...subscription, status: "ended", pastDueSince: null, nextTier: null };
}

function bestFirst(a: ProviderSubscription, b: ProviderSubscription): number {
  if (a.status !== b.status) return a.status === "active" ? -1 : 1;
  if (a.tier !== b.tier) return isAtLeast(a.tier, b.tier) ? -1 : 1;
  return time(a) - time(b);
}

function time({ startedAt }: ProviderSubscription): number {
  return startedAt.getTime();
}

/**
 * Ends a subscription that should never have begun, and gives back what was paid for it. Money that can't be given back just
 * now is written down: the hourly job gives it, and the subscription has ended all the same.
 *
 * @throws ProviderDown when it could not be ended.
 */
async function dropSurplus(
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
    (each) => each.subscriptionId === subscriptionId && each.status === "paid" && isInRefundTime(each, now),
  );
  await oweRefunds(db, { provider, userId, payments: paid, by: "nobody", now });
  await provider.cancelNow({ customerId, subscriptionId });
  await payOwed(db, { provider, paymentIds: paid.map(({ id }) => id) }).catch((error: unknown) => {
    if (!(error instanceof ProviderDown)) throw error;
  });
}

/** Whoever has deleted their account, and may still take it back. */
async function isLeaver(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0;
}

const Ticket = z.object({ rows: z.array(z.object({ ticket: z.coerce.number().int() })).min(1) });

async function drawTicket(db: Database): Promise<number> {
  const drawn = Ticket.parse(await db.execute(sql`select nextval('billing_sync_tickets') as ticket`));
  return drawn.rows[0]?.ticket ?? 0;
}

type Writing = {
  provider: BillingProvider;
  userId: string;
  ticket: number;
  kept: ProviderSubscription | null;
  actor: Actor | null;
  now: Date;
  /** Null: to be looked at again soon. */
  syncedAt: Date | null;
};

async function writeStanding(
  tx: Database,
  { provider: { name: provider }, userId, ticket, kept, actor, now, syncedAt }: Writing,
): Promise<"written" | "stale"> {
  const newest = await tx
    .update(customers)
    .set({ syncTicket: ticket, syncedAt })
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider), lt(customers.syncTicket, ticket)))
    .returning({ userId: customers.userId });
  if (newest.length === 0) return "stale";
  const ofProvider = and(eq(subscriptions.userId, userId), eq(subscriptions.provider, provider));
  const [before] = await tx.select().from(subscriptions).where(ofProvider);
  if (kept === null) {
    if (before === undefined) return "written";
    await tx.delete(subscriptions).where(ofProvider);
    if (actor !== null) await recordTier(tx, { userId, before, after: null, actor, now });
    await notifyPages(tx, [`member:${userId}`]);
    return "written";
  }
  const after = { userId, provider, ...standingOf(kept) };
  await tx.insert(subscriptions).values(after).onConflictDoUpdate({ target: subscriptions.userId, set: after });
  await tellChange(tx, { before: before ?? null, after, now });
  if (actor !== null) await recordTier(tx, { userId, before: before ?? null, after, actor, now });
  const isNew = before?.providerId !== after.providerId;
  if (isNew && after.status === "active") await countStep(tx, { step: "paid", tier: after.tier, userId, now });
  // Pages that show the tier, such as a review's badge.
  if (before?.tier !== after.tier || before.status !== after.status) await notifyPages(tx, [`member:${userId}`]);
  return "written";
}

type Standing = Pick<SubscriptionRow, "tier" | "status"> | null;

/** Writes down that somebody is a member of another tier now, or of none. */
async function recordTier(
  tx: Database,
  { userId, actor, now, ...standing }: { userId: string; before: Standing; after: Standing; actor: Actor; now: Date },
): Promise<void> {
  const [before, after] = [tierOf(standing.before), tierOf(standing.after)];
  if (before === after) return;
  const subject = { kind: "person", id: userId };
  const tiers = { before: { tier: before }, after: { tier: after } };
  await recordChange(tx, { actor, action: "membership.sync", subject, ...tiers, now });
}

function tierOf(standing: Standing) {
  return standing === null || standing.status === "ended" ? null : standing.tier;
}

/** What is written of a subscription. */
export function standingOf(kept: ProviderSubscription): Omit<SubscriptionRow, "userId" | "provider"> {
  const { id: providerId, tier, status, startedAt, currentPeriodEndsAt, cancelAt, pastDueSince, nextTier } = kept;
  // Past due without a date would be past due for ever: then the grace is over.
  const since = pastDueSince ?? startedAt;
  const graceEndsAt = status === "past-due" ? new Date(since.getTime() + GRACE_MS) : null;
  return { providerId, tier, status, startedAt, currentPeriodEndsAt, cancelAt, graceEndsAt, nextTier };
}

/** Tells a person what they must know though they did nothing: that a payment failed, and that it ended their membership. */
async function tellChange(
  tx: Database,
  { before, after, now }: { before: SubscriptionRow | null; after: SubscriptionRow; now: Date },
): Promise<void> {
  const { userId, status, graceEndsAt } = after;
  const plan = planOf(after.tier).name;
  if (status === "past-due" && before?.status !== "past-due" && graceEndsAt !== null) {
    const isOver = graceEndsAt <= now;
    const failed = { kind: "payment-failed", plan, graceEndsAt: graceEndsAt.toISOString() } as const;
    await tellPerson(tx, { userId, told: isOver ? { kind: "membership-ended", plan } : failed, now });
    await mailPaymentFailed(tx, { userId, plan, subscriptionId: after.providerId, graceEndsAt, now });
  }
  if (status === "active" && after.cancelAt !== null) {
    await mailEndingSoon(tx, { userId, plan, subscriptionId: after.providerId, endsAt: after.cancelAt, now });
  }
  if (status === "ended" && before?.status === "past-due" && before.providerId === after.providerId) {
    await tellPerson(tx, { userId, told: { kind: "membership-ended", plan }, now });
  }
}

/** Somebody as the provider knows them; null for whoever never was a customer of this one. */
export async function customerOf(
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

/** Whose customer an event is about; null for one that isn't ours, or whose account is gone. */
export async function customerNamed(
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
 * Where money is taken, a membership from where it isn't, the sandbox or a test mode, is none; nor the other way round. When
 * the settings are changed back, whoever had one is looked at at once.
 */
export async function endOtherMemberships(db: Database, { name }: BillingProvider, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(subscriptions)
      .where(ne(subscriptions.provider, name))
      .returning({ userId: subscriptions.userId, tier: subscriptions.tier, status: subscriptions.status });
    if (ended.length === 0) return;
    for (const { userId, ...before } of ended) await recordTier(tx, { userId, before, after: null, actor: JOB, now });
    const userIds = ended.map(({ userId }) => userId);
    await tx
      .update(customers)
      .set({ syncedAt: null })
      .where(and(inArray(customers.userId, userIds), ne(customers.provider, name)));
    await notifyPages(
      tx,
      userIds.map((userId) => `member:${userId}`),
    );
  });
}

/** How many customers are read at once. */
const SYNCED_AT_ONCE_MAX = 200;
const SYNC_EVERY_MS = 24 * 60 * 60 * 1000;
/** The job comes hourly; what it doesn't get to is first the next time. */
const SYNC_MS_MAX = 10 * 60 * 1000;
/** So many one after another: it isn't the customers, it is the provider. */
export const DOWN_IN_A_ROW_MAX = 5;

/**
 * Looks at whoever may have changed unheard: whose period has ended or whose payment is missing, and everybody once a day.
 * Stops when time is up or the provider doesn't answer.
 *
 * @returns How many were looked at, how many of them are another account's, and why some could not be.
 */
export async function syncDueMemberships(
  db: Database,
  { provider, now, msMax = SYNC_MS_MAX }: { provider: BillingProvider; now: Date; msMax?: number },
): Promise<{ looked: number; elsewhere: number; failed: unknown[] }> {
  const endsAt = performance.now() + msMax;
  const failed: unknown[] = [];
  let [looked, elsewhere, downInARow] = [0, 0, 0];
  for (;;) {
    const due = await dueCustomers(db, { provider, now });
    if (due.length === 0) return { looked, elsewhere, failed };
    for (const customer of due) {
      if (performance.now() > endsAt || downInARow >= DOWN_IN_A_ROW_MAX) return { looked, elsewhere, failed };
      await noteTry(db, { ...customer, provider, now });
      looked += 1;
      try {
        if ((await syncMembership(db, { ...customer, provider, actor: JOB, now })) === "elsewhere") elsewhere += 1;
        downInARow = 0;
      } catch (error) {
        failed.push(error);
        downInARow = error instanceof ProviderDown ? downInARow + 1 : 0;
      }
    }
  }
}

/** Written before the look: who can't be looked at comes last the next time, and once in a run. */
async function noteTry(
  db: Database,
  { provider, userId, now }: Customer & { provider: BillingProvider; now: Date },
): Promise<void> {
  await db
    .update(customers)
    .set({ triedAt: now })
    .where(and(eq(customers.userId, userId), eq(customers.provider, provider.name)));
}

/** Renewals first, then whoever was tried longest ago. Served by customers_by_try. */
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
    .limit(SYNCED_AT_ONCE_MAX);
}

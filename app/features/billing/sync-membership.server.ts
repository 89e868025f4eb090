import { and, asc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { customers, subscriptions } from "#app/db/schema/billing.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { mailEndingSoon, mailPaymentFailed, mailReceipt } from "./billing-mails.server.ts";
import type { BillingProvider, ProviderSubscription } from "./billing-provider.ts";
import { GRACE_MS } from "./membership.ts";
import { isAtLeast, planOf } from "./plans.ts";

type Customer = { userId: string; customerId: string };
type SubscriptionRow = typeof subscriptions.$inferSelect;

/**
 * Looks at the provider how a customer's subscription stands and writes it down, unless somebody who looked later has
 * written already. What an event says is never believed: it is a reason to look. So neither the order of events nor their
 * number matters. Nothing is held open while the provider is asked.
 *
 * @see docs/decisions/0018-membership-is-looked-up-and-never-told.md
 */
export async function syncMembership(
  db: Database,
  { provider, userId, customerId, now }: Customer & { provider: BillingProvider; now: Date },
): Promise<"written" | "stale"> {
  const ticket = await drawTicket(db);
  const listed = await provider.listSubscriptions(customerId);
  const { kept, surplus } = chooseSubscription(listed);
  // Two checkouts paid at once, where the provider lets that happen: nobody pays twice for one membership.
  for (const { id: subscriptionId } of surplus) await provider.dropSurplus({ customerId, subscriptionId });
  const outcome = await db.transaction((tx) => writeStanding(tx, { userId, ticket, kept, now }));
  const payment = outcome === "written" && kept?.status === "active" ? await provider.lastPayment(customerId) : null;
  if (kept !== null && payment !== null) await mailReceipt(db, { userId, plan: planOf(kept.tier).name, payment, now });
  return outcome;
}

/** The subscription that counts: one that runs before one that has ended, the highest, the first. And what runs besides. */
export function chooseSubscription(listed: readonly ProviderSubscription[]): {
  kept: ProviderSubscription | null;
  surplus: ProviderSubscription[];
} {
  const running = listed.filter(({ status }) => status !== "ended").toSorted(bestFirst);
  const ended = listed.filter(({ status }) => status === "ended").toSorted((a, b) => time(b) - time(a));
  return { kept: running[0] ?? ended[0] ?? null, surplus: running.slice(1) };
}

function bestFirst(a: ProviderSubscription, b: ProviderSubscription): number {
  if (a.tier !== b.tier) return isAtLeast(a.tier, b.tier) ? -1 : 1;
  return time(a) - time(b);
}

function time({ startedAt }: ProviderSubscription): number {
  return startedAt.getTime();
}

const Ticket = z.object({ rows: z.array(z.object({ ticket: z.coerce.number().int() })).min(1) });

async function drawTicket(db: Database): Promise<number> {
  const drawn = Ticket.parse(await db.execute(sql`select nextval('billing_sync_tickets') as ticket`));
  return drawn.rows[0]?.ticket ?? 0;
}

async function writeStanding(
  tx: Database,
  { userId, ticket, kept, now }: { userId: string; ticket: number; kept: ProviderSubscription | null; now: Date },
): Promise<"written" | "stale"> {
  const newest = await tx
    .update(customers)
    .set({ syncTicket: ticket, syncedAt: now })
    .where(and(eq(customers.userId, userId), lt(customers.syncTicket, ticket)))
    .returning({ userId: customers.userId });
  if (newest.length === 0) return "stale";
  const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  if (kept === null) {
    if (before === undefined) return "written";
    await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
    await notifyPages(tx, [`member:${userId}`]);
    return "written";
  }
  const after = { userId, ...standingOf(kept) };
  await tx.insert(subscriptions).values(after).onConflictDoUpdate({ target: subscriptions.userId, set: after });
  await tellChange(tx, { before: before ?? null, after, now });
  // Pages that show the tier, such as a review's badge.
  if (before?.tier !== after.tier || before.status !== after.status) await notifyPages(tx, [`member:${userId}`]);
  return "written";
}

/** What is written of a subscription. */
export function standingOf(kept: ProviderSubscription): Omit<SubscriptionRow, "userId"> {
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
    const told = { kind: "payment-failed", plan, graceEndsAt: graceEndsAt.toISOString() } as const;
    await tellPerson(tx, { userId, told, now });
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

/** Where money is taken, a membership from the sandbox, which cost nothing, is none. */
export async function endSandboxMemberships(db: Database): Promise<void> {
  const ofSandbox = db.select({ userId: customers.userId }).from(customers).where(eq(customers.provider, "sandbox"));
  await db.delete(subscriptions).where(inArray(subscriptions.userId, ofSandbox));
}

/** How many customers one run looks at; the next takes the rest. */
const SYNCED_AT_ONCE_MAX = 200;
const SYNC_EVERY_MS = 24 * 60 * 60 * 1000;

/**
 * Looks at whoever may have changed unheard: whose period has ended or whose payment is missing, and everybody once a day.
 *
 * @returns How many were looked at, and how many could not be.
 */
export async function syncDueMemberships(
  db: Database,
  { provider, now }: { provider: BillingProvider; now: Date },
): Promise<{ looked: number; failed: unknown[] }> {
  const due = await db
    .select({ userId: customers.userId, customerId: customers.providerId })
    .from(customers)
    .leftJoin(subscriptions, eq(subscriptions.userId, customers.userId))
    .where(
      and(
        eq(customers.provider, provider.name),
        or(
          isNull(customers.syncedAt),
          lt(customers.syncedAt, new Date(now.getTime() - SYNC_EVERY_MS)),
          and(sql`${subscriptions.status} <> 'ended'`, lt(subscriptions.currentPeriodEndsAt, now)),
          eq(subscriptions.status, "past-due"),
        ),
      ),
    )
    .orderBy(sql`${customers.syncedAt} asc nulls first`, asc(customers.userId))
    .limit(SYNCED_AT_ONCE_MAX);
  const failed: unknown[] = [];
  for (const customer of due) {
    await syncMembership(db, { ...customer, provider, now }).catch((error: unknown) => failed.push(error));
  }
  return { looked: due.length, failed };
}

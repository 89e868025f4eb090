import { createHash } from "node:crypto";

import { and, eq, isNull, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterDeliveries, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { withdrawMails } from "#app/core/mail/outbox.server.ts";
import { normalizeEmailAddress } from "#app/business/submissions/form/send-submission.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";

import { parseEmailAddress } from "./email-address.ts";
import type { NeighborhoodChoice, Preferences, SubscriptionView } from "./preferences.ts";
import { activateSubscriber } from "./subscribe.server.ts";
import { findSubscriberByKey, type Subscriber } from "./subscriber-key.server.ts";

export function listNewsletterNeighborhoods(db: Database): Promise<NeighborhoodChoice[]> {
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .orderBy(sql`lower(${neighborhoods.name})`);
}

export function toSubscriptionView(row: Subscriber, now: Date): SubscriptionView {
  const isPaused = row.pausedUntil !== null && row.pausedUntil > now;
  return {
    email: row.email,
    state: row.state,
    wantsWeekly: row.wantsWeekly,
    neighborhoods: row.neighborhoods,
    pausedLabel: isPaused && row.pausedUntil !== null ? formatLongDay(row.pausedUntil) : null,
  };
}

export async function changePreferences(db: Database, { id, ...chosen }: { id: string } & Preferences): Promise<void> {
  const { wantsWeekly, pausedUntil } = chosen;
  await db
    .update(newsletterSubscribers)
    .set({ wantsWeekly, pausedUntil, neighborhoods: [...chosen.neighborhoods] })
    .where(eq(newsletterSubscribers.id, id));
}

/** Unsubscribes by key and withdraws queued mails. Null if the key is unknown or expired. */
export async function unsubscribe(db: Database, { key, now }: { key: string; now: Date }): Promise<Subscriber | null> {
  return db.transaction(async (tx) => {
    const subscriber = await findSubscriberByKey(tx, key, now);
    if (subscriber !== null) await endSubscription(tx, { id: subscriber.id, now });
    return subscriber;
  });
}

export async function endSubscription(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db
    .update(newsletterSubscribers)
    .set({ state: "unsubscribed", endedAt: now, pausedUntil: null, confirmHash: null, confirmUntil: null })
    .where(
      and(
        eq(newsletterSubscribers.id, id),
        or(eq(newsletterSubscribers.state, "active"), eq(newsletterSubscribers.state, "pending")),
      ),
    );
  // Served by newsletter_deliveries_by_subscriber.
  const isBySubscriber = eq(newsletterDeliveries.subscriberId, id);
  const queued = await db
    .select({ mailId: newsletterDeliveries.mailId })
    .from(newsletterDeliveries)
    .where(and(isBySubscriber, eq(newsletterDeliveries.state, "queued")));
  const withdrawn = await withdrawMails(
    db,
    queued.flatMap(({ mailId }) => mailId ?? []),
  );
  for (const mailId of withdrawn) {
    await db
      .update(newsletterDeliveries)
      .set({ state: "skipped", mailId: null })
      .where(and(isBySubscriber, eq(newsletterDeliveries.mailId, mailId)));
  }
}

/** The member's subscription, linked to the account or by its email address; null if there is none. */
export async function findOwnSubscription(
  db: Database,
  { userId, email }: { userId: string; email: string | null },
): Promise<Subscriber | null> {
  const byAccount = eq(newsletterSubscribers.userId, userId);
  const byAddress = and(
    eq(newsletterSubscribers.emailNormalized, (email ?? "").toLowerCase()),
    isNull(newsletterSubscribers.userId),
  );
  const rows = await db.select().from(newsletterSubscribers).where(or(byAccount, byAddress)).limit(2);
  return rows.find((row) => row.userId === userId) ?? rows[0] ?? null;
}

/**
 * Subscribes a member with their account's email address, without a confirmation mail: the sign-in provider has verified
 * the address.
 *
 * @returns "no-address": the account has no email address.
 */
export async function subscribeMember(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<"subscribed" | "no-address"> {
  return db.transaction(async (tx) => {
    // Locked, so that concurrent requests create one subscription.
    const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for("update");
    const email = parseEmailAddress(account?.email ?? "");
    if (email === null) return "no-address";
    const own = await findOwnSubscription(tx, { userId, email });
    if (own !== null) {
      if (own.state !== "active" || own.userId === null) await activateSubscriber(tx, { id: own.id, userId, now });
      return "subscribed";
    }
    const emailNormalized = email.toLowerCase();
    const emailHash = createHash("sha256").update(normalizeEmailAddress(email)).digest();
    const active = { state: "active", userId, confirmedAt: now } as const;
    await tx
      .insert(newsletterSubscribers)
      .values({ email, emailNormalized, emailHash, requestedAt: now, ...active })
      .onConflictDoUpdate({ target: newsletterSubscribers.emailNormalized, set: { ...active, endedAt: null } });
    return "subscribed";
  });
}

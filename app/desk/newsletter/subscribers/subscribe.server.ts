import { createHash } from "node:crypto";

import { and, eq, gt, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { normalizeEmailAddress } from "#app/business/submissions/form/send-submission.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import {
  createSubscriberKey,
  hashSubscriberKey,
  generateSubscriberKey,
  type Subscriber,
} from "./subscriber-key.server.ts";
import { sendAlreadySubscribedMail, sendConfirmationMail } from "./subscriber-mails.server.ts";

/** Validity of a confirmation link. */
export const CONFIRM_DAYS = 3;

/** Confirmation mails per mailbox and day, regardless of the address's spelling. */
const REQUESTS_PER_ADDRESS_DAY_MAX = 1;

/** Confirmation mails per network and day; a whole café may share a network. */
export const REQUESTS_PER_NETWORK_DAY_MAX = 20;

/** Confirmation mails per day in total: stops a list of strangers' addresses, but not a busy day. */
export const REQUESTS_PER_DAY_MAX = 1_000;

/**
 * Mails a confirmation link to an address. An active subscriber gets a mail saying so, and the answer is the same for
 * every address, so that it doesn't reveal subscribers.
 *
 * @param ipHash Hash of the visitor's network address.
 * @returns "full": the daily limit is reached. "too-many": the network's daily limit is reached.
 */
export async function requestNewsletter(
  db: Database,
  { email, ipHash, now }: { email: string; ipHash: string; now: Date },
): Promise<"requested" | "full" | "too-many"> {
  return db.transaction(async (tx) => {
    const emailNormalized = email.toLowerCase();
    const emailHash = createHash("sha256").update(normalizeEmailAddress(email)).digest();
    await lockAdvisory(tx, `newsletter-network:${ipHash}`);
    await lockAdvisory(tx, `newsletter-box:${emailHash.toString("hex")}`);
    const since = new Date(now.getTime() - DAY_MS);
    const isToday = gt(newsletterSubscribers.requestedAt, since);
    // Served by newsletter_subscribers_by_request and newsletter_subscribers_by_email_hash.
    if ((await tx.$count(newsletterSubscribers, isToday)) >= REQUESTS_PER_DAY_MAX) return "full";
    // Checked before the mailbox, so that the answer doesn't reveal it. Served by newsletter_subscribers_by_ip.
    const isFromNetwork = and(eq(newsletterSubscribers.ipHash, ipHash), isToday);
    if ((await tx.$count(newsletterSubscribers, isFromNetwork)) >= REQUESTS_PER_NETWORK_DAY_MAX) return "too-many";
    const requestCount = await tx.$count(
      newsletterSubscribers,
      and(eq(newsletterSubscribers.emailHash, emailHash), isToday),
    );
    if (requestCount >= REQUESTS_PER_ADDRESS_DAY_MAX) return "requested";
    const { key, hash } = generateSubscriberKey();
    const confirm = {
      confirmHash: hash,
      confirmUntil: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS),
      requestedAt: now,
    };
    const [subscriber] = await tx
      .insert(newsletterSubscribers)
      .values({ email, emailNormalized, emailHash, ipHash, state: "pending", ...confirm })
      .onConflictDoUpdate({ target: newsletterSubscribers.emailNormalized, set: { requestedAt: now, ipHash } })
      .returning();
    if (subscriber === undefined) throw new Error("The address for the newsletter was not written");
    if (subscriber.state === "active") {
      await sendAlreadySubscribedMail(tx, {
        to: subscriber,
        key: await createSubscriberKey(tx, subscriber.id, now),
        now,
      });
      return "requested";
    }
    await tx.update(newsletterSubscribers).set(confirm).where(eq(newsletterSubscribers.id, subscriber.id));
    await sendConfirmationMail(tx, { to: subscriber, key, now });
    return "requested";
  });
}

/** The subscriber of a confirmation link; null if it is unknown or expired. */
export async function findByConfirmKey(db: Database, key: string, now: Date): Promise<Subscriber | null> {
  const [row] = await db
    .select()
    .from(newsletterSubscribers)
    .where(
      and(eq(newsletterSubscribers.confirmHash, hashSubscriberKey(key)), gt(newsletterSubscribers.confirmUntil, now)),
    );
  return row ?? null;
}

/**
 * Confirms a subscription. Confirming again changes nothing.
 *
 * @returns A key for the preferences page; null if the link is unknown or expired.
 */
export async function confirmSubscriber(
  db: Database,
  { key, now }: { key: string; now: Date },
): Promise<{ key: string } | null> {
  return db.transaction(async (tx) => {
    const subscriber = await findByConfirmKey(tx, key, now);
    if (subscriber === null) return null;
    if (subscriber.state !== "active") {
      await activateSubscriber(tx, { id: subscriber.id, userId: await accountOf(tx, subscriber), now });
    }
    return { key: await createSubscriberKey(tx, subscriber.id, now) };
  });
}

/** The account with the same verified address, unless it already has another subscription. */
async function accountOf(db: Database, { emailNormalized, userId }: Subscriber): Promise<string | null> {
  if (userId !== null) return userId;
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.userId, users.id))
    .where(and(eq(users.email, emailNormalized), isNull(users.deletedAt), isNull(newsletterSubscribers.id)))
    .limit(1);
  return account?.id ?? null;
}

export async function activateSubscriber(
  db: Database,
  { id, userId, now }: { id: string; userId: string | null; now: Date },
): Promise<void> {
  await db
    .update(newsletterSubscribers)
    .set({
      state: "active",
      userId,
      confirmedAt: now,
      endedAt: null,
      bounces: 0,
      bounceMessage: null,
      lateBounceAt: null,
    })
    .where(eq(newsletterSubscribers.id, id));
}

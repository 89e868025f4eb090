import { createHash, randomBytes } from "node:crypto";

import { and, eq, gt, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterLinkKeys, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { DAY_MS } from "#app/lib/duration.ts";

/** Validity of the unsubscribe and preferences links in mails, which may be read late. */
export const KEY_DAYS = 400;

export type Subscriber = typeof newsletterSubscribers.$inferSelect;

/** A new key and its hash for the database. Lowercase, like all of the site's URLs. */
export function generateSubscriberKey(): { key: string; hash: Uint8Array } {
  const key = randomBytes(32).toString("hex");
  return { key, hash: hashSubscriberKey(key) };
}

export function hashSubscriberKey(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** Creates a key for each subscriber, in the same order. */
export async function createSubscriberKeys(
  db: Database,
  subscriberIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (subscriberIds.length === 0) return [];
  const given = subscriberIds.map((subscriberId) => ({ subscriberId, ...generateSubscriberKey() }));
  const expiresAt = new Date(now.getTime() + KEY_DAYS * DAY_MS);
  await db
    .insert(newsletterLinkKeys)
    .values(given.map(({ subscriberId, hash }) => ({ subscriberId, hash, expiresAt })));
  return given.map(({ key }) => key);
}

export async function createSubscriberKey(db: Database, subscriberId: string, now: Date): Promise<string> {
  const [key] = await createSubscriberKeys(db, [subscriberId], now);
  if (key === undefined) throw new Error(`No key was made for the subscriber ${subscriberId}`);
  return key;
}

/** The subscriber of a key; null if the key is unknown or expired. */
export async function findSubscriberByKey(db: Database, key: string, now: Date): Promise<Subscriber | null> {
  const [row] = await db
    .select({ subscriber: newsletterSubscribers })
    .from(newsletterLinkKeys)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterLinkKeys.subscriberId))
    .where(and(eq(newsletterLinkKeys.hash, hashSubscriberKey(key)), gt(newsletterLinkKeys.expiresAt, now)));
  return row?.subscriber ?? null;
}

/** Served by newsletter_link_keys_by_expiry. */
export async function purgeSubscriberKeys(db: Database, now: Date): Promise<void> {
  await db.delete(newsletterLinkKeys).where(lt(newsletterLinkKeys.expiresAt, now));
}

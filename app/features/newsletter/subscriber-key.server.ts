import { createHash, randomBytes } from "node:crypto";

import { and, eq, gt, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterKeys, newsletterSubscribers } from "#app/db/schema/newsletter.ts";

/** A mail's links to unsubscribe and to the choices lead somewhere for so long: mails are read, and answered, late. */
export const KEY_DAYS = 400;
const DAY_MS = 24 * 60 * 60_000;

export type Subscriber = typeof newsletterSubscribers.$inferSelect;

/** A new key, and what of it may be kept. In small letters: the site's addresses know no others. */
export function newKey(): { key: string; hash: Uint8Array } {
  const key = randomBytes(32).toString("hex");
  return { key, hash: hashOf(key) };
}

export function hashOf(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}

/** Gives each of these subscribers a key to their choices, in their order. */
export async function giveKeys(db: Database, subscriberIds: readonly string[], now: Date): Promise<string[]> {
  if (subscriberIds.length === 0) return [];
  const given = subscriberIds.map((subscriberId) => ({ subscriberId, ...newKey() }));
  const endsAt = new Date(now.getTime() + KEY_DAYS * DAY_MS);
  await db.insert(newsletterKeys).values(given.map(({ subscriberId, hash }) => ({ subscriberId, hash, endsAt })));
  return given.map(({ key }) => key);
}

export async function giveKey(db: Database, subscriberId: string, now: Date): Promise<string> {
  const [key] = await giveKeys(db, [subscriberId], now);
  if (key === undefined) throw new Error(`No key was made for the subscriber ${subscriberId}`);
  return key;
}

/** Whose choices a key leads to; null when there is no such key, or none any more. */
export async function findByKey(db: Database, key: string, now: Date): Promise<Subscriber | null> {
  const [row] = await db
    .select({ subscriber: newsletterSubscribers })
    .from(newsletterKeys)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterKeys.subscriberId))
    .where(and(eq(newsletterKeys.hash, hashOf(key)), gt(newsletterKeys.endsAt, now)));
  return row?.subscriber ?? null;
}

/** Served by newsletter_keys_by_end. */
export async function forgetKeys(db: Database, now: Date): Promise<void> {
  await db.delete(newsletterKeys).where(lt(newsletterKeys.endsAt, now));
}

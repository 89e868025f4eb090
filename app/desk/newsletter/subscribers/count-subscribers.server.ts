import { count, desc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterSubscribers, type SubscriberState } from "#app/db/schema/newsletter.ts";

export const BOUNCED_LISTED_MAX = 50;

/** Bounced addresses with the mail server's reply, latest first. Served by newsletter_subscribers_bounced. */
export async function listBouncedSubscribers(db: Database) {
  const { id, email, endedAt, bounceMessage, state } = newsletterSubscribers;
  return db
    .select({ id, email, endedAt, bounceMessage })
    .from(newsletterSubscribers)
    .where(eq(state, "bounced"))
    .orderBy(desc(endedAt))
    .limit(BOUNCED_LISTED_MAX);
}

/** Number of subscribers by state. */
export async function countSubscribers(db: Database, now: Date) {
  const { state, pausedUntil } = newsletterSubscribers;
  const isPaused = sql<boolean>`coalesce(${pausedUntil} > ${now.toISOString()}::timestamptz, false)`;
  const rows = await db
    .select({ state, isPaused, count: count() })
    .from(newsletterSubscribers)
    .groupBy(state, sql`2`);
  const sum = (kind: SubscriberState, paused: boolean | null = null) =>
    rows
      .filter((row) => row.state === kind && (paused === null || row.isPaused === paused))
      .reduce((total, row) => total + row.count, 0);
  return {
    active: sum("active", false),
    paused: sum("active", true),
    pending: sum("pending"),
    bounced: sum("bounced"),
    unsubscribed: sum("unsubscribed"),
  };
}

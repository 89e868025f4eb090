import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";

import { forgetDeletedIssues } from "./issues.server.ts";
import {
  BOUNCED_DAYS_KEPT,
  DELETED_DAYS_KEPT,
  DELIVERIES_DAYS_KEPT,
  UNCONFIRMED_DAYS_KEPT,
  UNSUBSCRIBED_DAYS_KEPT,
} from "./kept-days.ts";
import { forgetKeys } from "./subscriber-key.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Deletes inactive addresses, expired keys, deleted drafts, and the deliveries of old issues. */
export async function forgetSubscribers(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { state, askedAt, endedAt } = newsletterSubscribers;
  await db.delete(newsletterSubscribers).where(and(eq(state, "asked"), lt(askedAt, before(UNCONFIRMED_DAYS_KEPT))));
  await db
    .update(newsletterSubscribers)
    .set({ confirmHash: null, confirmUntil: null })
    .where(and(isNotNull(newsletterSubscribers.confirmHash), lt(newsletterSubscribers.confirmUntil, now)));
  // A new request can still be confirmed.
  const isUnrequested = isNull(newsletterSubscribers.confirmHash);
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "unsubscribed"), isUnrequested, lt(endedAt, before(UNSUBSCRIBED_DAYS_KEPT))));
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "bounced"), isUnrequested, lt(endedAt, before(BOUNCED_DAYS_KEPT))));
  // The network's hash is only needed for the daily limit.
  await db
    .update(newsletterSubscribers)
    .set({ addressHash: null })
    .where(and(isNotNull(newsletterSubscribers.addressHash), lt(askedAt, before(1))));
  await forgetKeys(db, now);
  await forgetDeletedIssues(db, before(DELETED_DAYS_KEPT));
  const oldIssues = db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    // Counted from the start, so that a stopped issue that was never ended doesn't retain them.
    .where(lt(newsletterIssues.startedAt, before(DELIVERIES_DAYS_KEPT)));
  await db.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.issueId, sql`(${oldIssues})`));
}

import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { purgeDeletedIssues } from "../issue/issues.server.ts";
import {
  BOUNCED_RETENTION_DAYS,
  DELETED_RETENTION_DAYS,
  DELIVERIES_RETENTION_DAYS,
  UNCONFIRMED_RETENTION_DAYS,
  UNSUBSCRIBED_RETENTION_DAYS,
} from "./retention-days.ts";
import { purgeSubscriberKeys } from "./subscriber-key.server.ts";

/** Deletes inactive addresses, expired keys, deleted drafts, and the deliveries of old issues. */
export async function purgeSubscribers(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { state, requestedAt, endedAt } = newsletterSubscribers;
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "pending"), lt(requestedAt, before(UNCONFIRMED_RETENTION_DAYS))));
  await db
    .update(newsletterSubscribers)
    .set({ confirmHash: null, confirmUntil: null })
    .where(and(isNotNull(newsletterSubscribers.confirmHash), lt(newsletterSubscribers.confirmUntil, now)));
  // A new request can still be confirmed.
  const isUnrequested = isNull(newsletterSubscribers.confirmHash);
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "unsubscribed"), isUnrequested, lt(endedAt, before(UNSUBSCRIBED_RETENTION_DAYS))));
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "bounced"), isUnrequested, lt(endedAt, before(BOUNCED_RETENTION_DAYS))));
  // The network's hash is only needed for the daily limit.
  await db
    .update(newsletterSubscribers)
    .set({ ipHash: null })
    .where(and(isNotNull(newsletterSubscribers.ipHash), lt(requestedAt, before(1))));
  await purgeSubscriberKeys(db, now);
  await purgeDeletedIssues(db, before(DELETED_RETENTION_DAYS));
  const oldIssues = db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    // Counted from the start, so that a stopped issue that was never ended doesn't retain them.
    .where(lt(newsletterIssues.startedAt, before(DELIVERIES_RETENTION_DAYS)));
  await db.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.issueId, sql`(${oldIssues})`));
}

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

/** Forgets the addresses that get nothing, old keys, deleted drafts, and who was sent old issues. */
export async function forgetSubscribers(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { state, askedAt, endedAt } = newsletterSubscribers;
  await db.delete(newsletterSubscribers).where(and(eq(state, "asked"), lt(askedAt, before(UNCONFIRMED_DAYS_KEPT))));
  await db
    .update(newsletterSubscribers)
    .set({ confirmHash: null, confirmUntil: null })
    .where(and(isNotNull(newsletterSubscribers.confirmHash), lt(newsletterSubscribers.confirmUntil, now)));
  // Whoever has asked for it anew may still confirm that.
  const isUnasked = isNull(newsletterSubscribers.confirmHash);
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "unsubscribed"), isUnasked, lt(endedAt, before(UNSUBSCRIBED_DAYS_KEPT))));
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "bounced"), isUnasked, lt(endedAt, before(BOUNCED_DAYS_KEPT))));
  // The day for which it is counted is over.
  await db
    .update(newsletterSubscribers)
    .set({ addressHash: null })
    .where(and(isNotNull(newsletterSubscribers.addressHash), lt(askedAt, before(1))));
  await forgetKeys(db, now);
  await forgetDeletedIssues(db, before(DELETED_DAYS_KEPT));
  const old = db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    // From its start: one that was stopped and never ended is no reason to keep them.
    .where(lt(newsletterIssues.startedAt, before(DELIVERIES_DAYS_KEPT)));
  await db.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.issueId, sql`(${old})`));
}

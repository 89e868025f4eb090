import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";

import { BOUNCED_DAYS_KEPT, DELIVERIES_DAYS_KEPT, UNCONFIRMED_DAYS_KEPT, UNSUBSCRIBED_DAYS_KEPT } from "./kept-days.ts";
import { forgetKeys } from "./subscriber-key.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Forgets the addresses that get nothing, old keys, and who was sent old issues. */
export async function forgetSubscribers(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { state, askedAt, endedAt } = newsletterSubscribers;
  await db.delete(newsletterSubscribers).where(and(eq(state, "asked"), lt(askedAt, before(UNCONFIRMED_DAYS_KEPT))));
  await db
    .delete(newsletterSubscribers)
    .where(and(eq(state, "unsubscribed"), lt(endedAt, before(UNSUBSCRIBED_DAYS_KEPT))));
  await db.delete(newsletterSubscribers).where(and(eq(state, "bounced"), lt(endedAt, before(BOUNCED_DAYS_KEPT))));
  await db
    .update(newsletterSubscribers)
    .set({ confirmHash: null, confirmUntil: null })
    .where(and(isNotNull(newsletterSubscribers.confirmHash), lt(newsletterSubscribers.confirmUntil, now)));
  await forgetKeys(db, now);
  const old = db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(lt(newsletterIssues.finishedAt, before(DELIVERIES_DAYS_KEPT)));
  await db.delete(newsletterDeliveries).where(inArray(newsletterDeliveries.issueId, sql`(${old})`));
}

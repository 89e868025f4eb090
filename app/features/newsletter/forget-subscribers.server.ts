import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";

import { forgetKeys } from "./subscriber-key.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The privacy page says these too. An address that nobody confirmed: a little longer than the question counts. */
export const UNCONFIRMED_DAYS_KEPT = 7;
/** One that was unsubscribed: so long its person can undo it by the link in their mail. */
export const UNSUBSCRIBED_DAYS_KEPT = 30;
/** One that doesn't exist: so long nothing goes there. */
export const BOUNCED_DAYS_KEPT = 180;
/** Who was sent which issue. */
export const DELIVERIES_DAYS_KEPT = 90;

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

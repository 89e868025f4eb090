import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { subscriptions } from "#app/db/schema/billing.ts";

import { accessEnd, type Membership, membershipAt } from "./membership.ts";

/** What a query that joins `subscriptions` reads, for `membershipAt`. */
export const STANDING_COLUMNS = {
  tier: subscriptions.tier,
  status: subscriptions.status,
  currentPeriodEndsAt: subscriptions.currentPeriodEndsAt,
  cancelAt: subscriptions.cancelAt,
  graceEndsAt: subscriptions.graceEndsAt,
};

/** Until when what `membershipOf` says surely holds, if nothing is heard; null for whoever is a member of nothing. */
export async function membershipHolds(db: Database, userId: string): Promise<Date | null> {
  const [standing] = await db.select(STANDING_COLUMNS).from(subscriptions).where(eq(subscriptions.userId, userId));
  return standing === undefined ? null : accessEnd(standing);
}

/** What somebody is a member of at an instant; null for nothing. Whoever is signed in has it in `viewer.tier` already. */
export async function membershipOf(db: Database, userId: string, now: Date): Promise<Membership | null> {
  const [standing] = await db.select(STANDING_COLUMNS).from(subscriptions).where(eq(subscriptions.userId, userId));
  return membershipAt(standing ?? null, now);
}

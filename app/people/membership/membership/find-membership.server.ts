import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { subscriptions } from "#app/db/schema/billing.ts";

import { accessEndsAt, type Membership, membershipAt } from "./membership.ts";

/** Columns for queries that join `subscriptions` and call `membershipAt`. */
export const SUBSCRIPTION_STATE_COLUMNS = {
  tier: subscriptions.tier,
  status: subscriptions.status,
  currentPeriodEndsAt: subscriptions.currentPeriodEndsAt,
  cancelAt: subscriptions.cancelAt,
  graceEndsAt: subscriptions.graceEndsAt,
};

/** When the current membership ends if no news arrives; null for none. */
export async function membershipEndsAt(db: Database, userId: string): Promise<Date | null> {
  const [subscription] = await db
    .select(SUBSCRIPTION_STATE_COLUMNS)
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return subscription === undefined ? null : accessEndsAt(subscription);
}

/** The membership of a user at an instant; null for none. For the viewer, use `viewer.tier`. */
export async function findMembership(db: Database, userId: string, now: Date): Promise<Membership | null> {
  const [subscription] = await db
    .select(SUBSCRIPTION_STATE_COLUMNS)
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId));
  return membershipAt(subscription ?? null, now);
}

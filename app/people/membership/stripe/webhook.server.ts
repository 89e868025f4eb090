import { and, eq, isNull, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { billingEvents } from "#app/db/schema/billing.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { BillingProvider, ProviderEvent } from "../billing-provider.ts";
import { findCustomerByProviderId, syncMembership } from "../membership/sync-membership.server.ts";

/** Stripe stops sending an event again after three days, so older ones never come back. Source: Stripe docs, webhooks. */
const EVENT_DAYS_MAX = 30;

/** Runs after a membership sync, for other slices that sell something. */
export type AfterSync = (customer: { userId: string; provider: BillingProvider }) => Promise<void>;

/**
 * Processes one event. The event only says which customer to sync, and is marked done last, so that a failure makes
 * the provider send it again.
 *
 * @throws If it can't be processed; the provider should send it again.
 */
export async function processEvent(
  db: Database,
  {
    event,
    provider,
    now,
    afterSync = async () => {},
  }: { event: ProviderEvent; provider: BillingProvider; now: Date; afterSync?: AfterSync | undefined },
): Promise<"done" | "done-before" | "not-ours"> {
  const { id, type, customerId } = event;
  await db.insert(billingEvents).values({ id, type, receivedAt: now }).onConflictDoNothing();
  const [stored] = await db
    .select({ processedAt: billingEvents.processedAt })
    .from(billingEvents)
    .where(eq(billingEvents.id, id));
  if (stored !== undefined && stored.processedAt !== null) return "done-before";
  const customer = customerId === null ? null : await findCustomerByProviderId(db, { customerId, provider });
  if (customer !== null) {
    await syncMembership(db, { ...customer, provider, now });
    await afterSync({ userId: customer.userId, provider });
  }
  await db
    .update(billingEvents)
    .set({ processedAt: now })
    .where(and(eq(billingEvents.id, id), isNull(billingEvents.processedAt)));
  return customer === null ? "not-ours" : "done";
}

/** Served by billing_events_by_day. */
export async function deleteOldEvents(db: Database, now: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, new Date(now.getTime() - EVENT_DAYS_MAX * DAY_MS)));
}

import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxEvents } from "#app/db/schema/billing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import type { Logger } from "#app/platform/log.server.ts";

import { WEBHOOK_PATH } from "../billing-paths.ts";
import { getSandboxSecret } from "./sandbox-store.server.ts";
import { SIGNATURE_HEADER, signBody } from "../stripe/webhook-signature.server.ts";

const DELIVERIES_AT_ONCE_MAX = 50;
/** Hourly for three days, as long as Stripe retries. */
const TRIES_MAX = 72;
const ANSWER_MS_MAX = 10_000;
const DELIVERED_DAYS_MAX = 7;

/**
 * Sends the sandbox's pending events to our webhook, over HTTP and signed, as a real provider would. Failed events
 * are retried with the next change or by the job.
 */
export async function deliverSandboxEvents(
  db: Database,
  { siteUrl, log }: { siteUrl: string; log: Logger },
): Promise<void> {
  const pending = await db
    .select({ id: sandboxEvents.id, event: sandboxEvents.event })
    .from(sandboxEvents)
    .where(and(isNull(sandboxEvents.deliveredAt), lt(sandboxEvents.tries, TRIES_MAX)))
    .orderBy(asc(sandboxEvents.position))
    .limit(DELIVERIES_AT_ONCE_MAX);
  if (pending.length === 0) return;
  const secret = await getSandboxSecret(db);
  for (const { id, event } of pending) {
    const isDelivered = await deliver(siteUrl + WEBHOOK_PATH, { body: JSON.stringify(event), secret, log });
    await db
      .update(sandboxEvents)
      .set({ tries: sql`${sandboxEvents.tries} + 1`, ...(isDelivered ? { deliveredAt: new Date() } : {}) })
      .where(eq(sandboxEvents.id, id));
    // The next event would fail for the same reason.
    if (!isDelivered) return;
  }
}

async function deliver(url: string, { body, secret, log }: { body: string; secret: string; log: Logger }) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signBody(body, { secret, at: new Date() }),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (!response.ok) log.warn({ status: response.status }, "The webhook refused a sandbox event");
    return response.ok;
  } catch (error) {
    log.warn({ err: error }, "A sandbox event could not be sent");
    return false;
  }
}

/** Deletes events that were delivered long ago. */
export async function deleteDeliveredEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DELIVERED_DAYS_MAX * DAY_MS);
  await db.delete(sandboxEvents).where(lt(sandboxEvents.deliveredAt, before));
}

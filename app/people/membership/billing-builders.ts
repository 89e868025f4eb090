import { asc, eq } from "drizzle-orm";

import type { SandboxCard } from "#app/db/columns/sandbox-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { sandboxEvents, subscriptions } from "#app/db/schema/billing.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { readEnv } from "#app/platform/env.server.ts";
import type { Site } from "#app/platform/site.ts";
import { NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";

import { answerWebhook } from "./stripe/answer-webhook.server.ts";
import type { BillingProvider } from "./billing-provider.ts";
import { startCheckout } from "./checkout/checkout.server.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import type { SandboxAccount } from "./sandbox/sandbox-account.ts";
import { payCheckout } from "./sandbox/sandbox-actions.ts";
import { sandboxProvider } from "./sandbox/sandbox-provider.server.ts";
import { getSandboxSecret, withSandboxAccount } from "./sandbox/sandbox-store.server.ts";
import { findCustomer } from "./membership/sync-membership.server.ts";
import { SIGNATURE_HEADER, signBody } from "./stripe/webhook-signature.server.ts";

export const SITE_URL = "http://localhost:3000";
const WEBHOOK_URL = `${SITE_URL}/api/webhooks/stripe`;

/** The context of a billing route; no viewer unless given. */
export function buildSite(db: Database, given: Partial<Site> & { settings?: Record<string, string> } = {}): Site {
  const { settings = {}, ...rest } = given;
  return {
    db,
    now: NOW,
    env: readEnv(settings),
    log: silentLog(),
    requestId: "request-1",
    visitorAddress: "203.0.113.1",
    viewer: null,
    notice: null,
    streams: { open: () => "full" },
    websites: { read: async () => ({ kind: "unread", why: "no-answer" }) },
    visits: { countClick: () => {} },
    switches: { isOn: () => true },
    routes: { all: [], publicPages: [] },
    page: newPageCacheInfo(),
    ...rest,
  };
}

export function buildSandboxProvider(db: Database, now: Date = NOW): BillingProvider {
  return sandboxProvider({ db, siteUrl: SITE_URL, now }, silentLog());
}

/** What a customer or their bank does in the sandbox. */
export async function inSandbox<Outcome>(
  db: Database,
  customerId: string,
  work: (account: SandboxAccount) => Outcome,
  now: Date = NOW,
): Promise<Outcome> {
  const outcome = await withSandboxAccount(db, { customerId, now }, work);
  if (outcome === null) throw new Error(`The sandbox has no customer ${customerId}`);
  return outcome;
}

/** Pays a checkout of the sandbox. Returns whether something was paid. */
export async function payInSandbox(
  db: Database,
  { url, customerId, now = NOW, card = "works" }: { url: string; customerId: string; now?: Date; card?: SandboxCard },
): Promise<boolean> {
  const id = url.split("/").at(-1) ?? "";
  const paid = await withSandboxAccount(db, { customerId, now }, (account) =>
    payCheckout(account, { id, card, isConfirmed: true }),
  );
  return paid?.outcome === "paid";
}

/** Starts a checkout as the member would and pays it. Returns the customer's id. */
export async function subscribe(
  db: Database,
  given: { userId: string; email?: string | null; tier?: Tier; card?: SandboxCard; now?: Date },
): Promise<string> {
  const { userId, email = null, tier = "city-insider", card = "works", now = NOW } = given;
  const provider = buildSandboxProvider(db, now);
  const { url } = await startCheckout(db, { provider, userId, email, siteUrl: SITE_URL, tier, now });
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) throw new Error("The checkout made no customer");
  await payInSandbox(db, { url, customerId: customer.customerId, card, now });
  return customer.customerId;
}

/** The sandbox's events in order, as request bodies: all, or one customer's. */
export async function pendingEvents(db: Database, customerId?: string | null): Promise<string[]> {
  const rows = await db
    .select()
    .from(sandboxEvents)
    .where(customerId === undefined ? undefined : eq(sandboxEvents.customerId, customerId ?? ""))
    .orderBy(asc(sandboxEvents.position));
  return rows.map(({ event }) => JSON.stringify(event));
}

/** Sends one event to the webhook, signed as the sandbox signs unless given otherwise. */
export async function sendEvent(
  db: Database,
  body: string,
  given: { now?: Date; signedAt?: Date; signature?: string; contentType?: string; provider?: BillingProvider } = {},
): Promise<Response> {
  const { now = NOW, signedAt = now, contentType = "application/json" } = given;
  const signature = given.signature ?? signBody(body, { secret: await getSandboxSecret(db), at: signedAt });
  const headers = { "content-type": contentType, [SIGNATURE_HEADER]: signature };
  const request = new Request(WEBHOOK_URL, { method: "POST", headers, body });
  return answerWebhook(request, buildSite(db, { now }), given.provider ?? buildSandboxProvider(db, now));
}

export async function sendPendingEvents(db: Database, now: Date = NOW): Promise<void> {
  for (const body of await pendingEvents(db)) await sendEvent(db, body, { now });
}

/** The stored subscription row of a user; null for none. */
export async function storedSubscription(db: Database, userId: string) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
  return row ?? null;
}

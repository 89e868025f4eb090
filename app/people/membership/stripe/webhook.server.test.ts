import { inArray } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { dailyEventCounts } from "#app/db/schema/analytics.ts";
import { billingEvents } from "#app/db/schema/billing.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  inSandbox,
  pendingEvents,
  buildSandboxProvider,
  sendPendingEvents,
  sendEvent,
  subscribe,
  storedSubscription,
} from "../billing-builders.ts";
import { ProviderDown } from "../billing-provider.ts";
import { advanceClock, cancelNow, disputeLastPayment } from "../sandbox/sandbox-actions.ts";
import { getSandboxSecret } from "../sandbox/sandbox-store.server.ts";
import { signBody } from "./webhook-signature.server.ts";
import { findMembership } from "../membership/find-membership.server.ts";
import { deleteOldEvents } from "./webhook.server.ts";

const MINUTE_MS = 60_000;

test("a paid checkout becomes a membership when its event arrives, and not before", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  await subscribe(db, { userId });
  expect(await findMembership(db, userId, NOW)).toBeNull();

  const [body = ""] = await pendingEvents(db);
  const response = await sendEvent(db, body);

  expect([response.status, await response.json()]).toEqual([200, { received: "done" }]);
  expect(await findMembership(db, userId, NOW)).toMatchObject({ tier: "city-insider", status: "active" });
});

test("a checkout and its payment are counted once as steps of an account, however often events come", async ({
  db,
}) => {
  const { id: userId } = await buildUser(db);
  await subscribe(db, { userId, tier: "vip" });
  await sendPendingEvents(db);
  await sendPendingEvents(db, new Date(NOW.getTime() + MINUTE_MS));

  const steps = await db
    .select()
    .from(dailyEventCounts)
    .where(inArray(dailyEventCounts.kind, ["checkout", "paid"]))
    .orderBy(dailyEventCounts.kind);
  const step = { day: "2027-01-13", name: "vip", count: 1, visitors: 1 };
  expect(steps).toEqual([
    { ...step, kind: "checkout" },
    { ...step, kind: "paid" },
  ]);
});

test("a repeated event is processed once, and one about an unknown customer changes nothing", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const [body = ""] = await eventsOf(db, userId);

  await sendEvent(db, body);
  const [first] = await db.select().from(billingEvents);
  const again = await sendEvent(db, body, { now: new Date(NOW.getTime() + MINUTE_MS) });
  const unknownCustomerEvent = JSON.stringify({
    id: "event-x",
    type: "invoice.paid",
    data: { object: { customer: "nobody" } },
  });
  const other = await sendEvent(db, unknownCustomerEvent);

  expect([await again.json(), await other.json()]).toEqual([{ received: "done-before" }, { received: "not-ours" }]);
  expect(await db.select().from(billingEvents)).toContainEqual(first);
});

test("an event's content isn't trusted: the provider is asked", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId, tier: "local-explorer" });
  const object = { customer: customerId, tier: "vip", status: "active" };

  await sendEvent(db, JSON.stringify({ id: "event-y", type: "customer.subscription.updated", data: { object } }));

  expect(await storedSubscription(db, userId)).toMatchObject({ tier: "local-explorer" });
});

test("an old event that arrives after the end doesn't restore the membership", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId });
  const [begun = ""] = await pendingEvents(db);
  await inSandbox(db, customerId, cancelNow);

  for (const body of (await pendingEvents(db)).toReversed()) await sendEvent(db, body);
  await sendEvent(db, begun.replace(/"id":"[^"]+"/, '"id":"sent-late"'));

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
  expect(await findMembership(db, userId, NOW)).toBeNull();
});

test.for<[string, (body: string, secret: string) => Parameters<typeof sendEvent>[2] & { sent?: string }]>([
  ["no signature", () => ({ signature: "" })],
  ["another secret's", (body) => ({ signature: signBody(body, { secret: "guessed", at: NOW }) })],
  ["another body's", (body) => ({ sent: body.replace("invoice", "invoicf").replace("customer", "customes") })],
  ["an old one", () => ({ signedAt: new Date(NOW.getTime() - 6 * MINUTE_MS) })],
  ["one of the future", () => ({ signedAt: new Date(NOW.getTime() + 6 * MINUTE_MS) })],
  ["a time that is none", (body, secret) => ({ signature: signBody(body, { secret, at: NOW }).replace("t=", "t=x") })],
  ["half of one", (body, secret) => ({ signature: signBody(body, { secret, at: NOW }).slice(0, -2) })],
  ["text instead of JSON", () => ({ contentType: "text/plain" })],
  ["a form", () => ({ contentType: "application/x-www-form-urlencoded" })],
])("400 and nothing written: %s", async ([, breakRequest], { db }) => {
  const { id: userId } = await buildUser(db);
  const [body = ""] = await eventsOf(db, userId);
  const secret = await getSandboxSecret(db);
  const { sent, ...options } = breakRequest(body, secret) ?? {};
  const signature = sent === undefined ? {} : { signature: signBody(body, { secret, at: NOW }) };

  const response = await sendEvent(db, sent ?? body, { ...signature, ...options });

  expect([response.status, response.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect(await db.$count(billingEvents)).toBe(0);
  expect(await storedSubscription(db, userId)).toBeNull();
  expect((await sendEvent(db, body)).status).toBe(200);
});

test("an event about no customer is received, and isn't ours", async ({ db }) => {
  const response = await sendEvent(db, '{"id":"a","type":"b","data":{"object":{}}}');

  expect([response.status, await response.json()]).toEqual([200, { received: "not-ours" }]);
});

test.for(["", "[]", "{}", '{"id":7}', '{"id":"a","type":"b","data":{}}', "\u0000", "{"])(
  "400 for signed nonsense: %j",
  async (body, { db }) => {
    expect((await sendEvent(db, body)).status).toBe(400);
    expect(await db.$count(billingEvents)).toBe(0);
  },
);

test("while the provider is down an event fails, and its retry succeeds", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const [body = ""] = await eventsOf(db, userId);
  const listSubscriptions = () => Promise.reject(new ProviderDown("down"));

  const failed = await sendEvent(db, body, { provider: { ...buildSandboxProvider(db), listSubscriptions } });
  expect(failed.status).toBe(500);
  expect(await storedSubscription(db, userId)).toBeNull();
  const again = await sendEvent(db, body);

  expect(await again.json()).toEqual({ received: "done" });
  expect(await storedSubscription(db, userId)).toMatchObject({ status: "active" });
});

test("of two concurrent syncs the one that started later is stored, whichever ends first", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId });
  const [one = "", two = ""] = await pendingEvents(db);
  const before = await buildSandboxProvider(db).listSubscriptions(customerId);
  const slow = {
    ...buildSandboxProvider(db),
    // While this sync waits for its answer, the subscription ends, and another event reports it.
    listSubscriptions: async () => {
      await inSandbox(db, customerId, cancelNow);
      await sendEvent(db, two);
      return before;
    },
  };

  await sendEvent(db, one, { provider: slow });

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
});

test("a failed payment is notified with its grace period, and so is the end", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId, card: "fails-later" });
  await sendPendingEvents(db);
  await inSandbox(db, customerId, (account) => advanceClock(account, "renewal"));
  await sendPendingEvents(db);
  expect(await storedSubscription(db, userId)).toMatchObject({
    status: "past-due",
    graceEndsAt: new Date("2027-02-16T17:00:00Z"),
  });
  await inSandbox(db, customerId, (account) => advanceClock(account, "grace"));
  await sendPendingEvents(db);

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
  const list = await listNotifications(db, { userId, page: 1, count: 9 });
  expect(list.items.map(({ title, text }) => `${title}. ${text}`).toSorted()).toEqual([
    "Your City Insider membership has ended. We didn’t receive your payment. Everything you saved and wrote stays yours.",
    "Your payment for City Insider failed. Your membership stays active until February 16. Update your card before then to keep it.",
  ]);
});

test("a disputed payment ends the membership", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId });
  await sendPendingEvents(db);
  await inSandbox(db, customerId, disputeLastPayment);
  await sendPendingEvents(db);

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
  expect(await buildSandboxProvider(db).listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
});

test("old events are deleted after 30 days", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const [body = ""] = await eventsOf(db, userId);
  await sendEvent(db, body);

  await deleteOldEvents(db, new Date(NOW.getTime() + 29 * 24 * 60 * MINUTE_MS));
  expect(await db.$count(billingEvents)).toBe(1);
  await deleteOldEvents(db, new Date(NOW.getTime() + 31 * 24 * 60 * MINUTE_MS));
  expect(await db.$count(billingEvents)).toBe(0);
});

async function eventsOf(db: Database, userId: string): Promise<string[]> {
  await subscribe(db, { userId });
  return pendingEvents(db);
}

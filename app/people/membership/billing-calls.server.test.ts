import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import type { Viewer } from "#app/platform/viewer.ts";
import { buildSubscription, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { answerCheckSubscription, answerCreateCheckout, answerCustomerPortal } from "./billing-calls.server.ts";
import { getBillingProvider } from "./get-billing-provider.server.ts";
import { buildSite, buildSandboxProvider, sendPendingEvents, SITE_URL, subscribe } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { PROVIDER_CALLS_PER_MINUTE_MAX } from "./stripe/provider-limit.server.ts";

const CALLS = {
  "check-subscription": answerCheckSubscription,
  "create-checkout": answerCreateCheckout,
  "customer-portal": answerCustomerPortal,
};
type Call = keyof typeof CALLS;

test("check-subscription returns the member's tier and its end", async ({ db }) => {
  const viewer = await signedIn(db);
  const ask = async (now = NOW) => (await call("check-subscription", { db, viewer, now })).json();
  const nothing = { subscribed: false, subscription_tier: null, subscription_end: null };
  expect(await ask()).toEqual(nothing);

  await buildSubscription(db, { userId: viewer.id, tier: "vip" });
  const end = "2027-02-02T17:00:00.000Z";
  expect(await ask()).toEqual({ subscribed: true, subscription_tier: "VIP", subscription_end: end });

  await db
    .update(subscriptions)
    .set({ cancelAt: new Date(end) })
    .where(eq(subscriptions.userId, viewer.id));
  expect(await ask(new Date(Date.parse(end) - 1))).toEqual({
    subscribed: true,
    subscription_tier: "VIP",
    subscription_end: end,
  });
  expect(await ask(new Date(end))).toEqual(nothing);
});

test("create-checkout returns a checkout, or the portal for a member with a subscription", async ({ db }) => {
  const viewer = await signedIn(db);
  const ask = () => call("create-checkout", { db, viewer, body: { tier: "City Insider" } });

  const { url } = await urlOf(await ask());
  expect(url).toMatch(`${SITE_URL}/sandbox/checkout/`);
  await subscribe(db, { userId: viewer.id });

  expect(await urlOf(await ask())).toEqual({ url: `${SITE_URL}/sandbox/portal` });
});

test("customer-portal returns the portal for a customer, and 409 for anybody else", async ({ db }) => {
  const viewer = await signedIn(db);
  const none = await call("customer-portal", { db, viewer });
  expect([none.status, (await problemOf(none)).detail]).toEqual([409, "Failed to open subscription management"]);

  await subscribe(db, { userId: viewer.id });
  await sendPendingEvents(db);

  expect(await urlOf(await call("customer-portal", { db, viewer }))).toEqual({ url: `${SITE_URL}/sandbox/portal` });
});

describe.for<Call>(["check-subscription", "create-checkout", "customer-portal"])("%s", (name) => {
  test("401 with the specification's message for a guest, and 405 for a GET", async ({ db }) => {
    const guest = await call(name, { db, viewer: null, body: { tier: "VIP" } });
    expect([guest.status, await problemOf(guest)]).toEqual([
      401,
      expect.objectContaining({ detail: "Please sign in to subscribe", requestId: "request-1" }),
    ]);

    const got = await CALLS[name](new Request(`${SITE_URL}/api/${name}`), buildSite(db));
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

test.for<[string, unknown]>([
  ["no body", undefined],
  ["no tier", {}],
  ["a number", { tier: 5 }],
  ["another name", { tier: "Gold" }],
  ["a name in lower case", { tier: "vip" }],
  ["a name of Object's", { tier: "constructor" }],
  ["a long name", { tier: "VIP".repeat(2_000) }],
  ["an array", ["VIP"]],
  ["null", null],
])("create-checkout: 400 for %s, and no customer is created", async ([, body], { db }) => {
  const refused = await call("create-checkout", { db, viewer: await signedIn(db), body });

  expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  expect((await problemOf(refused)).detail).toContain("Local Explorer, City Insider, VIP");
});

test.for<[Call, keyof BillingProvider, string]>([
  ["create-checkout", "makeCustomer", "Failed to start checkout process"],
  ["create-checkout", "listSubscriptions", "Failed to start checkout process"],
  ["create-checkout", "startCheckout", "Failed to start checkout process"],
  ["customer-portal", "openPortal", "Failed to open subscription management"],
])("%s: 502 while the provider's %s fails, and a retry succeeds", async ([name, method, detail], { db }) => {
  const viewer = await signedIn(db);
  if (name === "customer-portal") await subscribe(db, { userId: viewer.id });
  const given = { db, viewer, body: { tier: "VIP" } };
  const down = { ...buildSandboxProvider(db), [method]: () => Promise.reject(new ProviderDown("down")) };

  const failed = await call(name, { ...given, provider: down });

  expect([failed.status, (await problemOf(failed)).detail]).toEqual([502, detail]);
  expect((await call(name, given)).status).toBe(200);
});

test("429 for a member who calls too often, while others can go on", async ({ db }) => {
  const [frequentCaller, otherCaller] = [await signedIn(db), await signedIn(db)];
  const ask = (viewer: Viewer) => call("customer-portal", { db, viewer });
  for (let calls = 0; calls < PROVIDER_CALLS_PER_MINUTE_MAX; calls += 1)
    expect((await ask(frequentCaller)).status).toBe(409);

  const refused = await ask(frequentCaller);

  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await ask(otherCaller)).status).toBe(409);
});

test("at a public address the sandbox and test mode sell nothing unless BILLING_SANDBOX allows it", async ({ db }) => {
  const at = (settings: Record<string, string>) => buildSite(db, { settings });
  const site = at({ SITE_URL: "https://rowhouse.example" });
  expect(getBillingProvider(site)).toBeNull();
  expect(getBillingProvider(at({ SITE_URL: "https://localhost.example" }))).toBeNull();
  expect(getBillingProvider(at({ SITE_URL: "https://rowhouse.example", BILLING_SANDBOX: "public" }))?.name).toBe(
    "sandbox",
  );
  expect(getBillingProvider(at({}))?.name).toBe("sandbox");
  const key = { STRIPE_SECRET_KEY: "sk_live_0123456789", STRIPE_WEBHOOK_SECRET: "whsec_0123456789" };
  expect(getBillingProvider(at(key))).toMatchObject({ name: "stripe", isTest: false });
  expect(getBillingProvider(at({ ...key, SITE_URL: "https://rowhouse.example" }))?.name).toBe("stripe");
  const testKey = { ...key, STRIPE_SECRET_KEY: "rk_test_0123456789" };
  expect(getBillingProvider(at(testKey))).toMatchObject({ name: "stripe-test", isTest: true });
  const testInPublic = { ...testKey, SITE_URL: "https://rowhouse.example" };
  expect(getBillingProvider(at(testInPublic))).toBeNull();
  expect(getBillingProvider(at({ ...testInPublic, BILLING_SANDBOX: "public" }))?.name).toBe("stripe-test");

  const body = JSON.stringify({ tier: "VIP" });
  const request = new Request(`${SITE_URL}/api/create-checkout`, { method: "POST", body });
  const refused = await answerCreateCheckout(request, { ...site, viewer: await signedIn(db) });
  expect([refused.status, (await problemOf(refused)).detail]).toEqual([503, "Payments are not set up."]);
});

type CallInput = { db: Database; viewer: Viewer | null; body?: unknown; now?: Date; provider?: BillingProvider };

function call(
  name: Call,
  { db, viewer, body, now = NOW, provider = buildSandboxProvider(db, now) }: CallInput,
): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`${SITE_URL}/api/${name}`, { method: "POST", headers, ...sent });
  return CALLS[name](request, buildSite(db, { viewer, now }), provider);
}

async function signedIn(db: Database): Promise<Viewer> {
  const { id, name, email, role, pictureUrl } = await buildUser(db);
  return { id, name, email, role, tier: null, pictureUrl, session: { id, expiresAt: NOW } };
}

async function urlOf(response: Response): Promise<{ url: string }> {
  expect(response.status).toBe(200);
  return response.json();
}

async function problemOf(response: Response): Promise<{ detail: string }> {
  return response.json();
}

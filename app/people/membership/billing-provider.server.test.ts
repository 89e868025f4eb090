import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { orphanedCustomers, refunds } from "#app/db/schema/billing.ts";
import { mails } from "#app/db/schema/mail.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import type { StripeDouble } from "#tests/stripe-double.ts";

import { buildSandboxProvider, SITE_URL, storedSubscription } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { stopBillingBeforeDeletion, isBilledElsewhere, startCheckout } from "./checkout/checkout.server.ts";
import { finishRefunds } from "./refunds/finish-refunds.server.ts";
import { type Tier, TIERS } from "#app/core/entitlements/entitlements.ts";
import { planOf } from "./plans/plans.ts";
import { refundablePayments, refundPayments } from "./refunds/refund.server.ts";
import { answerSandboxCall, SANDBOX_KEY } from "./sandbox/sandbox-api.server.ts";
import { stripeProvider } from "./stripe/stripe-provider.server.ts";
import { signBody } from "./stripe/webhook-signature.server.ts";
import { syncMembership } from "./membership/sync-membership.server.ts";
import { test, subscribed, refundableIds } from "./billing-provider-builders.ts";

describe("the provider", () => {
  test("a user is one customer, and each tier costs the price of its plan", async ({ db, stripe }) => {
    const { provider } = stripe;
    for (const tier of TIERS) {
      const person = { userId: (await buildUser(db)).id, email: "mia@example.com", now: NOW };
      const customerId = await provider.makeCustomer(person);
      expect(await provider.makeCustomer(person)).toBe(customerId);

      expect(await stripe.pay(await beginCheckout(provider, { customerId, tier }))).toBe(true);

      const [running, ...others] = await provider.listSubscriptions(customerId);
      expect([running?.tier, running?.status, running?.cancelAt, others]).toEqual([tier, "active", null, []]);
      expect(running?.currentPeriodEndsAt).toEqual(new Date("2027-02-13T17:00:00Z"));
      const { priceCents: amountCents } = planOf(tier);
      const paid = { subscriptionId: running?.id, amountCents, paidAt: NOW, status: "paid" };
      expect(await provider.listPayments(customerId)).toMatchObject([paid]);
    }
  });

  test("starting a second checkout expires the first", async ({ db, stripe }) => {
    const { provider } = stripe;
    const customerId = await createCustomer(db, provider);
    const first = await beginCheckout(provider, { customerId, tier: "vip" });
    const second = await beginCheckout(provider, { customerId, tier: "local-explorer" });

    expect([await stripe.pay(first), await stripe.pay(second)]).toEqual([false, true]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "local-explorer" }]);
  });

  test("a member with a subscription is sent to the portal", async ({ db, stripe }) => {
    const { provider } = stripe;
    const { id: userId } = await buildUser(db);
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url, isPortal } = await startCheckout(db, checkoutInput);
    await stripe.pay(url);

    expect([isPortal, (await startCheckout(db, checkoutInput)).isPortal]).toEqual([false, true]);
    expect(await storedSubscription(db, userId)).toMatchObject({ tier: "vip" });
  });

  test("a subscription can be canceled at the period's end, resumed, and canceled at once", async ({ db, stripe }) => {
    const { provider } = stripe;
    const { customerId, running } = await subscribed(db, stripe);

    await stripe.cancelAtPeriodEnd(customerId);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ cancelAt: running.currentPeriodEndsAt }]);
    await stripe.resume(customerId);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "active", cancelAt: null }]);
    await provider.cancelNow({ customerId, subscriptionId: running.id });
    await provider.cancelNow({ customerId, subscriptionId: running.id });

    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
  });

  test("a downgrade takes effect at the period's end", async ({ db, stripe }) => {
    const { customerId } = await subscribed(db, stripe);

    await stripe.changePlan(customerId, "local-explorer");

    expect(await stripe.provider.listSubscriptions(customerId)).toMatchObject([
      { tier: "city-insider", nextTier: "local-explorer" },
    ]);
  });

  test("a failed renewal is past due since its due date", async ({ db, stripe }) => {
    const { customerId, running } = await subscribed(db, stripe);

    await stripe.renew(customerId, false);

    expect(await stripe.provider.listSubscriptions(customerId)).toMatchObject([
      { status: "past-due", pastDueSince: running.currentPeriodEndsAt },
    ]);
  });

  test.for(["refund", "stopBilling", "listSubscriptions"] as const)(
    "a refund interrupted at %s is finished by a retry of the member, or by the job",
    async (method, { db, stripe }) => {
      const [mia, ben] = [await subscribed(db, stripe), await subscribed(db, stripe)];
      const { provider } = stripe;
      const down = { ...provider, [method]: () => Promise.reject(new ProviderDown("down")) };
      for (const { userId, customerId } of [mia, ben]) {
        await syncMembership(db, { provider, userId, customerId, now: NOW });
        const refundInput = { userId, by: "member", now: NOW } as const;
        const seen = await refundableIds(db, { ...refundInput, provider });
        await expect(refundPayments(db, { ...refundInput, provider: down, seen })).rejects.toThrow(ProviderDown);
        expect(await refundableIds(db, { ...refundInput, provider })).toEqual(seen);
      }

      const refundInput = { provider, userId: mia.userId, by: "member", now: NOW } as const;
      const again = await refundPayments(db, { ...refundInput, seen: await refundableIds(db, refundInput) });
      expect(await finishRefunds(db, { provider, now: NOW })).toEqual([]);

      expect(again).toEqual({ outcome: "refunded", amountCents: 2000, notRefundableCents: 0 });
      for (const { customerId } of [mia, ben]) {
        expect(await provider.listPayments(customerId)).toMatchObject([{ status: "refunded" }]);
        expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
      }
      // No event is needed: a refunded member has no membership any more.
      expect(await storedSubscription(db, ben.userId)).toMatchObject({ status: "ended" });
    },
  );

  test("deleting an account expires its open checkout, and a subscription paid anyway is ended and refunded", async ({
    db,
    stripe,
  }) => {
    const { provider } = stripe;
    const { id: userId } = await buildUser(db);
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url } = await startCheckout(db, checkoutInput);
    const customerId = await provider.makeCustomer(checkoutInput);

    await stopBillingBeforeDeletion(db, checkoutInput);
    expect(await stripe.pay(url)).toBe(false);
    await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, userId));
    const late = await startCheckout(db, checkoutInput);
    expect(await stripe.pay(late.url)).toBe(true);
    await syncMembership(db, { provider, userId, customerId, now: NOW });

    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await provider.listPayments(customerId)).toMatchObject([{ status: "refunded" }]);
    expect(await storedSubscription(db, userId)).toBeNull();
  });

  test("a signed event names its customer, also for a dispute, and other signatures are refused", async ({
    db,
    stripe,
  }) => {
    const { customerId } = await subscribed(db, stripe);
    await stripe.dispute(customerId);
    const { provider } = stripe;
    const sent = await stripe.events();

    const read = [];
    for (const each of sent) read.push(await provider.readEvent({ ...each, now: NOW }));

    expect(read.map((event) => event?.customerId)).toEqual(sent.map(() => customerId));
    expect(read.map((event) => event?.type).filter((type) => type?.startsWith("charge.dispute.") === true)).toEqual([
      "charge.dispute.created",
    ]);
    const { body = "" } = sent[0] ?? {};
    const signature = signBody(body, { secret: "another-secret", at: NOW });
    expect(await provider.readEvent({ body, signature, now: NOW })).toBeNull();
  });
});

test("a month that has come due is listed as a payment", async ({ db, stripe }) => {
  const { customerId } = await subscribed(db, stripe);
  const later = buildSandboxProvider(db, new Date("2027-02-20T17:00:00Z"));

  expect((await later.listPayments(customerId)).map(({ paidAt }) => paidAt)).toEqual([
    new Date("2027-02-13T17:00:00Z"),
    NOW,
  ]);
});

describe.for([
  ["local-explorer", "vip"],
  ["vip", "local-explorer"],
] as const)("two checkouts both paid, %s and %s:", (tiers) => {
  async function bothPaid(db: Database, stripe: StripeDouble) {
    const { provider } = stripe;
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
    stripe.controls.limitsSubscriptions = false;
    stripe.controls.hidesOpenCheckouts = true;
    const urls = [];
    for (const tier of tiers) urls.push((await startCheckout(db, { ...checkoutInput, tier })).url);
    stripe.controls.hidesOpenCheckouts = false;
    const paid = [];
    for (const url of urls) paid.push(await stripe.pay(url));
    expect([...paid, await stripe.customerCount()]).toEqual([true, true, 1]);
    return { provider, userId, customerId: await provider.makeCustomer(checkoutInput), now: NOW };
  }

  test("the higher tier stays, with its receipt and refund, and the other is refunded", async ({ db, stripe }) => {
    const syncInput = await bothPaid(db, stripe);

    await syncMembership(db, syncInput);

    expect(await storedSubscription(db, syncInput.userId)).toMatchObject({ tier: "vip", status: "active" });
    const subscriptions = await syncInput.provider.listSubscriptions(syncInput.customerId);
    expect(subscriptions.filter(({ status }) => status === "active").map(({ tier }) => tier)).toEqual(["vip"]);
    expect(await stripe.refundedCents()).toBe(500);
    const sent = await db.select({ subject: mails.subject }).from(mails).where(eq(mails.userId, syncInput.userId));
    expect(sent).toEqual([{ subject: "Your receipt: $50 for VIP" }]);
    expect(await refundablePayments(db, { ...syncInput, by: "member" })).toMatchObject([{ amountCents: 5000 }]);
    // Years later it is still the last payment; the refunded surplus doesn't count.
    const later = { ...syncInput, by: "operator", now: new Date("2029-01-01T00:00:00Z") } as const;
    const last = await refundablePayments(db, later);
    expect(last).toMatchObject([{ amountCents: 5000 }]);
    await refundPayments(db, { ...later, seen: last.map(({ id }) => id) });
    expect(await refundablePayments(db, later)).toEqual([]);
  });

  test("the membership is active although the surplus can't be refunded yet", async ({ db, stripe }) => {
    const syncInput = await bothPaid(db, stripe);
    stripe.controls.refundError = "balance_insufficient";

    await syncMembership(db, syncInput);
    expect(await storedSubscription(db, syncInput.userId)).toMatchObject({ tier: "vip", status: "active" });
    expect(await finishRefunds(db, syncInput)).toHaveLength(1);
    stripe.controls.refundError = null;
    expect([await finishRefunds(db, syncInput), await stripe.refundedCents(), await stripe.billingCount()]).toEqual([
      [],
      500,
      1,
    ]);
  });
});

test.for(["paused", "incomplete", "unpaid", "past_due"] as const)(
  "a subscription that is %s is ended before the account is deleted",
  async (status, { db, stripe }) => {
    const { provider } = stripe;
    const { userId, customerId } = await subscribed(db, stripe);
    await stripe.setStatus(customerId, status);

    await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });

    expect(await stripe.billingCount()).toBe(0);
  },
);

test("a member who pays a replaced price keeps the membership", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { customerId } = await subscribed(db, stripe);
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 1700 });

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider", status: "active" }]);
});

test("a subscription to an unknown price gives no membership, and is ended with the account", async ({
  db,
  stripe,
}) => {
  const { provider } = stripe;
  const { userId, customerId } = await subscribed(db, stripe);
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 999, product: "prod_new" });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
  await syncMembership(db, { provider, userId, customerId, now: NOW });
  await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });

  expect([await storedSubscription(db, userId), await stripe.billingCount()]).toEqual([null, 0]);
});

test("a yearly price with a plan's amount is none of our plans", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { customerId } = await subscribed(db, stripe);
  const { lookupKey, priceCents } = planOf("city-insider");
  stripe.replacePrice(lookupKey, { unit_amount: priceCents, product: "prod_new" });
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider" }]);

  Object.assign(stripe.controls.prices[1] ?? {}, { recurring: { interval: "year", interval_count: 1 } });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
});

test.for(["refund_disputed_payment", "charge_disputed", "charge_not_refundable"])(
  "a payment that Stripe can't refund (%s) isn't reported as refunded, and the membership ends",
  async (code, { db, stripe }) => {
    const { provider } = stripe;
    const { userId, customerId } = await subscribed(db, stripe);
    const refundInput = { provider, userId, by: "member", now: NOW } as const;
    const seen = await refundableIds(db, refundInput);
    stripe.controls.refundError = code;

    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 0,
      notRefundableCents: 2000,
    });

    expect(await db.select().from(refunds)).toMatchObject([{ status: "not-refundable" }]);
    expect(await finishRefunds(db, { provider, now: NOW })).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    // After a withdrawn dispute the member can ask again.
    stripe.controls.refundError = null;
    expect(await refundPayments(db, { ...refundInput, seen })).toMatchObject({
      amountCents: 2000,
      notRefundableCents: 0,
    });
    expect(await db.select().from(refunds)).toMatchObject([{ status: "refunded" }]);
  },
);

test("the grace period doesn't restart with each unpaid month", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { customerId, running } = await subscribed(db, stripe);
  stripe.controls.staysPastDue = true;
  for (let month = 0; month < 3; month += 1) await stripe.renew(customerId, false);

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
  await stripe.setStatus(customerId, "unpaid");
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
});

test("a customer deleted at Stripe is created again at the checkout, and their account can be deleted", async ({
  db,
  stripe,
}) => {
  const { provider } = stripe;
  const { userId } = await subscribed(db, stripe);
  await stripe.removeCustomers();

  await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);

  expect([await stripe.pay(url), await stripe.customerCount()]).toEqual([true, 1]);
});

test("a customer of another Stripe account is remembered, and their account can't be deleted", async ({
  db,
  stripe,
}) => {
  // Real money: test mode would not keep anybody from leaving.
  const provider: BillingProvider = { ...stripe.provider, name: "stripe", isTest: false };
  const { userId, customerId } = await subscribed(db, stripe, { provider });
  await stripe.removeCustomers("elsewhere");

  await expect(stopBillingBeforeDeletion(db, { provider, userId, now: NOW })).rejects.toThrow(ProviderDown);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);

  expect(await stripe.pay(url)).toBe(true);
  expect(await db.select().from(orphanedCustomers)).toMatchObject([{ userId, provider: "stripe", customerId }]);
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(true);
  await db.update(orphanedCustomers).set({ provider: "stripe-test" }).where(eq(orphanedCustomers.userId, userId));
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(false);
});

test("two requests that expire the same open checkout both succeed", async ({ db, stripe }) => {
  const { provider } = stripe;
  const customerId = await createCustomer(db, provider);
  await beginCheckout(provider, { customerId, tier: "vip" });

  const begun = await Promise.all(TIERS.map((tier) => beginCheckout(provider, { customerId, tier })));

  expect(new Set(begun).size).toBe(TIERS.length);
});

test.for<[string, (stripe: StripeDouble) => void]>([
  ["of another amount", ({ controls: { prices } }) => Object.assign(prices[1] ?? {}, { unit_amount: 1999 })],
  ["in another currency", ({ controls: { prices } }) => Object.assign(prices[1] ?? {}, { currency: "eur" })],
  ["by the year", ({ controls: { prices } }) => Object.assign(prices[1]?.recurring ?? {}, { interval: "year" })],
  ["that isn't there", ({ controls: { prices } }) => Object.assign(prices[1] ?? {}, { lookup_key: "gone" })],
])("nothing is sold at a price %s", async ([, breakPrice], { db, stripe }) => {
  const { provider } = stripe;
  const customerId = await createCustomer(db, provider);
  breakPrice(stripe);
  const calls: string[] = [];
  stripe.controls.onCall = (call) => calls.push(call);

  await expect(beginCheckout(provider, { customerId, tier: "city-insider" })).rejects.toThrow(ProviderDown);
  expect(calls).not.toContain("POST /v1/checkout/sessions");
});

test("a cancellation is read from either of Stripe's fields", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { customerId, running } = await subscribed(db, stripe);

  for (const field of ["cancel_at", "cancel_at_period_end"] as const) {
    await stripe.cancelAtPeriodEnd(customerId, field);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ cancelAt: running.currentPeriodEndsAt }]);
    await stripe.resume(customerId);
  }
});

test("a configured Stripe is asked over HTTP with its key, and signs with its secret", async ({ stripe, db }) => {
  const server = createServer((request, response) => {
    void buffer(request).then(async (sent) => {
      const { method = "GET", url } = request;
      const headers = Object.entries(request.headersDistinct).map(([name, values]): [string, string] => [
        name,
        values?.join() ?? "",
      ]);
      const body = method === "GET" ? {} : { body: sent.toString("utf8") };
      const answer = await answerSandboxCall(new Request(`${SITE_URL}${url}`, { method, headers, ...body }), stripe);
      response.writeHead(answer.status, { "stripe-should-retry": "false" }).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = z.object({ port: z.number() }).parse(server.address());
  const settings = { apiUrl: `http://127.0.0.1:${address.port}`, secretKey: SANDBOX_KEY, webhookSecret: "whsec_1" };
  const provider = stripeProvider(settings, silentLog());

  const customerId = await createCustomer(db, provider);

  expect([provider.name, await stripe.provider.listSubscriptions(customerId)]).toEqual(["stripe-test", []]);
  const otherKey = stripeProvider({ ...settings, secretKey: "sk_test_other" }, silentLog());
  await expect(otherKey.listSubscriptions(customerId)).rejects.toThrow(ProviderDown);
  const body = JSON.stringify({ id: "evt_1", type: "invoice.paid", data: { object: { customer: customerId } } });
  const sent = { body, signature: signBody(body, { secret: "whsec_1", at: NOW }), now: NOW };
  expect(await provider.readEvent(sent)).toEqual({ id: "evt_1", type: "invoice.paid", customerId });
});

test("a lost answer or an outage of Stripe leaves nothing half done, and a retry works", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { id: userId } = await buildUser(db);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;

  // The first answer is lost: the library retries with the same key, and no second customer is created.
  stripe.failNext("no-response");
  const { url } = await startCheckout(db, checkoutInput);
  expect([await stripe.customerCount(), await stripe.pay(url)]).toEqual([1, true]);
  stripe.failNext("error");
  await expect(startCheckout(db, checkoutInput)).rejects.toThrow(ProviderDown);

  expect((await startCheckout(db, checkoutInput)).isPortal).toBe(true);
});

async function createCustomer(db: Database, provider: BillingProvider): Promise<string> {
  return provider.makeCustomer({ userId: (await buildUser(db)).id, email: null, now: NOW });
}

function beginCheckout(
  provider: BillingProvider,
  { customerId, tier }: { customerId: string; tier: Tier },
): Promise<string> {
  const back = { successUrl: `${SITE_URL}/subscription/success`, cancelUrl: `${SITE_URL}/subscription` };
  return provider.startCheckout({ customerId, tier, ...back });
}

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { orphanedCustomers, refunds } from "#app/db/schema/billing.ts";
import { mails } from "#app/db/schema/mail.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { pendingEvents, SITE_URL, storedSubscription } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { stopBillingBeforeDeletion, isBilledElsewhere, startCheckout } from "./checkout/checkout.server.ts";
import { finishRefunds } from "./refunds/finish-refunds.server.ts";
import { type Tier, TIERS } from "#app/core/entitlements/entitlements.ts";
import { planOf } from "./plans/plans.ts";
import { refundablePayments, refundPayments } from "./refunds/refund.server.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  changeCard,
  changePlan,
  lastSandboxPayment,
  payCheckout,
  resumeSubscription,
  reversePayment,
} from "./sandbox/sandbox-account.server.ts";
import { sandboxProvider, getSandboxSecret } from "./sandbox/sandbox-provider.server.ts";
import { stripeProvider } from "./stripe/stripe-provider.server.ts";
import { signBody } from "./stripe/webhook-signature.server.ts";
import { syncMembership } from "./membership/sync-membership.server.ts";

/** A provider, and the actions of its customers and their banks. */
type World = {
  provider: BillingProvider;
  pay: (url: string, customerId: string) => Promise<boolean>;
  cancelAtPeriodEnd: (customerId: string) => Promise<void>;
  resume: (customerId: string) => Promise<void>;
  /** From City Insider to VIP on the first day, for $30. */
  upgrade: (customerId: string) => Promise<void>;
  downgrade: (customerId: string, tier: Tier) => Promise<void>;
  failRenewal: (customerId: string) => Promise<void>;
  dispute: (customerId: string) => Promise<void>;
  events: () => Promise<{ body: string; signature: string }[]>;
};

const double = databaseTest.extend<{ stripe: StripeDouble }>({
  stripe: async ({ task: _task }, use) => {
    const stripe = await new StripeDouble(NOW).start();
    await use(stripe);
    await stripe.close();
  },
});
const test = double.extend<{ worlds: Record<"stripe" | "sandbox", World> }>({
  worlds: async ({ db, stripe }, use) => use({ stripe: stripeWorld(stripe), sandbox: sandboxWorld(db) }),
});

describe.for(["sandbox", "stripe"] as const)("with the %s", (name) => {
  test("a user is one customer, and each tier costs the price of its plan", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    for (const tier of TIERS) {
      const person = { userId: (await buildUser(db)).id, email: "mia@example.com", now: NOW };
      const customerId = await provider.makeCustomer(person);
      expect(await provider.makeCustomer(person)).toBe(customerId);

      expect(await pay(await beginCheckout(provider, { customerId, tier }), customerId)).toBe(true);

      const [running, ...others] = await provider.listSubscriptions(customerId);
      expect([running?.tier, running?.status, running?.cancelAt, others]).toEqual([tier, "active", null, []]);
      expect(running?.currentPeriodEndsAt).toEqual(new Date("2027-02-13T17:00:00Z"));
      const { priceCents: amountCents } = planOf(tier);
      const paid = { subscriptionId: running?.id, amountCents, paidAt: NOW, status: "paid" };
      expect(await provider.listPayments(customerId)).toMatchObject([paid]);
    }
  });

  test("starting a second checkout expires the first", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await createCustomer(db, provider);
    const first = await beginCheckout(provider, { customerId, tier: "vip" });
    const second = await beginCheckout(provider, { customerId, tier: "local-explorer" });

    expect([await pay(first, customerId), await pay(second, customerId)]).toEqual([false, true]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "local-explorer" }]);
  });

  test("a member with a subscription is sent to the portal", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const { id: userId } = await buildUser(db);
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url, isPortal } = await startCheckout(db, checkoutInput);
    await pay(url, await provider.makeCustomer(checkoutInput));

    expect([isPortal, (await startCheckout(db, checkoutInput)).isPortal]).toEqual([false, true]);
    expect(await storedSubscription(db, userId)).toMatchObject({ tier: "vip" });
  });

  test("a subscription can be canceled at the period's end, resumed, and canceled at once", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, running } = await subscribed(db, world);
    const { provider } = world;

    await world.cancelAtPeriodEnd(customerId);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ cancelAt: running.currentPeriodEndsAt }]);
    await world.resume(customerId);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "active", cancelAt: null }]);
    await provider.cancelNow({ customerId, subscriptionId: running.id });
    await provider.cancelNow({ customerId, subscriptionId: running.id });

    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
  });

  test("a downgrade takes effect at the period's end", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId } = await subscribed(db, world);

    await world.downgrade(customerId, "local-explorer");

    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([
      { tier: "city-insider", nextTier: "local-explorer" },
    ]);
  });

  test("a failed renewal is past due since its due date", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, running } = await subscribed(db, world);

    await world.failRenewal(customerId);

    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([
      { status: "past-due", pastDueSince: running.currentPeriodEndsAt },
    ]);
  });

  test("a payment is refunded once, which ends the membership", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const { provider } = world;
    const refundInput = { provider, userId, by: "member", now: NOW } as const;
    const seen = await refundableIds(db, refundInput);

    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 2000,
      notRefundableCents: 0,
    });
    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({ outcome: "nothing" });

    expect(await provider.listPayments(customerId)).toMatchObject([{ id: seen[0], status: "refunded" }]);
    await provider.refund(seen[0] ?? "");
    expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
  });

  test("after an upgrade both payments are refunded, and none that the page didn't show", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const refundInput = { provider: world.provider, userId, by: "member", now: NOW } as const;
    const before = await refundableIds(db, refundInput);
    await world.upgrade(customerId);

    expect(await refundPayments(db, { ...refundInput, seen: before })).toEqual({ outcome: "unseen" });
    const seen = await refundableIds(db, refundInput);
    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 5000,
      notRefundableCents: 0,
    });

    const payments = await world.provider.listPayments(customerId);
    expect(new Set(payments.map(({ amountCents, status }) => `${amountCents} ${status}`))).toEqual(
      new Set(["2000 refunded", "3000 refunded"]),
    );
  });

  test.for(["refund", "stopBilling", "listSubscriptions"] as const)(
    "a refund interrupted at %s is finished by a retry of the member, or by the job",
    async (method, { db, worlds }) => {
      const world = worlds[name];
      const [mia, ben] = [await subscribed(db, world), await subscribed(db, world)];
      const { provider } = world;
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

  test("after thirty days a member gets no refund, but an operator can give one", async ({ db, worlds }) => {
    const world = worlds[name];
    const { userId } = await subscribed(db, world);
    const now = new Date(NOW.getTime() + 30 * 24 * 60 * 60_000 + 1);
    const refundInput = { provider: world.provider, userId, now };

    expect(await refundPayments(db, { ...refundInput, by: "member", seen: [] })).toEqual({ outcome: "too-late" });
    const seen = await refundableIds(db, { ...refundInput, by: "operator" });
    expect(await refundPayments(db, { ...refundInput, by: "operator", seen })).toMatchObject({ outcome: "refunded" });
  });

  test("deleting an account expires its open checkout, and a subscription paid anyway is ended and refunded", async ({
    db,
    worlds,
  }) => {
    const { provider, pay } = worlds[name];
    const { id: userId } = await buildUser(db);
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url } = await startCheckout(db, checkoutInput);
    const customerId = await provider.makeCustomer(checkoutInput);

    await stopBillingBeforeDeletion(db, checkoutInput);
    expect(await pay(url, customerId)).toBe(false);
    await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, userId));
    const late = await startCheckout(db, checkoutInput);
    expect(await pay(late.url, customerId)).toBe(true);
    await syncMembership(db, { provider, userId, customerId, now: NOW });

    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await provider.listPayments(customerId)).toMatchObject([{ status: "refunded" }]);
    expect(await storedSubscription(db, userId)).toBeNull();
  });

  test("a sync that started before the account was deleted refunds nothing", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const { provider } = world;
    const slow = {
      ...provider,
      listSubscriptions: async (id: string) => {
        const subscriptions = await provider.listSubscriptions(id);
        await provider.stopBilling(id);
        await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, userId));
        return subscriptions;
      },
    };

    await syncMembership(db, { provider: slow, userId, customerId, now: NOW });

    expect(await db.$count(refunds)).toBe(0);
    expect(await provider.listPayments(customerId)).toMatchObject([{ status: "paid" }]);
    await syncMembership(db, { provider, userId, customerId, now: NOW });
    expect([await storedSubscription(db, userId), await db.$count(refunds)]).toEqual([null, 0]);
  });

  test("a disputed payment ends its subscription, also when a sync finds it", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    await world.dispute(customerId);

    await syncMembership(db, { provider: world.provider, userId, customerId, now: NOW });

    expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await refundableIds(db, { provider: world.provider, userId, by: "operator", now: NOW })).toEqual([]);
  });

  test("a signed event names its customer, also for a dispute, and other signatures are refused", async ({
    db,
    worlds,
  }) => {
    const world = worlds[name];
    const { customerId } = await subscribed(db, world);
    await world.dispute(customerId);
    const { provider } = world;
    const sent = await world.events();

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

test("on a clock that was moved ahead only the last month is refundable", async ({ db, worlds }) => {
  const { customerId, userId } = await subscribed(db, worlds.sandbox);
  for (let month = 0; month < 3; month += 1) await advanceClock(db, { customerId, step: "renewal", now: NOW });
  const refundInput = { provider: worlds.sandbox.provider, userId, by: "member", now: NOW } as const;

  expect(await refundablePayments(db, refundInput)).toMatchObject([{ paidAt: new Date("2027-04-13T17:00:00Z") }]);
});

test("a month that has come due is listed as a payment", async ({ db, worlds }) => {
  const { customerId } = await subscribed(db, worlds.sandbox);
  const later = sandboxProvider({ db, siteUrl: SITE_URL, now: new Date("2027-02-20T17:00:00Z") });

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
    const provider = stripeProvider(stripe.settings, silentLog());
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });
    const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
    stripe.hidesOpenCheckouts = true;
    const urls = [];
    for (const tier of tiers) urls.push((await startCheckout(db, { ...checkoutInput, tier })).url);
    stripe.hidesOpenCheckouts = false;
    expect([...urls.map((url) => stripe.pay(url)), stripe.customerCount]).toEqual([true, true, 1]);
    return { provider, userId, customerId: await provider.makeCustomer(checkoutInput), now: NOW };
  }

  test("the higher tier stays, with its receipt and refund, and the other is refunded", async ({ db, stripe }) => {
    const syncInput = await bothPaid(db, stripe);

    await syncMembership(db, syncInput);

    expect(await storedSubscription(db, syncInput.userId)).toMatchObject({ tier: "vip", status: "active" });
    const subscriptions = await syncInput.provider.listSubscriptions(syncInput.customerId);
    expect(subscriptions.filter(({ status }) => status === "active").map(({ tier }) => tier)).toEqual(["vip"]);
    expect(stripe.refundedCents).toBe(500);
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
    stripe.refundError = "balance_insufficient";

    await syncMembership(db, syncInput);
    expect(await storedSubscription(db, syncInput.userId)).toMatchObject({ tier: "vip", status: "active" });
    expect(await finishRefunds(db, syncInput)).toHaveLength(1);
    stripe.refundError = null;
    expect([await finishRefunds(db, syncInput), stripe.refundedCents, stripe.billingCount]).toEqual([[], 500, 1]);
  });
});

test.for(["warning_needs_response", "won"])("a dispute that is %s ends nothing", async (status, { db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.dispute(customerId, status);

  await syncMembership(db, { provider, userId, customerId, now: NOW });

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "active" });
});

test.for(["paused", "incomplete", "unpaid", "past_due"] as const)(
  "a subscription that is %s is ended before the account is deleted",
  async (status, { db, stripe }) => {
    const { provider } = stripeWorld(stripe);
    const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
    stripe.setStatus(customerId, status);

    await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });

    expect(stripe.billingCount).toBe(0);
  },
);

test("a member who pays a replaced price keeps the membership", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 1700 });

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider", status: "active" }]);
});

test("a subscription to an unknown price gives no membership, and is ended with the account", async ({
  db,
  stripe,
}) => {
  const { provider } = stripeWorld(stripe);
  const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 999, product: "prod_new" });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
  await syncMembership(db, { provider, userId, customerId, now: NOW });
  await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });

  expect([await storedSubscription(db, userId), stripe.billingCount]).toEqual([null, 0]);
});

test("a yearly price with a plan's amount is none of our plans", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId } = await subscribed(db, stripeWorld(stripe));
  const { lookupKey, priceCents } = planOf("city-insider");
  stripe.replacePrice(lookupKey, { unit_amount: priceCents, product: "prod_new" });
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider" }]);

  Object.assign(stripe.prices[1] ?? {}, { recurring: { interval: "year", interval_count: 1 } });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
});

test.for(["refund_disputed_payment", "charge_disputed", "charge_not_refundable"])(
  "a payment that Stripe can't refund (%s) isn't reported as refunded, and the membership ends",
  async (code, { db, stripe }) => {
    const { provider } = stripeWorld(stripe);
    const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
    const refundInput = { provider, userId, by: "member", now: NOW } as const;
    const seen = await refundableIds(db, refundInput);
    stripe.refundError = code;

    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 0,
      notRefundableCents: 2000,
    });

    expect(await db.select().from(refunds)).toMatchObject([{ status: "not-refundable" }]);
    expect(await finishRefunds(db, { provider, now: NOW })).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    // After a withdrawn dispute the member can ask again.
    stripe.refundError = null;
    expect(await refundPayments(db, { ...refundInput, seen })).toMatchObject({
      amountCents: 2000,
      notRefundableCents: 0,
    });
    expect(await db.select().from(refunds)).toMatchObject([{ status: "refunded" }]);
  },
);

test("the grace period doesn't restart with each unpaid month", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId, running } = await subscribed(db, stripeWorld(stripe));
  for (let month = 0; month < 3; month += 1) stripe.renew(customerId, false);

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
  stripe.setStatus(customerId, "unpaid");
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
});

test("a customer deleted at Stripe is created again at the checkout, and their account can be deleted", async ({
  db,
  stripe,
}) => {
  const { provider } = stripeWorld(stripe);
  const { userId } = await subscribed(db, stripeWorld(stripe));
  stripe.removeCustomers();

  await stopBillingBeforeDeletion(db, { provider, userId, now: NOW });
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);

  expect([stripe.pay(url), stripe.customerCount]).toEqual([true, 1]);
});

test("a customer of another Stripe account is remembered, and their account can't be deleted", async ({
  db,
  stripe,
}) => {
  // Real money: test mode would not keep anybody from leaving.
  const provider: BillingProvider = { ...stripeWorld(stripe).provider, name: "stripe", isTest: false };
  const { userId, customerId } = await subscribed(db, { ...stripeWorld(stripe), provider });
  stripe.removeCustomers("elsewhere");

  await expect(stopBillingBeforeDeletion(db, { provider, userId, now: NOW })).rejects.toThrow(ProviderDown);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);

  expect(stripe.pay(url)).toBe(true);
  expect(await db.select().from(orphanedCustomers)).toMatchObject([{ userId, provider: "stripe", customerId }]);
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(true);
  await db.update(orphanedCustomers).set({ provider: "stripe-test" }).where(eq(orphanedCustomers.userId, userId));
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(false);
});

test("two requests that expire the same open checkout both succeed", async ({ db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const customerId = await createCustomer(db, provider);
  await beginCheckout(provider, { customerId, tier: "vip" });

  const begun = await Promise.all(TIERS.map((tier) => beginCheckout(provider, { customerId, tier })));

  expect(new Set(begun).size).toBe(TIERS.length);
});

test.for<[string, (stripe: StripeDouble) => void]>([
  ["of another amount", ({ prices }) => Object.assign(prices[1] ?? {}, { unit_amount: 1999 })],
  ["in another currency", ({ prices }) => Object.assign(prices[1] ?? {}, { currency: "eur" })],
  ["by the year", ({ prices }) => Object.assign(prices[1]?.recurring ?? {}, { interval: "year" })],
  ["that isn't there", ({ prices }) => Object.assign(prices[1] ?? {}, { lookup_key: "gone" })],
])("nothing is sold at a price %s", async ([, breakPrice], { db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const customerId = await createCustomer(db, provider);
  breakPrice(stripe);

  await expect(beginCheckout(provider, { customerId, tier: "city-insider" })).rejects.toThrow(ProviderDown);
  expect(stripe.calls).not.toContain("POST /v1/checkout/sessions");
});

test("a cancellation is read from either of Stripe's fields", async ({ db, stripe }) => {
  const world = stripeWorld(stripe);
  const { customerId, running } = await subscribed(db, world);

  for (const field of ["cancel_at", "cancel_at_period_end"] as const) {
    stripe.cancelAtPeriodEnd(customerId, field);
    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([
      { cancelAt: running.currentPeriodEndsAt },
    ]);
    stripe.resume(customerId);
  }
});

test("a lost answer or an outage of Stripe leaves nothing half done, and a retry works", async ({ db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const { id: userId } = await buildUser(db);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;

  // The first answer is lost: the library retries with the same key, and no second customer is created.
  stripe.failNext("lost");
  const { url } = await startCheckout(db, checkoutInput);
  expect([stripe.customerCount, stripe.pay(url)]).toEqual([1, true]);
  stripe.failNext("error");
  await expect(startCheckout(db, checkoutInput)).rejects.toThrow(ProviderDown);

  expect((await startCheckout(db, checkoutInput)).isPortal).toBe(true);
});

async function subscribed(db: Database, { provider, pay }: World) {
  const { id: userId } = await buildUser(db);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "city-insider", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);
  const customerId = await provider.makeCustomer(checkoutInput);
  await pay(url, customerId);
  const [running] = await provider.listSubscriptions(customerId);
  if (running === undefined) throw new Error("Nothing was subscribed to");
  return { userId, customerId, running };
}

async function refundableIds(db: Database, refundInput: Parameters<typeof refundablePayments>[1]): Promise<string[]> {
  return (await refundablePayments(db, refundInput)).map(({ id }) => id);
}

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

function stripeWorld(stripe: StripeDouble): World {
  return {
    provider: stripeProvider(stripe.settings, silentLog()),
    pay: async (url) => stripe.pay(url),
    cancelAtPeriodEnd: async (customerId) => stripe.cancelAtPeriodEnd(customerId, "cancel_at_period_end"),
    resume: async (customerId) => stripe.resume(customerId),
    upgrade: async (customerId) => stripe.upgrade(customerId, { lookupKey: planOf("vip").lookupKey, amount: 3000 }),
    downgrade: async (customerId, tier) => stripe.schedule(customerId, planOf(tier).lookupKey),
    failRenewal: async (customerId) => stripe.renew(customerId, false),
    dispute: async (customerId) => stripe.dispute(customerId),
    events: async () => stripe.events(),
  };
}

function sandboxWorld(db: Database): World {
  const at = (customerId: string) => ({ customerId, now: NOW });
  return {
    provider: sandboxProvider({ db, siteUrl: SITE_URL, now: NOW }),
    pay: async (url, customerId) => {
      const checkoutId = url.split("/").at(-1) ?? "";
      const paid = await payCheckout(db, { ...at(customerId), checkoutId, card: "works", isConfirmed: false });
      return paid.outcome === "paid";
    },
    cancelAtPeriodEnd: async (customerId) => void (await cancelAtPeriodEnd(db, at(customerId))),
    resume: async (customerId) => void (await resumeSubscription(db, at(customerId))),
    upgrade: async (customerId) => void (await changePlan(db, { ...at(customerId), tier: "vip" })),
    downgrade: async (customerId, tier) => void (await changePlan(db, { ...at(customerId), tier })),
    failRenewal: async (customerId) => {
      await changeCard(db, { ...at(customerId), card: "fails-later" });
      await advanceClock(db, { ...at(customerId), step: "renewal" });
    },
    dispute: async (customerId) => {
      const paymentId = (await lastSandboxPayment(db, customerId))?.id ?? "";
      await reversePayment(db, { ...at(customerId), paymentId, status: "disputed" });
    },
    events: async () => {
      const secret = await getSandboxSecret(db);
      return (await pendingEvents(db)).map((body) => ({ body, signature: signBody(body, { secret, at: NOW }) }));
    },
  };
}

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { lostCustomers, refunds } from "#app/db/schema/billing.ts";
import { mails } from "#app/db/schema/mail.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { pendingEvents, SITE_URL, writtenOf } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { cancelForLeaver, isBilledElsewhere, startCheckout } from "./checkout.server.ts";
import { finishRefunds } from "./finish-refunds.server.ts";
import { planOf, type Tier, TIERS } from "./plans.ts";
import { refundablePayments, refundPayments } from "./refund.server.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  changeCard,
  changePlan,
  lastSandboxPayment,
  payCheckout,
  resume,
  takeBack,
} from "./sandbox-account.server.ts";
import { sandboxProvider, sandboxSecret } from "./sandbox-provider.server.ts";
import { stripeProvider } from "./stripe-provider.server.ts";
import { signatureOf } from "./webhook-signature.server.ts";
import { syncMembership } from "./sync-membership.server.ts";

/** A provider, and what its customers and their banks do there. */
type World = {
  provider: BillingProvider;
  pay: (url: string, customerId: string) => Promise<boolean>;
  cancelAtPeriodEnd: (customerId: string) => Promise<void>;
  resume: (customerId: string) => Promise<void>;
  /** From City Insider to VIP, on the day it began: for $30. */
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
  test("a person is one customer, and each tier costs what its plan says", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    for (const tier of TIERS) {
      const person = { userId: (await buildUser(db)).id, email: "mia@example.com", now: NOW };
      const customerId = await provider.makeCustomer(person);
      expect(await provider.makeCustomer(person)).toBe(customerId);

      expect(await pay(await begin(provider, { customerId, tier }), customerId)).toBe(true);

      const [running, ...others] = await provider.listSubscriptions(customerId);
      expect([running?.tier, running?.status, running?.cancelAt, others]).toEqual([tier, "active", null, []]);
      expect(running?.currentPeriodEndsAt).toEqual(new Date("2027-02-13T17:00:00Z"));
      const { priceCents: amountCents } = planOf(tier);
      const paid = { subscriptionId: running?.id, amountCents, paidAt: NOW, status: "paid" };
      expect(await provider.payments(customerId)).toMatchObject([paid]);
    }
  });

  test("a checkout that was begun anew can't be paid twice", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const first = await begin(provider, { customerId, tier: "vip" });
    const second = await begin(provider, { customerId, tier: "local-explorer" });

    expect([await pay(first, customerId), await pay(second, customerId)]).toEqual([false, true]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "local-explorer" }]);
  });

  test("whoever has a subscription is led to the portal", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const { id: userId } = await buildUser(db);
    const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url, isPortal } = await startCheckout(db, asking);
    await pay(url, await provider.makeCustomer(asking));

    expect([isPortal, (await startCheckout(db, asking)).isPortal]).toEqual([false, true]);
    expect(await writtenOf(db, userId)).toMatchObject({ tier: "vip" });
  });

  test("canceled at the period's end, taken back, and canceled at once", async ({ db, worlds }) => {
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

  test("a downgrade waits for the period's end", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId } = await subscribed(db, world);

    await world.downgrade(customerId, "local-explorer");

    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([
      { tier: "city-insider", nextTier: "local-explorer" },
    ]);
  });

  test("a renewal that fails is past due since it was due", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, running } = await subscribed(db, world);

    await world.failRenewal(customerId);

    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([
      { status: "past-due", pastDueSince: running.currentPeriodEndsAt },
    ]);
  });

  test("a payment is given back once, and ends the membership", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const { provider } = world;
    const asker = { provider, userId, by: "member", now: NOW } as const;
    const seen = await seenBy(db, asker);

    expect(await refundPayments(db, { ...asker, seen })).toEqual({
      outcome: "refunded",
      amountCents: 2000,
      keptCents: 0,
    });
    expect(await refundPayments(db, { ...asker, seen })).toEqual({ outcome: "nothing" });

    expect(await provider.payments(customerId)).toMatchObject([{ id: seen[0], status: "refunded" }]);
    await provider.refund(seen[0] ?? "");
    expect(await writtenOf(db, userId)).toMatchObject({ status: "ended" });
  });

  test("after an upgrade both payments are given back, and none that wasn't seen", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const asker = { provider: world.provider, userId, by: "member", now: NOW } as const;
    const before = await seenBy(db, asker);
    await world.upgrade(customerId);

    expect(await refundPayments(db, { ...asker, seen: before })).toEqual({ outcome: "unseen" });
    const seen = await seenBy(db, asker);
    expect(await refundPayments(db, { ...asker, seen })).toEqual({
      outcome: "refunded",
      amountCents: 5000,
      keptCents: 0,
    });

    const payments = await world.provider.payments(customerId);
    expect(new Set(payments.map(({ amountCents, status }) => `${amountCents} ${status}`))).toEqual(
      new Set(["2000 refunded", "3000 refunded"]),
    );
  });

  test.for(["refund", "stopBilling", "listSubscriptions"] as const)(
    "a refund that breaks at %s is finished by its person, or by the job",
    async (method, { db, worlds }) => {
      const world = worlds[name];
      const [mia, ben] = [await subscribed(db, world), await subscribed(db, world)];
      const { provider } = world;
      const down = { ...provider, [method]: () => Promise.reject(new ProviderDown("down")) };
      for (const { userId, customerId } of [mia, ben]) {
        await syncMembership(db, { provider, userId, customerId, now: NOW });
        const asker = { userId, by: "member", now: NOW } as const;
        const seen = await seenBy(db, { ...asker, provider });
        await expect(refundPayments(db, { ...asker, provider: down, seen })).rejects.toThrow(ProviderDown);
        expect(await seenBy(db, { ...asker, provider })).toEqual(seen);
      }

      const asker = { provider, userId: mia.userId, by: "member", now: NOW } as const;
      const again = await refundPayments(db, { ...asker, seen: await seenBy(db, asker) });
      expect(await finishRefunds(db, { provider, now: NOW })).toEqual([]);

      expect(again).toEqual({ outcome: "refunded", amountCents: 2000, keptCents: 0 });
      for (const { customerId } of [mia, ben]) {
        expect(await provider.payments(customerId)).toMatchObject([{ status: "refunded" }]);
        expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
      }
      // Without any event: whoever has their money back is a member no longer.
      expect(await writtenOf(db, ben.userId)).toMatchObject({ status: "ended" });
    },
  );

  test("after thirty days its person gets nothing back, but the operator may give it", async ({ db, worlds }) => {
    const world = worlds[name];
    const { userId } = await subscribed(db, world);
    const now = new Date(NOW.getTime() + 30 * 24 * 60 * 60_000 + 1);
    const asked = { provider: world.provider, userId, now };

    expect(await refundPayments(db, { ...asked, by: "member", seen: [] })).toEqual({ outcome: "too-late" });
    const seen = await seenBy(db, { ...asked, by: "operator" });
    expect(await refundPayments(db, { ...asked, by: "operator", seen })).toMatchObject({ outcome: "refunded" });
  });

  test("a leaver's open checkout can't be paid, and what runs all the same is ended and given back", async ({
    db,
    worlds,
  }) => {
    const { provider, pay } = worlds[name];
    const { id: userId } = await buildUser(db);
    const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
    const { url } = await startCheckout(db, asking);
    const customerId = await provider.makeCustomer(asking);

    await cancelForLeaver(db, asking);
    expect(await pay(url, customerId)).toBe(false);
    await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, userId));
    const late = await startCheckout(db, asking);
    expect(await pay(late.url, customerId)).toBe(true);
    await syncMembership(db, { provider, userId, customerId, now: NOW });

    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await provider.payments(customerId)).toMatchObject([{ status: "refunded" }]);
    expect(await writtenOf(db, userId)).toBeNull();
  });

  test("a look that began before its person left gives nothing back that was not asked for", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    const { provider } = world;
    const slow = {
      ...provider,
      listSubscriptions: async (id: string) => {
        const listed = await provider.listSubscriptions(id);
        await provider.stopBilling(id);
        await db.update(users).set({ deletedAt: NOW }).where(eq(users.id, userId));
        return listed;
      },
    };

    await syncMembership(db, { provider: slow, userId, customerId, now: NOW });

    expect(await db.$count(refunds)).toBe(0);
    expect(await provider.payments(customerId)).toMatchObject([{ status: "paid" }]);
    await syncMembership(db, { provider, userId, customerId, now: NOW });
    expect([await writtenOf(db, userId), await db.$count(refunds)]).toEqual([null, 0]);
  });

  test("what a bank takes back ends its subscription, also when that is found by looking", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId, userId } = await subscribed(db, world);
    await world.dispute(customerId);

    await syncMembership(db, { provider: world.provider, userId, customerId, now: NOW });

    expect(await writtenOf(db, userId)).toMatchObject({ status: "ended" });
    expect(await world.provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await seenBy(db, { provider: world.provider, userId, by: "operator", now: NOW })).toEqual([]);
  });

  test("an event is its provider's, and names its customer, that of a dispute too", async ({ db, worlds }) => {
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
    const signature = signatureOf(body, { secret: "another-secret", at: NOW });
    expect(await provider.readEvent({ body, signature, now: NOW })).toBeNull();
  });
});

test("on a clock that was put ahead the last month is given back, not each one that was paid", async ({
  db,
  worlds,
}) => {
  const { customerId, userId } = await subscribed(db, worlds.sandbox);
  for (let month = 0; month < 3; month += 1) await advanceClock(db, { customerId, step: "renewal", now: NOW });
  const asker = { provider: worlds.sandbox.provider, userId, by: "member", now: NOW } as const;

  expect(await refundablePayments(db, asker)).toMatchObject([{ paidAt: new Date("2027-04-13T17:00:00Z") }]);
});

test("a month that has come due is a payment, though nobody has looked since", async ({ db, worlds }) => {
  const { customerId } = await subscribed(db, worlds.sandbox);
  const later = sandboxProvider({ db, siteUrl: SITE_URL, now: new Date("2027-02-20T17:00:00Z") });

  expect((await later.payments(customerId)).map(({ paidAt }) => paidAt)).toEqual([
    new Date("2027-02-13T17:00:00Z"),
    NOW,
  ]);
});

describe.for([
  ["local-explorer", "vip"],
  ["vip", "local-explorer"],
] as const)("of two checkouts that were both paid, %s and %s,", (tiers) => {
  async function bothPaid(db: Database, stripe: StripeDouble) {
    const provider = stripeProvider(stripe.settings, silentLog());
    const { id: userId } = await buildUser(db, { email: "mia@example.com" });
    const asking = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
    stripe.isBlind = true;
    const urls = [];
    for (const tier of tiers) urls.push((await startCheckout(db, { ...asking, tier })).url);
    stripe.isBlind = false;
    expect([...urls.map((url) => stripe.pay(url)), stripe.customerCount]).toEqual([true, true, 1]);
    return { provider, userId, customerId: await provider.makeCustomer(asking), now: NOW };
  }

  test("the higher one stays, with its receipt and its refund, and the other is given back", async ({ db, stripe }) => {
    const look = await bothPaid(db, stripe);

    await syncMembership(db, look);

    expect(await writtenOf(db, look.userId)).toMatchObject({ tier: "vip", status: "active" });
    const listed = await look.provider.listSubscriptions(look.customerId);
    expect(listed.filter(({ status }) => status === "active").map(({ tier }) => tier)).toEqual(["vip"]);
    expect(stripe.refundedCents).toBe(500);
    const sent = await db.select({ subject: mails.subject }).from(mails).where(eq(mails.userId, look.userId));
    expect(sent).toEqual([{ subject: "Your receipt: $50 for VIP" }]);
    expect(await refundablePayments(db, { ...look, by: "member" })).toMatchObject([{ amountCents: 5000 }]);
    // Years later it is still the last payment that they made, and the surplus, given back long ago, none.
    const later = { ...look, by: "operator", now: new Date("2029-01-01T00:00:00Z") } as const;
    const last = await refundablePayments(db, later);
    expect(last).toMatchObject([{ amountCents: 5000 }]);
    await refundPayments(db, { ...later, seen: last.map(({ id }) => id) });
    expect(await refundablePayments(db, later)).toEqual([]);
  });

  test("the membership counts though the surplus can't be given back yet", async ({ db, stripe }) => {
    const look = await bothPaid(db, stripe);
    stripe.refundTrouble = "balance_insufficient";

    await syncMembership(db, look);
    expect(await writtenOf(db, look.userId)).toMatchObject({ tier: "vip", status: "active" });
    expect(await finishRefunds(db, look)).toHaveLength(1);
    stripe.refundTrouble = null;
    expect([await finishRefunds(db, look), stripe.refundedCents, stripe.billingCount]).toEqual([[], 500, 1]);
  });
});

test.for(["warning_needs_response", "won"])("a dispute that is %s takes nothing", async (status, { db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.dispute(customerId, status);

  await syncMembership(db, { provider, userId, customerId, now: NOW });

  expect(await writtenOf(db, userId)).toMatchObject({ status: "active" });
});

test.for(["paused", "incomplete", "unpaid", "past_due"] as const)(
  "a subscription that is %s is ended before its person leaves",
  async (status, { db, stripe }) => {
    const { provider } = stripeWorld(stripe);
    const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
    stripe.become(customerId, status);

    await cancelForLeaver(db, { provider, userId, now: NOW });

    expect(stripe.billingCount).toBe(0);
  },
);

test("whoever pays a price that was replaced is a member as before", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 1700 });

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider", status: "active" }]);
});

test("a price of no plan of ours locks nobody out, and is ended with the rest", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
  stripe.replacePrice(planOf("city-insider").lookupKey, { unit_amount: 999, product: "prod_new" });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
  await syncMembership(db, { provider, userId, customerId, now: NOW });
  await cancelForLeaver(db, { provider, userId, now: NOW });

  expect([await writtenOf(db, userId), stripe.billingCount]).toEqual([null, 0]);
});

test("a year at the price of a month is no plan of ours", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId } = await subscribed(db, stripeWorld(stripe));
  const { lookupKey, priceCents } = planOf("city-insider");
  stripe.replacePrice(lookupKey, { unit_amount: priceCents, product: "prod_new" });
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ tier: "city-insider" }]);

  Object.assign(stripe.prices[1] ?? {}, { recurring: { interval: "year", interval_count: 1 } });

  expect(await provider.listSubscriptions(customerId)).toEqual([]);
});

test.for(["refund_disputed_payment", "charge_disputed", "charge_not_refundable"])(
  "a payment that Stripe won't give back, %s, is not told as given back, and the membership has ended",
  async (code, { db, stripe }) => {
    const { provider } = stripeWorld(stripe);
    const { userId, customerId } = await subscribed(db, stripeWorld(stripe));
    const asker = { provider, userId, by: "member", now: NOW } as const;
    const seen = await seenBy(db, asker);
    stripe.refundTrouble = code;

    expect(await refundPayments(db, { ...asker, seen })).toEqual({
      outcome: "refunded",
      amountCents: 0,
      keptCents: 2000,
    });

    expect(await db.select().from(refunds)).toMatchObject([{ status: "kept" }]);
    expect(await finishRefunds(db, { provider, now: NOW })).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    // A dispute that the person withdraws leaves them free to ask again.
    stripe.refundTrouble = null;
    expect(await refundPayments(db, { ...asker, seen })).toMatchObject({ amountCents: 2000, keptCents: 0 });
    expect(await db.select().from(refunds)).toMatchObject([{ status: "refunded" }]);
  },
);

test("the grace doesn't begin anew with each month that isn't paid", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { customerId, running } = await subscribed(db, stripeWorld(stripe));
  for (let month = 0; month < 3; month += 1) stripe.renew(customerId, false);

  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
  stripe.become(customerId, "unpaid");
  expect(await provider.listSubscriptions(customerId)).toMatchObject([{ pastDueSince: running.currentPeriodEndsAt }]);
});

test("a customer whom Stripe has lost is made anew at the checkout, and may leave", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { userId } = await subscribed(db, stripeWorld(stripe));
  stripe.loseCustomers();

  await cancelForLeaver(db, { provider, userId, now: NOW });
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, asking);

  expect([stripe.pay(url), stripe.customerCount]).toEqual([true, 1]);
});

test("a customer of another account of ours is not forgotten, and may not leave unbilled", async ({ db, stripe }) => {
  // Where money is taken: in the test mode there is nothing to keep anybody for.
  const provider: BillingProvider = { ...stripeWorld(stripe).provider, name: "stripe", isTest: false };
  const { userId, customerId } = await subscribed(db, { ...stripeWorld(stripe), provider });
  stripe.loseCustomers("elsewhere");

  await expect(cancelForLeaver(db, { provider, userId, now: NOW })).rejects.toThrow(ProviderDown);
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;
  const { url } = await startCheckout(db, asking);

  expect(stripe.pay(url)).toBe(true);
  expect(await db.select().from(lostCustomers)).toMatchObject([{ userId, provider: "stripe", customerId }]);
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(true);
  await db.update(lostCustomers).set({ provider: "stripe-test" }).where(eq(lostCustomers.userId, userId));
  expect(await isBilledElsewhere(db, { provider, userId })).toBe(false);
});

test("two requests that end the same open checkout both go on", async ({ db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const customerId = await customer(db, provider);
  await begin(provider, { customerId, tier: "vip" });

  const begun = await Promise.all(TIERS.map((tier) => begin(provider, { customerId, tier })));

  expect(new Set(begun).size).toBe(TIERS.length);
});

test.for<[string, (stripe: StripeDouble) => void]>([
  ["of another amount", ({ prices }) => Object.assign(prices[1] ?? {}, { unit_amount: 1999 })],
  ["in another currency", ({ prices }) => Object.assign(prices[1] ?? {}, { currency: "eur" })],
  ["by the year", ({ prices }) => Object.assign(prices[1]?.recurring ?? {}, { interval: "year" })],
  ["that isn't there", ({ prices }) => Object.assign(prices[1] ?? {}, { lookup_key: "gone" })],
])("nothing is sold at a price %s", async ([, spoil], { db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const customerId = await customer(db, provider);
  spoil(stripe);

  await expect(begin(provider, { customerId, tier: "city-insider" })).rejects.toThrow(ProviderDown);
  expect(stripe.asked).not.toContain("POST /v1/checkout/sessions");
});

test("a canceled subscription is one by either of Stripe's fields", async ({ db, stripe }) => {
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

test("while Stripe is down nothing is half done, and a retry works", async ({ db, stripe }) => {
  const provider = stripeProvider(stripe.settings, silentLog());
  const { id: userId } = await buildUser(db);
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "vip", now: NOW } as const;

  // The answer to the first call is lost: the library asks again under the same key, and no second customer is made.
  stripe.fail("lost");
  const { url } = await startCheckout(db, asking);
  expect([stripe.customerCount, stripe.pay(url)]).toEqual([1, true]);
  stripe.fail("error");
  await expect(startCheckout(db, asking)).rejects.toThrow(ProviderDown);

  expect((await startCheckout(db, asking)).isPortal).toBe(true);
});

async function subscribed(db: Database, { provider, pay }: World) {
  const { id: userId } = await buildUser(db);
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, tier: "city-insider", now: NOW } as const;
  const { url } = await startCheckout(db, asking);
  const customerId = await provider.makeCustomer(asking);
  await pay(url, customerId);
  const [running] = await provider.listSubscriptions(customerId);
  if (running === undefined) throw new Error("Nothing was subscribed to");
  return { userId, customerId, running };
}

async function seenBy(db: Database, asker: Parameters<typeof refundablePayments>[1]): Promise<string[]> {
  return (await refundablePayments(db, asker)).map(({ id }) => id);
}

async function customer(db: Database, provider: BillingProvider): Promise<string> {
  return provider.makeCustomer({ userId: (await buildUser(db)).id, email: null, now: NOW });
}

function begin(provider: BillingProvider, { customerId, tier }: { customerId: string; tier: Tier }): Promise<string> {
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
    resume: async (customerId) => void (await resume(db, at(customerId))),
    upgrade: async (customerId) => void (await changePlan(db, { ...at(customerId), tier: "vip" })),
    downgrade: async (customerId, tier) => void (await changePlan(db, { ...at(customerId), tier })),
    failRenewal: async (customerId) => {
      await changeCard(db, { ...at(customerId), card: "fails-later" });
      await advanceClock(db, { ...at(customerId), step: "renewal" });
    },
    dispute: async (customerId) => {
      const paymentId = (await lastSandboxPayment(db, customerId))?.id ?? "";
      await takeBack(db, { ...at(customerId), paymentId, status: "disputed" });
    },
    events: async () => {
      const secret = await sandboxSecret(db);
      return (await pendingEvents(db)).map((body) => ({ body, signature: signatureOf(body, { secret, at: NOW }) }));
    },
  };
}

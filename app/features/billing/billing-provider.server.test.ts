import { expect, describe } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { pendingEvents, SITE_URL, writtenOf } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { startCheckout } from "./checkout.server.ts";
import { planOf, type Tier, TIERS } from "./plans.ts";
import { refundLastPayment } from "./refund.server.ts";
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
      const person = { userId: (await buildUser(db)).id, email: "mia@example.com" };
      const customerId = await provider.makeCustomer(person);
      expect(await provider.makeCustomer(person)).toBe(customerId);

      expect(await pay(await begin(provider, { customerId, tier }), customerId)).toBe(true);

      const [running, ...others] = await provider.listSubscriptions(customerId);
      expect([running?.tier, running?.status, running?.cancelAt, others]).toEqual([tier, "active", null, []]);
      expect(running?.currentPeriodEndsAt).toEqual(new Date("2027-02-13T17:00:00Z"));
      const { priceCents: amountCents } = planOf(tier);
      expect(await provider.lastPayment(customerId)).toMatchObject({ amountCents, paidAt: NOW, isRefunded: false });
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
    const asked = { provider, userId, by: "member", now: NOW } as const;

    expect(await refundLastPayment(db, asked)).toEqual({ outcome: "refunded", amountCents: 2000 });
    expect(await refundLastPayment(db, asked)).toEqual({ outcome: "nothing" });

    const payment = await provider.lastPayment(customerId);
    expect(payment).toMatchObject({ isRefunded: true });
    await provider.refund({ customerId, paymentId: payment?.id ?? "", amountCents: 2000 });
    expect(await writtenOf(db, userId)).toMatchObject({ status: "ended" });
  });

  test("after thirty days its person gets nothing back, but the operator may give it", async ({ db, worlds }) => {
    const world = worlds[name];
    const { userId } = await subscribed(db, world);
    const now = new Date(NOW.getTime() + 30 * 24 * 60 * 60_000 + 1);
    const asked = { provider: world.provider, userId, now };

    expect(await refundLastPayment(db, { ...asked, by: "member" })).toEqual({ outcome: "too-late" });
    expect(await refundLastPayment(db, { ...asked, by: "operator" })).toMatchObject({ outcome: "refunded" });
  });

  test("an event is its provider's, names its customer, and says when it is a dispute", async ({ db, worlds }) => {
    const world = worlds[name];
    const { customerId } = await subscribed(db, world);
    await world.dispute(customerId);
    const { provider } = world;
    const sent = await world.events();

    const read = [];
    for (const each of sent) read.push(await provider.readEvent({ ...each, now: NOW }));

    expect(read.map((event) => event?.customerId)).toEqual(sent.map(() => customerId));
    expect(read.filter((event) => event?.isDispute === true).map((event) => event?.type)).toEqual([
      "charge.dispute.created",
    ]);
    const { body = "" } = sent[0] ?? {};
    const signature = signatureOf(body, { secret: "another-secret", at: NOW });
    expect(await provider.readEvent({ body, signature, now: NOW })).toBeNull();
  });
});

test("two checkouts that were both paid end as one subscription, and the other is given back", async ({
  db,
  stripe,
}) => {
  const provider = stripeProvider(stripe.settings);
  const { id: userId } = await buildUser(db);
  const asking = { provider, userId, email: null, siteUrl: SITE_URL, now: NOW };
  stripe.isBlind = true;
  const one = await startCheckout(db, { ...asking, tier: "local-explorer" });
  const two = await startCheckout(db, { ...asking, tier: "vip" });
  expect([stripe.pay(one.url), stripe.pay(two.url), stripe.customerCount]).toEqual([true, true, 1]);
  const customerId = await provider.makeCustomer(asking);

  await syncMembership(db, { provider, userId, customerId, now: NOW });

  expect(await writtenOf(db, userId)).toMatchObject({ tier: "vip", status: "active" });
  const listed = await provider.listSubscriptions(customerId);
  expect(listed.map(({ tier, status }) => [tier, status])).toEqual([
    ["local-explorer", "ended"],
    ["vip", "active"],
  ]);
  expect(stripe.asked.filter((call) => call === "POST /v1/refunds").length).toBe(1);
});

test("two requests that end the same open checkout both go on", async ({ db, stripe }) => {
  const provider = stripeProvider(stripe.settings);
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
  const provider = stripeProvider(stripe.settings);
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
  const provider = stripeProvider(stripe.settings);
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

async function customer(db: Database, provider: BillingProvider): Promise<string> {
  return provider.makeCustomer({ userId: (await buildUser(db)).id, email: null });
}

function begin(provider: BillingProvider, { customerId, tier }: { customerId: string; tier: Tier }): Promise<string> {
  const back = { successUrl: `${SITE_URL}/subscription/success`, cancelUrl: `${SITE_URL}/subscription` };
  return provider.startCheckout({ customerId, tier, ...back });
}

function stripeWorld(stripe: StripeDouble): World {
  return {
    provider: stripeProvider(stripe.settings),
    pay: async (url) => stripe.pay(url),
    cancelAtPeriodEnd: async (customerId) => stripe.cancelAtPeriodEnd(customerId, "cancel_at_period_end"),
    resume: async (customerId) => stripe.resume(customerId),
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

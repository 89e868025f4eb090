import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { SITE_URL } from "./billing-builders.ts";
import { type BillingProvider, ProviderDown } from "./billing-provider.ts";
import { startPurchase } from "./purchase.server.ts";
import { sandboxProvider } from "./sandbox-provider.server.ts";
import { payPurchase, sandboxPurchasesOf } from "./sandbox-purchases.server.ts";
import { stripeProvider } from "./stripe-provider.server.ts";

/** A provider, and what its customers do there. */
type World = { provider: BillingProvider; pay: (url: string, customerId: string) => Promise<boolean> };

const test = databaseTest
  .extend<{ stripe: StripeDouble }>({
    stripe: async ({ task: _task }, use) => {
      const stripe = await new StripeDouble(NOW).start();
      await use(stripe);
      await stripe.close();
    },
  })
  .extend<{ worlds: Record<"stripe" | "sandbox", World> }>({
    worlds: async ({ db, stripe }, use) => use({ stripe: stripeWorld(stripe), sandbox: sandboxWorld(db) }),
  });

const BACK = { successUrl: `${SITE_URL}/back`, cancelUrl: `${SITE_URL}/left` };
const CAMPAIGN = { reference: "campaign:1", name: "Campaign for Zorble", amountCents: 4_200, ...BACK };

describe.for(["sandbox", "stripe"] as const)("with the %s", (name) => {
  test("what is bought once is paid once, and known by its reference", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    expect(await provider.purchases(customerId)).toEqual([]);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });
    expect(await provider.purchases(customerId)).toEqual([]);

    expect([await pay(url, customerId), await pay(url, customerId)]).toEqual([true, false]);

    const paid = { reference: "campaign:1", amountCents: 4_200, paidAt: NOW, status: "paid" };
    expect(await provider.purchases(customerId)).toMatchObject([paid]);
    // It is no payment for a membership, and goes back with none.
    expect(await provider.payments(customerId)).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toEqual([]);
  });

  test("a membership that is chosen meanwhile leaves the page that takes the payment open", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.startCheckout({ customerId, tier: "vip", ...BACK });

    expect(await pay(url, customerId)).toBe(true);
  });

  test("begun anew, the first page takes no payment any more; one of another thing still does", async ({
    db,
    worlds,
  }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const first = await provider.startPurchase({ ...CAMPAIGN, customerId });
    const other = await provider.startPurchase({ ...CAMPAIGN, reference: "campaign:2", customerId });
    const second = await provider.startPurchase({ ...CAMPAIGN, amountCents: 900, customerId });

    const paid = [await pay(first, customerId), await pay(other, customerId), await pay(second, customerId)];

    expect(paid).toEqual([false, true, true]);
    const known = await provider.purchases(customerId);
    expect(Object.fromEntries(known.map(({ reference, amountCents }) => [reference, amountCents]))).toEqual({
      "campaign:1": 900,
      "campaign:2": 4_200,
    });
  });

  test("what leaves with its person is open no longer", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.stopBilling(customerId);

    expect(await pay(url, customerId)).toBe(false);
  });

  test("is given back up to an amount, however often it is asked, and never beyond what was paid", async ({
    db,
    stripe,
    worlds,
  }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
    const paymentId = (await provider.purchases(customerId))[0]?.paymentId ?? "";
    const refunded = async () =>
      name === "stripe" ? stripe.purchaseRefunds : [await refundedInSandbox(db, customerId)];

    await provider.giveBack({ paymentId, amountCents: 1_000, askedAt: NOW });
    await provider.giveBack({ paymentId, amountCents: 1_000, askedAt: NOW });
    expect(sum(await refunded())).toBe(1_000);
    await Promise.all([
      provider.giveBack({ paymentId, amountCents: 4_200, askedAt: NOW }),
      provider.giveBack({ paymentId, amountCents: 4_200, askedAt: NOW }),
    ]);
    await provider.giveBack({ paymentId, amountCents: 4_200, askedAt: NOW });

    expect(sum(await refunded())).toBe(4_200);
    expect(await provider.purchases(customerId)).toMatchObject([{ paymentId, status: "paid" }]);
  });
});

test("a refund whose answer got lost is not given twice", async ({ db, stripe }) => {
  const { provider, pay } = stripeWorld(stripe);
  const customerId = await customer(db, provider);
  await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
  const paymentId = (await provider.purchases(customerId))[0]?.paymentId ?? "";
  // Its look is answered; what it does is done, and its answers are lost, as often as the library tries.
  stripe.skipThenFail(1, "lost", "lost", "lost");

  await expect(provider.giveBack({ paymentId, amountCents: 1_000, askedAt: NOW })).rejects.toThrow(ProviderDown);
  await provider.giveBack({ paymentId, amountCents: 1_000, askedAt: NOW });

  expect(stripe.purchaseRefunds).toEqual([[1_000]]);
});

test("what a bank has in dispute is told, and no refund of it is tried again and again", async ({ db, stripe }) => {
  const { provider, pay } = stripeWorld(stripe);
  const customerId = await customer(db, provider);
  await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
  stripe.disputePurchases();
  const [purchase] = await provider.purchases(customerId);

  const given = await provider.giveBack({
    paymentId: purchase?.paymentId ?? "",
    amountCents: 1_000,
    askedAt: NOW,
  });

  expect([purchase?.status, given, stripe.purchaseRefunds]).toEqual(["disputed", "kept", [[]]]);
  for (const status of ["warning_needs_response", "won"]) {
    stripe.disputePurchases(status);
    expect(await provider.purchases(customerId)).toMatchObject([{ status: "paid" }]);
  }
  // The bank has it no more: the provider's answer to the first time is not taken for one to this.
  const again = { paymentId: purchase?.paymentId ?? "", amountCents: 1_000, askedAt: new Date(NOW.getTime() + 60_000) };
  expect([await provider.giveBack(again), stripe.purchaseRefunds]).toEqual(["refunded", [[1_000]]]);
});

test("a customer whom Stripe has lost is made anew", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { id: userId } = await buildUser(db);
  const buyer = { provider, userId, email: null, now: NOW };
  await startPurchase(db, { ...buyer, purchase: CAMPAIGN });
  stripe.loseCustomers();

  const url = await startPurchase(db, { ...buyer, purchase: CAMPAIGN });

  expect([stripe.pay(url), stripe.customerCount]).toEqual([true, 1]);
});

test("a card that is declined pays nothing, and one that asks pays once it is confirmed", async ({ db }) => {
  const { provider } = sandboxWorld(db);
  const customerId = await customer(db, provider);
  const url = await provider.startPurchase({ ...CAMPAIGN, customerId });
  const asked = { customerId, purchaseId: url.split("/").at(-1) ?? "", now: NOW };

  expect(await payPurchase(db, { ...asked, card: "declined", isConfirmed: false })).toEqual({ outcome: "declined" });
  expect(await payPurchase(db, { ...asked, card: "asks", isConfirmed: false })).toEqual({ outcome: "asks" });
  expect(await sandboxPurchasesOf(db, customerId)).toEqual([]);
  const sent = { ...asked, card: "asks", isConfirmed: true } as const;
  expect(await payPurchase(db, sent)).toMatchObject({ outcome: "paid" });
  // Sent twice by an impatient finger, it leads where the first does, and is one payment.
  expect(await payPurchase(db, sent)).toMatchObject({ outcome: "paid-before" });
  expect(await sandboxPurchasesOf(db, customerId)).toHaveLength(1);
  const other = { ...asked, customerId: await customer(db, provider) };
  expect(await payPurchase(db, { ...other, card: "works", isConfirmed: false })).toEqual({ outcome: "gone" });
});

function sum(amounts: readonly (readonly number[])[]): number {
  return amounts.flat().reduce((total, each) => total + each, 0);
}

async function refundedInSandbox(db: Database, customerId: string): Promise<number[]> {
  const rows = await db.query.sandboxPurchases.findMany({ where: (table, { eq }) => eq(table.customerId, customerId) });
  return rows.map(({ refundedCents }) => refundedCents);
}

async function customer(db: Database, provider: BillingProvider): Promise<string> {
  return provider.makeCustomer({ userId: (await buildUser(db)).id, email: null, now: NOW });
}

function stripeWorld(stripe: StripeDouble): World {
  return { provider: stripeProvider(stripe.settings, silentLog()), pay: async (url) => stripe.pay(url) };
}

function sandboxWorld(db: Database): World {
  return {
    provider: sandboxProvider({ db, siteUrl: SITE_URL, now: NOW }),
    pay: async (url, customerId) => {
      const purchaseId = url.split("/").at(-1) ?? "";
      const given = { customerId, purchaseId, card: "works", isConfirmed: false, now: NOW } as const;
      return (await payPurchase(db, given)).outcome === "paid";
    },
  };
}

import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { SITE_URL } from "../billing-builders.ts";
import { type BillingProvider, ProviderDown } from "../billing-provider.ts";
import { startPurchase } from "./start-purchase.server.ts";
import { sandboxProvider } from "../sandbox/sandbox-provider.server.ts";
import { payPurchase, listSandboxPurchases } from "../sandbox/sandbox-purchases.server.ts";
import { stripeProvider } from "../stripe/stripe-provider.server.ts";

/** A provider, and the actions of its customers. */
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
  test("a purchase is paid once and found by its reference", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    expect(await provider.listPurchases(customerId)).toEqual([]);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });
    expect(await provider.listPurchases(customerId)).toEqual([]);

    expect([await pay(url, customerId), await pay(url, customerId)]).toEqual([true, false]);

    const paid = { reference: "campaign:1", amountCents: 4_200, paidAt: NOW, status: "paid" };
    expect(await provider.listPurchases(customerId)).toMatchObject([paid]);
    // It isn't a membership payment, and isn't refunded with one.
    expect(await provider.listPayments(customerId)).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toEqual([]);
  });

  test("starting a membership checkout leaves the purchase page open", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.startCheckout({ customerId, tier: "vip", ...BACK });

    expect(await pay(url, customerId)).toBe(true);
  });

  test("starting a purchase again expires its first page, but not the page of another purchase", async ({
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
    const purchases = await provider.listPurchases(customerId);
    expect(Object.fromEntries(purchases.map(({ reference, amountCents }) => [reference, amountCents]))).toEqual({
      "campaign:1": 900,
      "campaign:2": 4_200,
    });
  });

  test("stopping a customer's billing expires their purchase page", async ({ db, worlds }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.stopBilling(customerId);

    expect(await pay(url, customerId)).toBe(false);
  });

  test("a purchase is refunded up to an amount, however often it is requested, and never beyond the price", async ({
    db,
    stripe,
    worlds,
  }) => {
    const { provider, pay } = worlds[name];
    const customerId = await customer(db, provider);
    await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
    const paymentId = (await provider.listPurchases(customerId))[0]?.paymentId ?? "";
    const refunded = async () =>
      name === "stripe" ? stripe.purchaseRefunds : [await refundedInSandbox(db, customerId)];

    await provider.refundPurchase({ paymentId, amountCents: 1_000, requestedAt: NOW });
    await provider.refundPurchase({ paymentId, amountCents: 1_000, requestedAt: NOW });
    expect(sum(await refunded())).toBe(1_000);
    await Promise.all([
      provider.refundPurchase({ paymentId, amountCents: 4_200, requestedAt: NOW }),
      provider.refundPurchase({ paymentId, amountCents: 4_200, requestedAt: NOW }),
    ]);
    await provider.refundPurchase({ paymentId, amountCents: 4_200, requestedAt: NOW });

    expect(sum(await refunded())).toBe(4_200);
    expect(await provider.listPurchases(customerId)).toMatchObject([{ paymentId, status: "paid" }]);
  });
});

test("a refund whose answer got lost isn't made twice", async ({ db, stripe }) => {
  const { provider, pay } = stripeWorld(stripe);
  const customerId = await customer(db, provider);
  await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
  const paymentId = (await provider.listPurchases(customerId))[0]?.paymentId ?? "";
  // The lookup is answered; the refund is made, but all answers to it are lost, as often as the library retries.
  stripe.failAfter(1, "lost", "lost", "lost");

  await expect(provider.refundPurchase({ paymentId, amountCents: 1_000, requestedAt: NOW })).rejects.toThrow(
    ProviderDown,
  );
  await provider.refundPurchase({ paymentId, amountCents: 1_000, requestedAt: NOW });

  expect(stripe.purchaseRefunds).toEqual([[1_000]]);
});

test("a disputed purchase is reported as disputed, and its refund isn't retried in a loop", async ({ db, stripe }) => {
  const { provider, pay } = stripeWorld(stripe);
  const customerId = await customer(db, provider);
  await pay(await provider.startPurchase({ ...CAMPAIGN, customerId }), customerId);
  stripe.disputePurchases();
  const [purchase] = await provider.listPurchases(customerId);

  const outcome = await provider.refundPurchase({
    paymentId: purchase?.paymentId ?? "",
    amountCents: 1_000,
    requestedAt: NOW,
  });

  expect([purchase?.status, outcome, stripe.purchaseRefunds]).toEqual(["disputed", "not-refundable", [[]]]);
  for (const status of ["warning_needs_response", "won"]) {
    stripe.disputePurchases(status);
    expect(await provider.listPurchases(customerId)).toMatchObject([{ status: "paid" }]);
  }
  // After the dispute, the provider's earlier answer isn't repeated for a new request.
  const again = {
    paymentId: purchase?.paymentId ?? "",
    amountCents: 1_000,
    requestedAt: new Date(NOW.getTime() + 60_000),
  };
  expect([await provider.refundPurchase(again), stripe.purchaseRefunds]).toEqual(["refunded", [[1_000]]]);
});

test("a customer deleted at Stripe is created again", async ({ db, stripe }) => {
  const { provider } = stripeWorld(stripe);
  const { id: userId } = await buildUser(db);
  const buyer = { provider, userId, email: null, now: NOW };
  await startPurchase(db, { ...buyer, purchase: CAMPAIGN });
  stripe.removeCustomers();

  const url = await startPurchase(db, { ...buyer, purchase: CAMPAIGN });

  expect([stripe.pay(url), stripe.customerCount]).toEqual([true, 1]);
});

test("a declined card pays nothing, and a card that needs confirmation pays once confirmed", async ({ db }) => {
  const { provider } = sandboxWorld(db);
  const customerId = await customer(db, provider);
  const url = await provider.startPurchase({ ...CAMPAIGN, customerId });
  const paymentInput = { customerId, purchaseId: url.split("/").at(-1) ?? "", now: NOW };

  expect(await payPurchase(db, { ...paymentInput, card: "declined", isConfirmed: false })).toEqual({
    outcome: "declined",
  });
  expect(await payPurchase(db, { ...paymentInput, card: "asks", isConfirmed: false })).toEqual({ outcome: "asks" });
  expect(await listSandboxPurchases(db, customerId)).toEqual([]);
  const confirmed = { ...paymentInput, card: "asks", isConfirmed: true } as const;
  expect(await payPurchase(db, confirmed)).toMatchObject({ outcome: "paid" });
  // A double click gets the same redirect and makes one payment.
  expect(await payPurchase(db, confirmed)).toMatchObject({ outcome: "paid-before" });
  expect(await listSandboxPurchases(db, customerId)).toHaveLength(1);
  const other = { ...paymentInput, customerId: await customer(db, provider) };
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
      const paymentInput = { customerId, purchaseId, card: "works", isConfirmed: false, now: NOW } as const;
      return (await payPurchase(db, paymentInput)).outcome === "paid";
    },
  };
}

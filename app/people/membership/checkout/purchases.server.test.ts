import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { inSandbox, SITE_URL } from "../billing-builders.ts";
import { type BillingProvider, ProviderDown } from "../billing-provider.ts";
import { startPurchase } from "./start-purchase.server.ts";
import { payCheckout } from "../sandbox/sandbox-actions.ts";
import type { SandboxCard } from "#app/db/columns/sandbox-columns.ts";

const test = databaseTest.extend<{ stripe: StripeDouble }>({
  stripe: async ({ db }, use) => use(new StripeDouble(db)),
});

const BACK = { successUrl: `${SITE_URL}/back`, cancelUrl: `${SITE_URL}/left` };
const CAMPAIGN = { reference: "campaign:1", name: "Campaign for Zorble", amountCents: 4_200, ...BACK };

describe("the provider", () => {
  test("a purchase is paid once and found by its reference", async ({ db, stripe }) => {
    const { provider } = stripe;
    const customerId = await customer(db, provider);
    expect(await provider.listPurchases(customerId)).toEqual([]);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });
    expect(await provider.listPurchases(customerId)).toEqual([]);

    expect([await stripe.pay(url), await stripe.pay(url)]).toEqual([true, false]);

    const paid = { reference: "campaign:1", amountCents: 4_200, paidAt: NOW, status: "paid" };
    expect(await provider.listPurchases(customerId)).toMatchObject([paid]);
    // It isn't a membership payment, and isn't refunded with one.
    expect(await provider.listPayments(customerId)).toEqual([]);
    expect(await provider.listSubscriptions(customerId)).toEqual([]);
  });

  test("starting a membership checkout leaves the purchase page open", async ({ db, stripe }) => {
    const { provider } = stripe;
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.startCheckout({ customerId, tier: "vip", ...BACK });

    expect(await stripe.pay(url)).toBe(true);
  });

  test("starting a purchase again expires its first page, but not the page of another purchase", async ({
    db,
    stripe,
  }) => {
    const { provider } = stripe;
    const customerId = await customer(db, provider);
    const first = await provider.startPurchase({ ...CAMPAIGN, customerId });
    const other = await provider.startPurchase({ ...CAMPAIGN, reference: "campaign:2", customerId });
    const second = await provider.startPurchase({ ...CAMPAIGN, amountCents: 900, customerId });

    const paid = [await stripe.pay(first), await stripe.pay(other), await stripe.pay(second)];

    expect(paid).toEqual([false, true, true]);
    const purchases = await provider.listPurchases(customerId);
    expect(Object.fromEntries(purchases.map(({ reference, amountCents }) => [reference, amountCents]))).toEqual({
      "campaign:1": 900,
      "campaign:2": 4_200,
    });
  });

  test("stopping a customer's billing expires their purchase page", async ({ db, stripe }) => {
    const { provider } = stripe;
    const customerId = await customer(db, provider);
    const url = await provider.startPurchase({ ...CAMPAIGN, customerId });

    await provider.stopBilling(customerId);

    expect(await stripe.pay(url)).toBe(false);
  });

  test("a purchase is refunded up to an amount, however often it is requested, and never beyond the price", async ({
    db,
    stripe,
  }) => {
    const { provider } = stripe;
    const customerId = await customer(db, provider);
    await stripe.pay(await provider.startPurchase({ ...CAMPAIGN, customerId }));
    const paymentId = (await provider.listPurchases(customerId))[0]?.paymentId ?? "";

    await provider.refund({ paymentId, part: { amountCents: 1_000, requestedAt: NOW } });
    await provider.refund({ paymentId, part: { amountCents: 1_000, requestedAt: NOW } });
    expect(sum(await stripe.purchaseRefunds())).toBe(1_000);
    await Promise.all([
      provider.refund({ paymentId, part: { amountCents: 4_200, requestedAt: NOW } }),
      provider.refund({ paymentId, part: { amountCents: 4_200, requestedAt: NOW } }),
    ]);
    await provider.refund({ paymentId, part: { amountCents: 4_200, requestedAt: NOW } });

    expect(sum(await stripe.purchaseRefunds())).toBe(4_200);
    expect(await provider.listPurchases(customerId)).toMatchObject([{ paymentId, status: "paid" }]);
  });
});

test("a refund whose answer got lost isn't made twice", async ({ db, stripe }) => {
  const { provider } = stripe;
  const customerId = await customer(db, provider);
  await stripe.pay(await provider.startPurchase({ ...CAMPAIGN, customerId }));
  const paymentId = (await provider.listPurchases(customerId))[0]?.paymentId ?? "";
  // The lookup is answered; the refund is made, but all answers to it are lost, as often as the library retries.
  stripe.failAfter(1, "no-response", "no-response", "no-response");

  await expect(provider.refund({ paymentId, part: { amountCents: 1_000, requestedAt: NOW } })).rejects.toThrow(
    ProviderDown,
  );
  await provider.refund({ paymentId, part: { amountCents: 1_000, requestedAt: NOW } });

  expect(await stripe.purchaseRefunds()).toEqual([[1_000]]);
});

test("a disputed purchase is reported as disputed, and its refund isn't retried in a loop", async ({ db, stripe }) => {
  const { provider } = stripe;
  const customerId = await customer(db, provider);
  await stripe.pay(await provider.startPurchase({ ...CAMPAIGN, customerId }));
  await stripe.disputePurchases();
  const [purchase] = await provider.listPurchases(customerId);

  const paymentId = purchase?.paymentId ?? "";
  const outcome = await provider.refund({ paymentId, part: { amountCents: 1_000, requestedAt: NOW } });

  expect([purchase?.status, outcome, await stripe.purchaseRefunds()]).toEqual(["disputed", "not-refundable", [[]]]);
  for (const status of ["warning_needs_response", "won"]) {
    await stripe.disputePurchases(status);
    expect(await provider.listPurchases(customerId)).toMatchObject([{ status: "paid" }]);
  }
  // After the dispute, the provider's earlier answer isn't repeated for a new request.
  const again = { paymentId, part: { amountCents: 1_000, requestedAt: new Date(NOW.getTime() + 60_000) } };
  expect([await provider.refund(again), await stripe.purchaseRefunds()]).toEqual(["refunded", [[1_000]]]);
});

test("a customer deleted at Stripe is created again", async ({ db, stripe }) => {
  const { provider } = stripe;
  const { id: userId } = await buildUser(db);
  const buyer = { provider, userId, email: null, now: NOW };
  await startPurchase(db, { ...buyer, purchase: CAMPAIGN });
  await stripe.removeCustomers();

  const url = await startPurchase(db, { ...buyer, purchase: CAMPAIGN });

  expect([await stripe.pay(url), await stripe.customerCount()]).toEqual([true, 1]);
});

test("a declined card pays nothing, and a card that needs confirmation pays once confirmed", async ({ db, stripe }) => {
  const { provider } = stripe;
  const customerId = await customer(db, provider);
  const id = (await provider.startPurchase({ ...CAMPAIGN, customerId })).split("/").at(-1) ?? "";
  const pay = (card: SandboxCard, isConfirmed: boolean) =>
    inSandbox(db, customerId, (account) => payCheckout(account, { id, card, isConfirmed }));

  expect(await pay("declined", false)).toEqual({ outcome: "declined" });
  expect(await pay("asks", false)).toEqual({ outcome: "asks" });
  expect(await provider.listPurchases(customerId)).toEqual([]);
  expect(await pay("asks", true)).toMatchObject({ outcome: "paid" });
  // A double click gets the same redirect and makes one payment.
  expect(await pay("asks", true)).toMatchObject({ outcome: "paid-before" });
  expect(await provider.listPurchases(customerId)).toHaveLength(1);
  const other = await customer(db, provider);
  expect(await inSandbox(db, other, (account) => payCheckout(account, { id, card: "works" }))).toEqual({
    outcome: "gone",
  });
});

function sum(amounts: readonly (readonly number[])[]): number {
  return amounts.flat().reduce((total, each) => total + each, 0);
}

async function customer(db: Database, provider: BillingProvider): Promise<string> {
  return provider.makeCustomer({ userId: (await buildUser(db)).id, email: null, now: NOW });
}

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import { users } from "#app/db/schema/accounts.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { NOW } from "#tests/builders.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { inSandbox, storedSubscription } from "./billing-builders.ts";
import { refundablePayments, refundPayments } from "./refunds/refund.server.ts";
import { advanceClock } from "./sandbox/sandbox-actions.ts";
import { syncMembership } from "./membership/sync-membership.server.ts";
import { test, subscribed, refundableIds } from "./billing-provider-builders.ts";

describe("refunding", () => {
  test("a payment is refunded once, which ends the membership", async ({ db, stripe }) => {
    const { customerId, userId } = await subscribed(db, stripe);
    const { provider } = stripe;
    const refundInput = { provider, userId, by: "member", now: NOW } as const;
    const seen = await refundableIds(db, refundInput);

    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 2000,
      notRefundableCents: 0,
    });
    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({ outcome: "nothing" });

    expect(await provider.listPayments(customerId)).toMatchObject([{ id: seen[0], status: "refunded" }]);
    await provider.refund({ paymentId: seen[0] ?? "" });
    expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
  });

  test("after an upgrade both payments are refunded, and none that the page didn't show", async ({ db, stripe }) => {
    const { customerId, userId } = await subscribed(db, stripe);
    const refundInput = { provider: stripe.provider, userId, by: "member", now: NOW } as const;
    const before = await refundableIds(db, refundInput);
    await stripe.changePlan(customerId, "vip");

    expect(await refundPayments(db, { ...refundInput, seen: before })).toEqual({ outcome: "unseen" });
    const seen = await refundableIds(db, refundInput);
    expect(await refundPayments(db, { ...refundInput, seen })).toEqual({
      outcome: "refunded",
      amountCents: 5000,
      notRefundableCents: 0,
    });

    const payments = await stripe.provider.listPayments(customerId);
    expect(new Set(payments.map(({ amountCents, status }) => `${amountCents} ${status}`))).toEqual(
      new Set(["2000 refunded", "3000 refunded"]),
    );
  });

  test("after thirty days a member gets no refund, but an operator can give one", async ({ db, stripe }) => {
    const { userId } = await subscribed(db, stripe);
    const now = new Date(NOW.getTime() + 30 * DAY_MS + 1);
    const refundInput = { provider: stripe.provider, userId, now };

    expect(await refundPayments(db, { ...refundInput, by: "member", seen: [] })).toEqual({ outcome: "too-late" });
    const seen = await refundableIds(db, { ...refundInput, by: "operator" });
    expect(await refundPayments(db, { ...refundInput, by: "operator", seen })).toMatchObject({ outcome: "refunded" });
  });

  test("a sync that started before the account was deleted refunds nothing", async ({ db, stripe }) => {
    const { customerId, userId } = await subscribed(db, stripe);
    const { provider } = stripe;
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

  test("a disputed payment ends its subscription, also when a sync finds it", async ({ db, stripe }) => {
    const { customerId, userId } = await subscribed(db, stripe);
    await stripe.dispute(customerId);

    await syncMembership(db, { provider: stripe.provider, userId, customerId, now: NOW });

    expect(await storedSubscription(db, userId)).toMatchObject({ status: "ended" });
    expect(await stripe.provider.listSubscriptions(customerId)).toMatchObject([{ status: "ended" }]);
    expect(await refundableIds(db, { provider: stripe.provider, userId, by: "operator", now: NOW })).toEqual([]);
  });
});

test("on a clock that was moved ahead only the last month is refundable", async ({ db, stripe }) => {
  const { customerId, userId } = await subscribed(db, stripe);
  for (let month = 0; month < 3; month += 1)
    await inSandbox(db, customerId, (account) => advanceClock(account, "renewal"));
  const refundInput = { provider: stripe.provider, userId, by: "member", now: NOW } as const;

  expect(await refundablePayments(db, refundInput)).toMatchObject([{ paidAt: new Date("2027-04-13T17:00:00Z") }]);
});

test.for(["warning_needs_response", "won"])("a dispute that is %s ends nothing", async (status, { db, stripe }) => {
  const { provider } = stripe;
  const { userId, customerId } = await subscribed(db, stripe);
  await stripe.dispute(customerId, status);

  await syncMembership(db, { provider, userId, customerId, now: NOW });

  expect(await storedSubscription(db, userId)).toMatchObject({ status: "active" });
});

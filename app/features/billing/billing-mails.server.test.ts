import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mails } from "#app/db/schema/mail.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { sandboxAt, sendAll, subscribe } from "./billing-builders.ts";
import { ENDING_SOON_DAYS, mailEndingSoon, mailPaymentFailed, mailReceipt } from "./billing-mails.server.ts";
import { advanceClock } from "./sandbox-account.server.ts";
import { customerOf, syncMembership } from "./sync-membership.server.ts";

const DAY_MS = 24 * 60 * 60_000;

test("whoever subscribes gets one receipt, however often the membership is looked up", async ({ db }) => {
  const { id: userId } = await buildUser(db, { name: "Mia", email: "mia@example.com" });
  await subscribe(db, { userId, tier: "city-insider" });
  await sendAll(db);
  await sendAll(db);
  const provider = sandboxAt(db);
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) throw new Error("There is no customer");
  await syncMembership(db, { ...customer, provider, now: NOW });

  expect(await mailsTo(db, userId)).toMatchObject([
    { toName: "Mia", toAddress: "mia@example.com", subject: "Your receipt: $20 for City Insider" },
  ]);
});

test("a payment that fails is mailed once, with the day until which the membership goes on", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const customerId = await subscribe(db, { userId, card: "fails-later" });
  await sendAll(db);
  await advanceClock(db, { customerId, step: "renewal", now: NOW });
  await sendAll(db);
  await sendAll(db);

  const failed = (await mailsTo(db, userId)).filter(({ key }) => key.startsWith("payment-failed:"));
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatchObject({ subject: "Your payment for City Insider failed" });
});

test("a payment whose grace is over when we hear of it is mailed as the end that it is", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const told = { userId, plan: "VIP", subscriptionId: "s", now: NOW };

  await mailPaymentFailed(db, { ...told, graceEndsAt: NOW });
  await mailPaymentFailed(db, { ...told, subscriptionId: "t", graceEndsAt: new Date(NOW.getTime() + 1) });

  const [over, running] = (await mailsTo(db, userId)).map(({ bodyText }) => bodyText);
  expect(over).toContain("Your membership has ended with it.");
  expect(over).not.toContain("goes on until");
  expect(running).toContain("goes on until January 13, 2027");
});

test("an end is mailed when it is near, once for each end", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const endsAt = new Date(NOW.getTime() + 10 * DAY_MS);
  const told = { userId, plan: "VIP", subscriptionId: "s", endsAt };
  const near = new Date(endsAt.getTime() - ENDING_SOON_DAYS * DAY_MS);

  await mailEndingSoon(db, { ...told, now: new Date(near.getTime() - 1) });
  await mailEndingSoon(db, { ...told, now: endsAt });
  expect(await mailsTo(db, userId)).toEqual([]);
  await mailEndingSoon(db, { ...told, now: near });
  await mailEndingSoon(db, { ...told, now: new Date(near.getTime() + DAY_MS) });
  expect(await mailsTo(db, userId)).toMatchObject([{ subject: "Your VIP membership ends on January 23, 2027" }]);
});

test("no receipt comes for an old payment or one that was given back, and none without an address", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const payment = { id: "p", subscriptionId: "s", amountCents: 500, paidAt: NOW, status: "paid" } as const;
  const told = { userId, plan: "Local Explorer", now: NOW };

  await mailReceipt(db, { ...told, payment: { ...payment, status: "refunded" } });
  await mailReceipt(db, { ...told, payment: { ...payment, paidAt: new Date(NOW.getTime() - 3 * DAY_MS - 1) } });
  await db.update(users).set({ email: null }).where(eq(users.id, userId));
  await mailReceipt(db, { ...told, payment });
  await mailPaymentFailed(db, { ...told, subscriptionId: "s", graceEndsAt: NOW });

  expect(await mailsTo(db, userId)).toEqual([]);
});

function mailsTo(db: Database, userId: string) {
  return db.select().from(mails).where(eq(mails.userId, userId)).orderBy(asc(mails.queuedAt), asc(mails.key));
}

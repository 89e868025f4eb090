import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { mails } from "#app/db/schema/mail.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildSandboxProvider, inSandbox, sendPendingEvents, subscribe } from "../billing-builders.ts";
import { ENDING_SOON_DAYS, mailEndingSoon, mailPaymentFailed, mailReceipt } from "./billing-mails.server.ts";
import { advanceClock } from "../sandbox/sandbox-actions.ts";
import { findCustomer, syncMembership } from "./sync-membership.server.ts";

test("a new member gets one receipt, however often the membership is synced", async ({ db }) => {
  const { id: userId } = await buildUser(db, { name: "Mia", email: "mia@example.com" });
  await subscribe(db, { userId, tier: "city-insider" });
  await sendPendingEvents(db);
  await sendPendingEvents(db);
  const provider = buildSandboxProvider(db);
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) throw new Error("There is no customer");
  await syncMembership(db, { ...customer, provider, now: NOW });

  expect(await mailsTo(db, userId)).toMatchObject([
    { toName: "Mia", toAddress: "mia@example.com", subject: "Your receipt: $20 for City Insider" },
  ]);
});

test("a failed payment is mailed once", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const customerId = await subscribe(db, { userId, card: "fails-later" });
  await sendPendingEvents(db);
  await inSandbox(db, customerId, (account) => advanceClock(account, "renewal"));
  await sendPendingEvents(db);
  await sendPendingEvents(db);

  const failed = (await mailsTo(db, userId)).filter(({ key }) => key.startsWith("payment-failed:"));
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatchObject({ subject: "Your payment for City Insider failed" });
});

test("a failed payment whose grace period is over is mailed as the end of the membership", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const input = { userId, plan: "VIP", subscriptionId: "s", now: NOW };

  await mailPaymentFailed(db, { ...input, graceEndsAt: NOW });
  await mailPaymentFailed(db, { ...input, subscriptionId: "t", graceEndsAt: new Date(NOW.getTime() + 1) });

  const [over, running] = (await mailsTo(db, userId)).map(({ bodyText }) => bodyText);
  expect(over).toContain("Your membership has ended.");
  expect(over).not.toContain("stays active until");
  expect(running).toContain("stays active until January 13, 2027");
});

test("an upcoming end is mailed once, in the last days before it", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const endsAt = new Date(NOW.getTime() + 10 * DAY_MS);
  const input = { userId, plan: "VIP", subscriptionId: "s", endsAt };
  const near = new Date(endsAt.getTime() - ENDING_SOON_DAYS * DAY_MS);

  await mailEndingSoon(db, { ...input, now: new Date(near.getTime() - 1) });
  await mailEndingSoon(db, { ...input, now: endsAt });
  expect(await mailsTo(db, userId)).toEqual([]);
  await mailEndingSoon(db, { ...input, now: near });
  await mailEndingSoon(db, { ...input, now: new Date(near.getTime() + DAY_MS) });
  expect(await mailsTo(db, userId)).toMatchObject([{ subject: "Your VIP membership ends on January 23, 2027" }]);
});

test("no receipt is sent for an old or refunded payment, or without an email address", async ({ db }) => {
  const { id: userId } = await buildUser(db, { email: "mia@example.com" });
  const payment = { id: "p", subscriptionId: "s", amountCents: 500, paidAt: NOW, status: "paid" } as const;
  const input = { userId, plan: "Local Explorer", now: NOW };

  await mailReceipt(db, { ...input, payment: { ...payment, status: "refunded" } });
  await mailReceipt(db, { ...input, payment: { ...payment, paidAt: new Date(NOW.getTime() - 3 * DAY_MS - 1) } });
  await db.update(users).set({ email: null }).where(eq(users.id, userId));
  await mailReceipt(db, { ...input, payment });
  await mailPaymentFailed(db, { ...input, subscriptionId: "s", graceEndsAt: NOW });

  expect(await mailsTo(db, userId)).toEqual([]);
});

function mailsTo(db: Database, userId: string) {
  return db.select().from(mails).where(eq(mails.userId, userId)).orderBy(asc(mails.queuedAt), asc(mails.key));
}

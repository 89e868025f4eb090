import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildSubscription, buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { DOUBLE_KEY, DOUBLE_WEBHOOK_SECRET, StripeDouble } from "#tests/stripe-double.ts";
import { test } from "#tests/test-database.ts";

import { sendAll, subscribe, writtenOf } from "./billing-builders.ts";
import { ProviderDown } from "./billing-provider.ts";
import { oweRefunds } from "./owed-refunds.server.ts";
import { advanceClock } from "./sandbox-account.server.ts";
import { sandboxProvider } from "./sandbox-provider.server.ts";
import { syncDueMemberships } from "./sync-membership.server.ts";
import { syncMembershipsJob } from "./sync-memberships.job.ts";

const DAY_MS = 24 * 60 * 60_000;

test("a membership whose end was never heard of is found, a day later at the latest", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId, card: "fails-later" });
  await sendAll(db);
  await advanceClock(db, { customerId, step: "renewal", now: NOW });
  await advanceClock(db, { customerId, step: "grace", now: NOW });
  expect(await writtenOf(db, userId)).toMatchObject({ status: "active" });

  const look = (now: Date) =>
    syncDueMemberships(db, { provider: sandboxProvider({ db, siteUrl: "http://localhost:3000", now }), now });
  expect(await look(new Date(NOW.getTime() + DAY_MS))).toEqual({ looked: 0, failed: [] });
  expect(await look(new Date(NOW.getTime() + DAY_MS + 1))).toEqual({ looked: 1, failed: [] });

  expect(await writtenOf(db, userId)).toMatchObject({ status: "ended" });
});

test("one customer that can't be looked at keeps nobody else from it, and the job says so", async ({ db }) => {
  const [{ id: mia }, { id: ben }] = [await buildUser(db), await buildUser(db)];
  for (const userId of [mia, ben]) await subscribe(db, { userId });
  const provider = sandboxProvider({ db, siteUrl: "http://localhost:3000", now: NOW });
  let asked = 0;
  const halfDown = {
    ...provider,
    listSubscriptions: (customerId: string) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("broken")) : provider.listSubscriptions(customerId);
    },
  };

  const { looked, failed } = await syncDueMemberships(db, { provider: halfDown, now: NOW });

  expect([looked, failed.length]).toEqual([2, 1]);
  const written = [await writtenOf(db, mia), await writtenOf(db, ben)];
  expect(written.filter((row) => row !== null).length).toBe(1);
});

test("who can't be looked at comes last the next time, and a provider that is down is not asked on and on", async ({
  db,
}) => {
  const people = [];
  for (let count = 0; count < 7; count += 1) people.push((await buildUser(db)).id);
  for (const userId of people) await subscribe(db, { userId });
  const provider = sandboxProvider({ db, siteUrl: "http://localhost:3000", now: NOW });
  const asked: string[] = [];
  const down = {
    ...provider,
    listSubscriptions: (customerId: string) => {
      asked.push(customerId);
      return Promise.reject(new ProviderDown("down"));
    },
  };

  const first = await syncDueMemberships(db, { provider: down, now: NOW });
  expect([first.looked, first.failed.length]).toEqual([5, 5]);
  await syncDueMemberships(db, { provider: down, now: new Date(NOW.getTime() + 60 * 60_000) });

  expect(new Set(asked).size).toBe(7);
  const inTime = { provider, now: new Date(NOW.getTime() + 2 * 60 * 60_000) };
  expect(await syncDueMemberships(db, { ...inTime, msMax: -1 })).toEqual({ looked: 0, failed: [] });
  expect(await syncDueMemberships(db, inTime)).toEqual({ looked: 7, failed: [] });
});

test("a refund that broke off is finished by the job, also when its person is gone", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  const customerId = await subscribe(db, { userId });
  const provider = sandboxProvider({ db, siteUrl: "http://localhost:3000", now: NOW });
  const payments = await provider.payments(customerId);
  await oweRefunds(db, { provider, userId, payments, by: "member", now: NOW });

  await db.delete(users).where(eq(users.id, userId));
  await run(db, { BILLING_SANDBOX: "public" });

  expect(await db.select().from(refunds)).toMatchObject([{ userId: null, status: "refunded", amountCents: 2000 }]);
});

test("where money is taken, what was had in the sandbox for nothing ends", async ({ db }) => {
  const { id: userId } = await buildUser(db);
  await buildSubscription(db, { userId });

  await run(db, {});
  expect(await writtenOf(db, userId)).toMatchObject({ status: "active" });
  const stripe = await new StripeDouble(NOW).start();
  const keys = { STRIPE_SECRET_KEY: DOUBLE_KEY, STRIPE_WEBHOOK_SECRET: DOUBLE_WEBHOOK_SECRET };
  await run(db, { ...keys, STRIPE_API_URL: stripe.apiUrl, BILLING_SANDBOX: "public" });
  await stripe.close();

  expect(await writtenOf(db, userId)).toBeNull();
});

/** At a public address, so that without keys nobody is looked up anywhere. */
function run(db: Database, settings: Record<string, string>): Promise<void> {
  const env = readEnv({ SITE_URL: "https://rowhouse.example", ...settings });
  return syncMembershipsJob.run({ db, env, now: NOW, log: silentLog() });
}

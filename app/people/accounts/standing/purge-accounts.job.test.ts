import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { customers } from "#app/db/schema/billing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { startCheckout } from "#app/people/membership/checkout/checkout.server.ts";
import { purgeAccountsJob } from "./purge-accounts.job.ts";

const LONG_AGO = new Date(NOW.getTime() - 30 * DAY_MS);

const test = databaseTest.extend<{ stripe: StripeDouble }>({
  stripe: async ({ db }, use) => use(new StripeDouble(db)),
});

test("an account isn't removed while it can still be billed", async ({ db, stripe }) => {
  const site = { db, env: readEnv({}), now: NOW, log: silentLog() };
  const { provider } = stripe;
  const { id: userId } = await buildUser(db);
  const { url } = await startCheckout(db, {
    provider,
    userId,
    email: null,
    siteUrl: site.env.siteUrl,
    tier: "vip",
    now: NOW,
  });
  await stripe.pay(url);
  await db.update(users).set({ deletedAt: LONG_AGO }).where(eq(users.id, userId));

  stripe.failNext("error", "error", "error");
  await purgeAccountsJob.run(site);
  expect([await exists(db, userId), await stripe.billingCount()]).toEqual([true, 1]);
  stripe.failNext();
  await purgeAccountsJob.run(site);

  expect([await exists(db, userId), await stripe.billingCount()]).toEqual([false, 0]);
});

test.for([
  ["stripe", true],
  // No real payments there.
  ["stripe-test", false],
  ["sandbox", false],
] as const)("a customer of %s, which isn't configured here: the account stays: %s", async ([place, stays], { db }) => {
  const { id: userId } = await buildUser(db, { deletedAt: LONG_AGO });
  await db.insert(customers).values({ userId, provider: place, providerId: "cus_1", createdAt: NOW });

  for (const settings of [{ SITE_URL: "https://rowhouse.example" }, { BILLING_SANDBOX: "public" }]) {
    if (place === "sandbox" && "BILLING_SANDBOX" in settings) continue;
    await purgeAccountsJob.run({ db, env: readEnv(settings), now: NOW, log: silentLog() });
    expect(await exists(db, userId)).toBe(stays);
  }
});

test("the removal is in the audit log, without anything that identifies the user", async ({ db }) => {
  const [removed, other] = [await buildUser(db, { name: "Zyx Quibbler", deletedAt: LONG_AGO }), await buildUser(db)];
  await purgeAccountsJob.run({ db, env: readEnv({}), now: NOW, log: silentLog() });
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "account.purge"));

  expect([await exists(db, removed.id), await exists(db, other.id)]).toEqual([false, true]);
  const by = { actorKind: "job", actorName: "purge-accounts", before: null, after: null, mentions: [] };
  expect(entries).toMatchObject([
    { ...by, subjectKind: "account", subjectId: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${removed.id}|Quibbler`));
});

test("accounts that can't be removed don't block the others, however many there are", async ({ db }) => {
  const deletedAt = new Date(LONG_AGO.getTime() - 60_000);
  const person = { name: "Blocked", joinedAt: LONG_AGO, deletedAt };
  const blocked = await db
    .insert(users)
    .values(Array.from({ length: 501 }, () => person))
    .returning();
  await db
    .insert(customers)
    .values(
      blocked.map(({ id }) => ({ userId: id, provider: "stripe" as const, providerId: `cus_${id}`, createdAt: NOW })),
    );
  const { id: userId } = await buildUser(db, { deletedAt: LONG_AGO });

  await purgeAccountsJob.run({ db, env: readEnv({}), now: NOW, log: silentLog() });

  expect([await exists(db, userId), await db.$count(users, eq(users.name, "Blocked"))]).toEqual([false, 501]);
});

async function exists(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}

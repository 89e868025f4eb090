import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { sandboxAt, subscribe } from "./billing-builders.ts";
import { refundOffer } from "./refund.server.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  changeCard,
  changePlan,
  lastSandboxPayment,
  takeBack,
} from "./sandbox-account.server.ts";
import { portalWords } from "./sandbox-pages.server.ts";

test("a change that waits for the month's end can be taken back where it was asked for", async ({ db }) => {
  const { acting } = await buildVip(db);
  await changePlan(db, { ...acting, tier: "city-insider" });

  const waiting = await portalWords(db, acting);
  expect(waiting?.plan?.nextName).toBe("City Insider");
  expect(waiting?.changes.map(({ tier, button }) => [tier, button])).toEqual([
    ["local-explorer", "Change"],
    ["vip", "Stay"],
  ]);

  await changePlan(db, { ...acting, tier: "vip" });
  const stayed = await portalWords(db, acting);
  expect(stayed?.plan?.nextName).toBeNull();
  expect(stayed?.changes.map(({ tier }) => tier)).toEqual(["local-explorer", "city-insider"]);
});

test("whoever has canceled is told that another plan goes on instead", async ({ db }) => {
  const { acting } = await buildVip(db);
  const [before] = (await portalWords(db, acting))?.changes ?? [];
  await cancelAtPeriodEnd(db, acting);
  const [after] = (await portalWords(db, acting))?.changes ?? [];

  expect(before?.says).not.toContain("doesn’t end");
  expect(after?.says).toContain("Your subscription doesn’t end then.");
});

test("a payment that failed is told with the day by which it must come", async ({ db }) => {
  const { acting } = await buildVip(db);
  await changeCard(db, { ...acting, card: "fails-later" });
  await advanceClock(db, { ...acting, step: "renewal" });

  expect((await portalWords(db, acting))?.plan?.says).toBe(
    "The last payment failed. Give another card by February 16, 2027, or it ends then.",
  );
});

test("what the bank takes back can't be taken back again, nor given back, and is told as what it is", async ({
  db,
}) => {
  const { acting, userId } = await buildVip(db);
  expect((await portalWords(db, acting))?.isDisputable).toBe(true);
  const paymentId = (await lastSandboxPayment(db, acting.customerId))?.id ?? "";
  await takeBack(db, { ...acting, paymentId, status: "disputed" });

  expect((await portalWords(db, acting))?.isDisputable).toBe(false);
  const asker = { provider: sandboxAt(db), userId, by: "member", now: NOW } as const;
  expect(await refundOffer(db, asker)).toMatchObject({ due: [], disputed: [{ id: paymentId, amountCents: 5000 }] });
});

async function buildVip(db: Database) {
  const { id: userId } = await buildUser(db);
  return { userId, acting: { customerId: await subscribe(db, { userId, tier: "vip" }), now: NOW } };
}

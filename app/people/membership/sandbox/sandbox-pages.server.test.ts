import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildSandboxProvider, inSandbox, subscribe } from "../billing-builders.ts";
import { refundOffer } from "../refunds/refund.server.ts";
import { advanceClock, cancelAtPeriodEnd, changeCard, changePlan, disputeLastPayment } from "./sandbox-actions.ts";
import { portalView } from "./sandbox-pages.server.ts";

test("a pending downgrade can be undone in the portal", async ({ db }) => {
  const { acting: actor } = await buildVip(db);
  await inSandbox(db, actor.customerId, (account) => changePlan(account, "city-insider"));

  const pending = await portalView(db, actor);
  expect(pending?.plan?.nextName).toBe("City Insider");
  expect(pending?.changes.map(({ tier, button }) => [tier, button])).toEqual([
    ["local-explorer", "Change"],
    ["vip", "Keep plan"],
  ]);

  await inSandbox(db, actor.customerId, (account) => changePlan(account, "vip"));
  const stayed = await portalView(db, actor);
  expect(stayed?.plan?.nextName).toBeNull();
  expect(stayed?.changes.map(({ tier }) => tier)).toEqual(["local-explorer", "city-insider"]);
});

test("the portal description that changing the plan undoes a cancellation", async ({ db }) => {
  const { acting: actor } = await buildVip(db);
  const [before] = (await portalView(db, actor))?.changes ?? [];
  await inSandbox(db, actor.customerId, cancelAtPeriodEnd);
  const [after] = (await portalView(db, actor))?.changes ?? [];

  expect(before?.description).not.toContain("undoes your cancellation");
  expect(after?.description).toContain("This also undoes your cancellation.");
});

test("a failed payment is shown with the day by which the card must be changed", async ({ db }) => {
  const { acting: actor } = await buildVip(db);
  await inSandbox(db, actor.customerId, (account) => {
    changeCard(account, "fails-later");
    advanceClock(account, "renewal");
  });

  expect((await portalView(db, actor))?.plan?.description).toBe(
    "The last payment failed. Change your card by February 16, 2027 to keep your plan.",
  );
});

test("a disputed payment can't be disputed again or refunded, and the refund page lists it as disputed", async ({
  db,
}) => {
  const { acting: actor, userId } = await buildVip(db);
  expect((await portalView(db, actor))?.isDisputable).toBe(true);
  const provider = buildSandboxProvider(db);
  const [payment] = await provider.listPayments(actor.customerId);
  await inSandbox(db, actor.customerId, disputeLastPayment);

  expect((await portalView(db, actor))?.isDisputable).toBe(false);
  const asker = { provider, userId, by: "member", now: NOW } as const;
  expect(await refundOffer(db, asker)).toMatchObject({ due: [], disputed: [{ id: payment?.id, amountCents: 5000 }] });
});

async function buildVip(db: Database) {
  const { id: userId } = await buildUser(db);
  return { userId, acting: { customerId: await subscribe(db, { userId, tier: "vip" }), now: NOW } };
}

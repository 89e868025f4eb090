import { expect } from "vitest";

import { campaignRefunds } from "#app/db/schema/advertising.ts";
import { refunds } from "#app/db/schema/billing.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { listUnfinishedRefunds } from "./unfinished-refunds.server.ts";

test("refunds that aren't made yet are listed, of memberships and campaigns, and those that the provider refused", async ({
  db,
}) => {
  const { id: userId, name } = await buildUser(db);
  const { id: placeId, name: place } = await buildPlace(db);
  const refund = { userId, provider: "sandbox", amountCents: 2_000, requestedAt: NOW } as const;
  const asMember = { ...refund, requestedBy: "member" } as const;
  await db.insert(refunds).values([
    { ...asMember, paymentId: "1-pending", status: "pending" },
    { ...asMember, paymentId: "2-refused", status: "not-refundable", userId: null },
    { ...asMember, paymentId: "made", status: "refunded" },
  ]);
  await db.insert(campaignRefunds).values([
    { ...refund, paymentId: "3-campaign", status: "pending", placeId },
    { ...refund, paymentId: "final", status: "not-refundable", placeId },
  ]);

  expect(await listUnfinishedRefunds(db)).toMatchObject([
    { paymentId: "1-pending", status: "pending", name, place: null, amountCents: 2_000, requestedAt: NOW },
    { paymentId: "2-refused", status: "not-refundable", name: null, email: null, place: null },
    { paymentId: "3-campaign", status: "pending", name, place },
  ]);
});

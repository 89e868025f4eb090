import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import type { subscriptions } from "#app/db/schema/billing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { findViewer, startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildSubscription, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { membershipEndsAt, findMembership } from "./find-membership.server.ts";

const PERIOD_END = inDays(20);

test("a user without a subscription has no membership", async ({ db }) => {
  const { id, token } = await signedIn(db);

  expect(await membershipEndsAt(db, id)).toBeNull();
  expect(await findMembership(db, id, NOW)).toBeNull();
  expect((await findViewer(db, token, NOW))?.tier).toBeNull();
});

test("a subscription sets the session's tier, and lasts until the grace period after its renewal date", async ({
  db,
}) => {
  const { id, token } = await signedIn(db, {});

  expect(await findMembership(db, id, NOW)).toEqual({
    tier: "city-insider",
    status: "active",
    endsAt: null,
    renewsAt: PERIOD_END,
  });
  expect((await findViewer(db, token, NOW))?.tier).toBe("city-insider");
  expect(await findMembership(db, id, inDays(23 - 0.01))).not.toBeNull();
  expect(await findMembership(db, id, inDays(23))).toBeNull();
});

test("a canceled membership ends at its date without an event", async ({ db }) => {
  const { id, token } = await signedIn(db, { cancelAt: PERIOD_END });

  const before = new Date(PERIOD_END.getTime() - 1);
  expect(await membershipEndsAt(db, id)).toEqual(PERIOD_END);
  expect(await findMembership(db, id, before)).toMatchObject({ status: "ending", endsAt: PERIOD_END, renewsAt: null });
  expect((await findViewer(db, token, before))?.tier).toBe("city-insider");
  expect(await findMembership(db, id, PERIOD_END)).toBeNull();
  expect((await findViewer(db, token, PERIOD_END))?.tier).toBeNull();
});

test("a past-due membership lasts through its grace period", async ({ db }) => {
  const { id } = await signedIn(db, { status: "past-due", graceEndsAt: inDays(2) });

  expect(await findMembership(db, id, inDays(1.99))).toMatchObject({ status: "past-due", endsAt: inDays(2) });
  expect(await findMembership(db, id, inDays(2))).toBeNull();
});

test("an ended subscription gives no membership, whatever its dates", async ({ db }) => {
  const { id } = await signedIn(db, { status: "ended" });

  expect(await findMembership(db, id, NOW)).toBeNull();
});

async function signedIn(db: Database, subscription: Partial<typeof subscriptions.$inferInsert> | null = null) {
  const { id } = await buildUser(db);
  const token = await startSession(db, { userId: id, browser: "Firefox on Linux", now: NOW });
  if (subscription !== null) {
    await buildSubscription(db, { userId: id, ...subscription });
  }
  return { id, token };
}

function inDays(days: number): Date {
  return new Date(NOW.getTime() + days * DAY_MS);
}

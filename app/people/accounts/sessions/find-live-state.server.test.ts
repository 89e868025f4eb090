import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findOrCreateAccount } from "../sign-in/identities.server.ts";
import { findLiveState } from "./find-live-state.server.ts";
import { endSession, findViewer, startSession } from "./sessions.server.ts";
import {
  changeUserRole,
  liftExpiredSuspensions,
  unsuspendUser,
  suspendUser,
  findSuspension,
} from "../standing/account-status.server.ts";

const BY = { actor: { kind: "command", id: "test" }, now: NOW } as const;
const SUSPENSION = { reason: "Spam.", until: null, ...BY };
const PLACE = { slug: "2-amys", name: "2 Amys" };

test("the live state has the session's end, the user's role and plan, and the unread count", async ({ db }) => {
  const { id: personId, sessionId } = await signedIn(db);
  await notifyUser(db, { userId: personId, notification: { kind: "review-approved", place: PLACE }, now: NOW });

  expect(await findLiveState(db, { personId, sessionId, now: new Date(NOW.getTime() + HOUR_MS) })).toEqual({
    isSignedIn: true,
    personId,
    role: "member",
    tier: null,
    endsInMs: (30 * 24 - 1) * HOUR_MS,
    unreadCount: 1,
  });
});

test("reading the live state doesn't extend the session; using the site does", async ({ db }) => {
  const { id: personId, sessionId, token } = await signedIn(db, { role: "admin" });
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  await findViewer(db, token, at(40), false);
  expect(await findLiveState(db, { personId, sessionId, now: at(50) })).toMatchObject({ endsInMs: 10 * 60_000 });
  await findViewer(db, token, at(50));
  expect(await findLiveState(db, { personId, sessionId, now: at(50) })).toMatchObject({ endsInMs: HOUR_MS });
});

test.for<[string, (db: Database, person: SignedIn) => Promise<unknown>]>([
  ["ended", (db, { sessionId }) => endSession(db, sessionId)],
  ["suspended", (db, { id }) => suspendUser(db, { userId: id, ...SUSPENSION })],
  ["deleted", (db, { id }) => db.update(users).set({ deletedAt: NOW }).where(eq(users.id, id))],
  ["deleted", (db, { id }) => db.delete(users).where(eq(users.id, id))],
  // Admins' sessions are short, also those that started before the promotion.
  ["expired", (db, { id }) => changeUserRole(db, { userId: id, role: "admin", ...BY })],
])("an invalid session has the reason %s", async ([why, change], { db }) => {
  const person = await signedIn(db);
  const now = new Date(NOW.getTime() + HOUR_MS);

  await change(db, person);

  expect(await findLiveState(db, { personId: person.id, sessionId: person.sessionId, now })).toEqual({
    isSignedIn: false,
    why,
  });
});

test("another user's session counts as ended", async ({ db }) => {
  const [mia, ben] = [await signedIn(db), await signedIn(db)];

  expect(await findLiveState(db, { personId: mia.id, sessionId: ben.sessionId, now: NOW })).toEqual({
    isSignedIn: false,
    why: "ended",
  });
});

test("a suspension ends every session permanently; restoring the user doesn't bring them back", async ({ db }) => {
  const { id, token } = await signedIn(db);
  await startSession(db, { userId: id, browser: "Another", now: NOW });

  await suspendUser(db, { userId: id, ...SUSPENSION });
  expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  await unsuspendUser(db, { userId: id, ...BY });

  expect(await findViewer(db, token, NOW)).toBeNull();
  const newToken = await startSession(db, { userId: id, browser: "Later", now: NOW });
  expect(await findViewer(db, newToken, NOW)).not.toBeNull();
});

test("a suspended user can't sign in with the provider either, until they are restored", async ({ db }) => {
  const identity = {
    issuer: "https://issuer.example",
    subject: "mia",
    email: "mia@example.com",
    name: "Mia",
    pictureUrl: null,
  };
  const account = await findOrCreateAccount(db, identity, NOW);
  if (typeof account === "string" || "suspension" in account) throw new Error("Sign-in failed");

  await suspendUser(db, { userId: account.userId, ...SUSPENSION });
  expect(await findOrCreateAccount(db, identity, NOW)).toEqual({ suspension: { reason: "Spam.", until: null } });
  await unsuspendUser(db, { userId: account.userId, ...BY });
  expect(await findOrCreateAccount(db, identity, NOW)).toEqual(account);
});

test("a suspension with an end date is lifted automatically, at the latest at the next sign-in", async ({ db }) => {
  const identity = {
    issuer: "https://issuer.example",
    subject: "mia",
    email: "mia@example.com",
    name: "Mia",
    pictureUrl: null,
  };
  const account = await findOrCreateAccount(db, identity, NOW);
  if (typeof account === "string" || "suspension" in account) throw new Error("Sign-in failed");
  const until = new Date(NOW.getTime() + HOUR_MS);
  const ben = await buildUser(db);
  for (const userId of [account.userId, ben.id]) await suspendUser(db, { userId, ...SUSPENSION, until });

  expect(await liftExpiredSuspensions(db, new Date(until.getTime() - 1))).toBe(0);
  expect(await findOrCreateAccount(db, identity, new Date(until.getTime() - 1))).toEqual({
    suspension: { reason: "Spam.", until },
  });
  expect(await findOrCreateAccount(db, identity, until)).toEqual(account);
  expect(await liftExpiredSuspensions(db, until)).toBe(1);
  expect(await findSuspension(db, ben.id)).toBeNull();
});

type SignedIn = { id: string; sessionId: string; token: string };

async function signedIn(db: Database, given: Partial<typeof users.$inferInsert> = {}): Promise<SignedIn> {
  const { id } = await buildUser(db, given);
  const token = await startSession(db, { userId: id, browser: "Firefox on Linux", now: NOW });
  const viewer = await findViewer(db, token, NOW);
  if (viewer === null) throw new Error("Sign-in failed");
  return { id, sessionId: viewer.session.id, token };
}

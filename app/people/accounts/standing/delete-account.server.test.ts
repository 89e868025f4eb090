import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import {
  findAccountsToPurge,
  deleteAccount,
  findDeletedAccount,
  purgeAccount,
  restoreAccount,
  RESTORE_OFFER_MS_MAX,
} from "./delete-account.server.ts";
import { findOrCreateAccount } from "../sign-in/identities.server.ts";
import type { Identity } from "../sign-in/identity-provider.server.ts";
import { findViewer, startSession } from "../sessions/sessions.server.ts";
import { DELETION_GRACE_DAYS } from "./account-restore.ts";

const MIA: Identity = {
  issuer: "https://accounts.google.com",
  subject: "mia",
  email: "mia@example.com",
  name: "Mia Example",
  pictureUrl: null,
};

const daysLater = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);

describe("a deleted account", () => {
  test("has no sessions left", async ({ db }) => {
    const { id: userId } = await buildUser(db);
    const { id: otherId } = await buildUser(db);
    const tokens = [await signIn(db, userId), await signIn(db, userId)];
    const other = await signIn(db, otherId);

    expect(await deleteAccount(db, { userId, now: NOW })).toBe("deleted");

    for (const token of tokens) expect(await findViewer(db, token, NOW)).toBeNull();
    expect(await findViewer(db, other, NOW)).not.toBeNull();
  });

  test("is restored on request after signing in, not by signing in alone, until the grace period ends", async ({
    db,
  }) => {
    const first = await findOrCreateAccount(db, MIA, NOW);
    const userId = typeof first === "string" || "suspension" in first ? "" : first.userId;
    await deleteAccount(db, { userId, now: NOW });
    const last = justBefore(daysLater(DELETION_GRACE_DAYS));

    expect(await findOrCreateAccount(db, MIA, last)).toEqual({ userId, isDeleted: true });
    expect(await findOrCreateAccount(db, MIA, daysLater(DELETION_GRACE_DAYS))).toBe("deleted");
    const token = await signIn(db, userId, last);
    expect(await findViewer(db, token, last)).toBeNull();
    expect(await findDeletedAccount(db, token, last)).toEqual({ userId, deletedAt: NOW });
    expect(await findDeletedAccount(db, token, daysLater(DELETION_GRACE_DAYS))).toBeNull();
    expect(await restoreAccount(db, { userId, now: daysLater(DELETION_GRACE_DAYS) })).toBe(false);
    expect(await restoreAccount(db, { userId, now: last })).toBe(true);

    expect(await findViewer(db, token, last)).toMatchObject({ id: userId, name: "Mia Example" });
    expect(await findDeletedAccount(db, token, last)).toBeNull();
    expect(await findAccountsToPurge(db, daysLater(30))).not.toContain(userId);
  });

  test("can be restored for 15 minutes after sign-in, and never while suspended", async ({ db }) => {
    const { id: userId } = await buildUser(db);
    await deleteAccount(db, { userId, now: NOW });
    const token = await signIn(db, userId);

    expect(
      await findDeletedAccount(db, token, justBefore(new Date(NOW.getTime() + RESTORE_OFFER_MS_MAX))),
    ).not.toBeNull();
    expect(await findDeletedAccount(db, token, new Date(NOW.getTime() + RESTORE_OFFER_MS_MAX))).toBeNull();
    expect(await findDeletedAccount(db, "A".repeat(43), NOW)).toBeNull();
    await db.update(users).set({ suspendedAt: NOW }).where(eq(users.id, userId));
    expect(await findDeletedAccount(db, token, NOW)).toBeNull();
  });

  test("is removed permanently after the grace period, unless it was restored in the meantime", async ({ db }) => {
    const [removed, restored, present] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    await deleteAccount(db, { userId: removed.id, now: NOW });
    await deleteAccount(db, { userId: restored.id, now: NOW });
    const end = daysLater(DELETION_GRACE_DAYS);
    expect(await findAccountsToPurge(db, justBefore(end))).toEqual([]);

    const due = await findAccountsToPurge(db, end);
    expect(due.toSorted()).toEqual([removed.id, restored.id].toSorted());
    await restoreAccount(db, { userId: restored.id, now: justBefore(end) });
    for (const userId of [...due, present.id]) await purgeAccount(db, { userId, now: end });

    expect(await isThere(db, removed.id)).toBe(false);
    expect(await isThere(db, restored.id)).toBe(true);
    expect(await isThere(db, present.id)).toBe(true);
  });

  test("frees its email address for a new account once removed", async ({ db }) => {
    const first = await findOrCreateAccount(db, MIA, NOW);
    const userId = typeof first === "string" || "suspension" in first ? "" : first.userId;
    await deleteAccount(db, { userId, now: NOW });
    await purgeAccount(db, { userId, now: daysLater(DELETION_GRACE_DAYS) });

    const created = await findOrCreateAccount(db, MIA, daysLater(8));

    expect(created).toMatchObject({ isDeleted: false });
    expect(created).not.toMatchObject({ userId });
  });
});

describe("the last admin", () => {
  test("can't delete their account and stays signed in; one of two admins can", async ({ db }) => {
    const [one, other] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
    await buildUser(db, { role: "admin", suspendedAt: NOW });
    const token = await signIn(db, other.id);

    expect(await deleteAccount(db, { userId: one.id, now: NOW })).toBe("deleted");
    expect(await deleteAccount(db, { userId: other.id, now: NOW })).toBe("last-admin");
    expect(await findViewer(db, token, NOW)).not.toBeNull();
  });

  test("stays when two admins delete their accounts at the same time", async () => {
    const { db } = await workerDatabase();
    const admins = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
    onTestFinished(async () => {
      for (const { id } of admins) await db.delete(users).where(eq(users.id, id));
    });

    const outcomes = await Promise.all(admins.map(({ id: userId }) => deleteAccount(db, { userId, now: NOW })));

    expect(outcomes.toSorted()).toEqual(["deleted", "last-admin"]);
  });
});

test("a custom name survives later sign-ins; other names follow the provider", async ({ db }) => {
  const first = await findOrCreateAccount(db, MIA, NOW);
  const userId = typeof first === "string" || "suspension" in first ? "" : first.userId;
  const nameOf = async () => (await db.select().from(users).where(eq(users.id, userId)))[0]?.name;

  await findOrCreateAccount(db, { ...MIA, name: "Mia Moved" }, NOW);
  expect(await nameOf()).toBe("Mia Moved");
  await db.update(users).set({ name: "Mimi", hasCustomName: true }).where(eq(users.id, userId));
  await findOrCreateAccount(db, { ...MIA, name: "Mia Again" }, NOW);

  expect(await nameOf()).toBe("Mimi");
});

function signIn(db: Database, userId: string, now = NOW): Promise<string> {
  return startSession(db, { userId, browser: "A browser", now });
}

async function isThere(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, userId))) > 0;
}

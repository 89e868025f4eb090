import { desc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";
import { countBlockedLocks } from "#tests/blocked-locks.ts";

import { deleteAccount } from "./delete-account.server.ts";
import { findViewer, startSession } from "../sessions/sessions.server.ts";
import { changeUserRole, unsuspendUser, signOutEverywhere, suspendUser } from "./account-status.server.ts";

describe("an admin who changes another account", () => {
  test("changes its role from the next request of every session, and the audit log records it", async ({ db }) => {
    const [ada, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    const token = await startSession(db, { userId: mia.id, browser: "A browser", now: NOW });

    expect(await changeUserRole(db, { userId: mia.id, role: "business", ...by(ada.id) })).toBe("done");

    expect((await findViewer(db, token, NOW))?.role).toBe("business");
    expect(await lastEntry(db)).toMatchObject({
      actorId: ada.id,
      action: "person.role",
      subjectId: mia.id,
      before: { role: "member" },
      after: { role: "business" },
    });
    expect(await changeUserRole(db, { userId: mia.id, role: "business", ...by(ada.id) })).toBe("same");
  });

  test("can't change their own account, and no account once they are no longer an admin", async ({ db }) => {
    const [ada, ben] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
    const mia = await buildUser(db);
    const suspension = { reason: "Spam.", until: null };

    expect(await changeUserRole(db, { userId: ada.id, role: "member", ...by(ada.id) })).toBe("own");
    expect(await suspendUser(db, { userId: ada.id, ...suspension, ...by(ada.id) })).toBe("own");
    expect(await changeUserRole(db, { userId: ada.id, role: "member", ...by(ben.id) })).toBe("done");
    // The outcome when two admins demote each other.
    expect(await changeUserRole(db, { userId: ben.id, role: "member", ...by(ada.id) })).toBe("not-allowed");
    expect(await suspendUser(db, { userId: mia.id, ...suspension, ...by(ada.id) })).toBe("not-allowed");
    expect(await rolesOf(db, [ada.id, ben.id])).toEqual(["admin", "member"]);
  });

  test("can't remove the last admin, not even by command", async ({ db }) => {
    const ada = await buildUser(db, { role: "admin" });
    const command = { actor: { kind: "command", id: "test" }, now: NOW } as const;

    expect(await changeUserRole(db, { userId: ada.id, role: "member", ...command })).toBe("last-admin");
    expect(await suspendUser(db, { userId: ada.id, reason: null, until: null, ...command })).toBe("last-admin");
    expect(await rolesOf(db, [ada.id])).toEqual(["admin"]);
  });

  test("can sign a user out everywhere, suspend them once and restore them once", async ({ db }) => {
    const [ada, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    const token = await startSession(db, { userId: mia.id, browser: "A browser", now: NOW });

    await signOutEverywhere(db, { userId: mia.id, ...by(ada.id) });
    expect(await findViewer(db, token, NOW)).toBeNull();
    const suspension = { userId: mia.id, reason: "Spam.", until: null, ...by(ada.id) };
    expect(await suspendUser(db, suspension)).toBe("done");
    expect(await suspendUser(db, suspension)).toBe("same");
    expect(await unsuspendUser(db, { userId: mia.id, ...by(ada.id) })).toBe(true);
    expect(await unsuspendUser(db, { userId: mia.id, ...by(ada.id) })).toBe(false);

    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, mia.id))
      .orderBy(auditEntries.id);
    expect(rows.map(({ action }) => action)).toEqual(["person.sign-out", "person.suspend", "person.restore"]);
  });
});

describe("two admins at the same time", () => {
  test("who demote each other: the first succeeds, and the second is no longer allowed to", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;

    const outcomes = await whileOpen(
      (tx) => changeUserRole(tx, { userId: ben.id, role: "member", ...by(ada.id) }),
      () => changeUserRole(db, { userId: ada.id, role: "member", ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["done", "not-allowed"]);
    expect(await rolesOf(db, [ada.id, ben.id])).toEqual(["admin", "member"]);
  });

  test("of whom one deletes their account while suspending the other: one admin remains", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;

    const outcomes = await whileOpen(
      (tx) => deleteAccount(tx, { userId: ben.id, now: NOW }),
      () => suspendUser(db, { userId: ada.id, reason: null, until: null, ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["deleted", "not-allowed"]);
    const [left] = await db.select().from(users).where(eq(users.id, ada.id));
    expect(left).toMatchObject({ role: "admin", suspendedAt: null, deletedAt: null });
  });

  test("who suspend each other: the second is already suspended", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;
    const out = { reason: "Spam.", until: null };

    const outcomes = await whileOpen(
      (tx) => suspendUser(tx, { userId: ben.id, ...out, ...by(ada.id) }),
      () => suspendUser(db, { userId: ada.id, ...out, ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["done", "not-allowed"]);
    const left = await db
      .select()
      .from(users)
      .where(inArray(users.id, [ada.id, ben.id]));
    expect(left.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id)).toEqual([ada.id]);
  });

  test("who both delete their account: the second is refused as the last admin", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;

    const outcomes = await whileOpen(
      (tx) => deleteAccount(tx, { userId: ada.id, now: NOW }),
      () => deleteAccount(db, { userId: ben.id, now: NOW }),
    );

    expect(outcomes).toEqual(["deleted", "last-admin"]);
    const left = await db
      .select()
      .from(users)
      .where(inArray(users.id, [ada.id, ben.id]));
    expect(left.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)).toEqual([ben.id]);
  });

  test("who are demoted by two commands: one of them stays an admin", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;
    const command = { role: "member", actor: { kind: "command", id: "test" }, now: NOW } as const;

    const outcomes = await whileOpen(
      (tx) => changeUserRole(tx, { userId: ada.id, ...command }),
      () => changeUserRole(db, { userId: ben.id, ...command }),
    );

    expect(outcomes).toEqual(["done", "last-admin"]);
  });
});

/** The only two admins, committed to the database: other connections can't see a test's transaction. */
async function twoAdmins() {
  const { db } = await workerDatabase();
  const [ada, ben] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  onTestFinished(async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger audit_entries_append_only`);
      await tx.execute(sql`delete from audit_entries where subject_id in (${ada.id}, ${ben.id})`);
      await tx.execute(sql`alter table audit_entries enable trigger audit_entries_append_only`);
      await tx.delete(users).where(inArray(users.id, [ada.id, ben.id]));
    });
  });
  return {
    db,
    admins: [ada, ben] as const,
    /** Runs the second while the first has finished its work but isn't committed. */
    whileOpen: async <One, Other>(first: (tx: Database) => Promise<One>, second: () => Promise<Other>) => {
      const opened = await db.transaction(async (tx) => {
        const outcome = await first(tx);
        const waiting = second();
        await expect.poll(() => countBlockedLocks(tx), { timeout: 5_000 }).toBeGreaterThan(0);
        return { outcome, waiting };
      });
      return [opened.outcome, await opened.waiting];
    },
  };
}

function by(id: string) {
  return { actor: { kind: "staff", id }, now: NOW } as const;
}

async function lastEntry(db: Database) {
  const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  return entry;
}

/** Sorted alphabetically. */
async function rolesOf(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.select({ role: users.role }).from(users).where(inArray(users.id, ids));
  return rows.map(({ role }) => role).toSorted();
}

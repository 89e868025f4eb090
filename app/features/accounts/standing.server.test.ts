import { desc, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";
import { waitingCount } from "#tests/waiting-count.ts";

import { deleteAccount } from "./delete-account.server.ts";
import { findViewer, startSession } from "./sessions.server.ts";
import { changeRole, restorePerson, signOutEverywhere, suspendPerson } from "./standing.server.ts";

describe("an admin who changes somebody's standing", () => {
  test("changes their role from the next request of every session on, and the log says so", async ({ db }) => {
    const [ada, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    const token = await startSession(db, { userId: mia.id, browser: "A browser", now: NOW });

    expect(await changeRole(db, { userId: mia.id, role: "business", ...by(ada.id) })).toBe("done");

    expect((await findViewer(db, token, NOW))?.role).toBe("business");
    expect(await lastEntry(db)).toMatchObject({
      actorId: ada.id,
      action: "person.role",
      subjectId: mia.id,
      before: { role: "member" },
      after: { role: "business" },
    });
    expect(await changeRole(db, { userId: mia.id, role: "business", ...by(ada.id) })).toBe("same");
  });

  test("changes nothing of their own, and nothing at all once they are no admin any more", async ({ db }) => {
    const [ada, ben] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
    const mia = await buildUser(db);
    const suspension = { reason: "Spam.", until: null };

    expect(await changeRole(db, { userId: ada.id, role: "member", ...by(ada.id) })).toBe("own");
    expect(await suspendPerson(db, { userId: ada.id, ...suspension, ...by(ada.id) })).toBe("own");
    expect(await changeRole(db, { userId: ada.id, role: "member", ...by(ben.id) })).toBe("done");
    // What two who take the other's role at the same moment come to.
    expect(await changeRole(db, { userId: ben.id, role: "member", ...by(ada.id) })).toBe("not-allowed");
    expect(await suspendPerson(db, { userId: mia.id, ...suspension, ...by(ada.id) })).toBe("not-allowed");
    expect(await rolesOf(db, [ada.id, ben.id])).toEqual(["admin", "member"]);
  });

  test("can't leave the guide without an admin, by no command either", async ({ db }) => {
    const ada = await buildUser(db, { role: "admin" });
    const command = { actor: { kind: "command", id: "test" }, now: NOW } as const;

    expect(await changeRole(db, { userId: ada.id, role: "member", ...command })).toBe("last-admin");
    expect(await suspendPerson(db, { userId: ada.id, reason: null, until: null, ...command })).toBe("last-admin");
    expect(await rolesOf(db, [ada.id])).toEqual(["admin"]);
  });

  test("suspends once, signs out everywhere, and restores", async ({ db }) => {
    const [ada, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
    const token = await startSession(db, { userId: mia.id, browser: "A browser", now: NOW });

    await signOutEverywhere(db, { userId: mia.id, ...by(ada.id) });
    expect(await findViewer(db, token, NOW)).toBeNull();
    const suspension = { userId: mia.id, reason: "Spam.", until: null, ...by(ada.id) };
    expect(await suspendPerson(db, suspension)).toBe("done");
    expect(await suspendPerson(db, suspension)).toBe("same");
    expect(await restorePerson(db, { userId: mia.id, ...by(ada.id) })).toBe(true);
    expect(await restorePerson(db, { userId: mia.id, ...by(ada.id) })).toBe(false);

    const rows = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectId, mia.id))
      .orderBy(auditEntries.id);
    expect(rows.map(({ action }) => action)).toEqual(["person.sign-out", "person.suspend", "person.restore"]);
  });
});

describe("two admins at once", () => {
  test("who take the other's role: the first does, and the second finds that they have none any more", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;

    const outcomes = await whileOpen(
      (tx) => changeRole(tx, { userId: ben.id, role: "member", ...by(ada.id) }),
      () => changeRole(db, { userId: ada.id, role: "member", ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["done", "not-allowed"]);
    expect(await rolesOf(db, [ada.id, ben.id])).toEqual(["admin", "member"]);
  });

  test("of whom one suspends the other, who goes: somebody stays who looks after the guide", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;

    const outcomes = await whileOpen(
      (tx) => deleteAccount(tx, { userId: ben.id, now: NOW }),
      () => suspendPerson(db, { userId: ada.id, reason: null, until: null, ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["deleted", "not-allowed"]);
    const [left] = await db.select().from(users).where(eq(users.id, ada.id));
    expect(left).toMatchObject({ role: "admin", suspendedAt: null, deletedAt: null });
  });

  test("who suspend each other: the second finds that they are out already", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;
    const out = { reason: "Spam.", until: null };

    const outcomes = await whileOpen(
      (tx) => suspendPerson(tx, { userId: ben.id, ...out, ...by(ada.id) }),
      () => suspendPerson(db, { userId: ada.id, ...out, ...by(ben.id) }),
    );

    expect(outcomes).toEqual(["done", "not-allowed"]);
    const left = await db
      .select()
      .from(users)
      .where(inArray(users.id, [ada.id, ben.id]));
    expect(left.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id)).toEqual([ada.id]);
  });

  test("who both delete their account: the second is told that nobody would be left", async () => {
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

  test("who are made members by two commands: one of them stays admin", async () => {
    const { db, admins, whileOpen } = await twoAdmins();
    const [ada, ben] = admins;
    const command = { role: "member", actor: { kind: "command", id: "test" }, now: NOW } as const;

    const outcomes = await whileOpen(
      (tx) => changeRole(tx, { userId: ada.id, ...command }),
      () => changeRole(db, { userId: ben.id, ...command }),
    );

    expect(outcomes).toEqual(["done", "last-admin"]);
  });
});

/** The only two, in the database itself: other connections see nothing of a test's own transaction. */
async function twoAdmins() {
  const { db } = await workerDatabase();
  const [ada, ben] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  onTestFinished(async () => {
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_entries disable trigger audit_entries_stay`);
      await tx.execute(sql`delete from audit_entries where subject_id in (${ada.id}, ${ben.id})`);
      await tx.execute(sql`alter table audit_entries enable trigger audit_entries_stay`);
      await tx.delete(users).where(inArray(users.id, [ada.id, ben.id]));
    });
  });
  return {
    db,
    admins: [ada, ben] as const,
    /** The second begins while the first has done its part and isn't committed. */
    whileOpen: async <One, Other>(first: (tx: Database) => Promise<One>, second: () => Promise<Other>) => {
      const opened = await db.transaction(async (tx) => {
        const outcome = await first(tx);
        const waiting = second();
        await expect.poll(() => waitingCount(tx), { timeout: 5_000 }).toBeGreaterThan(0);
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

/** By the alphabet. */
async function rolesOf(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db.select({ role: users.role }).from(users).where(inArray(users.id, ids));
  return rows.map(({ role }) => role).toSorted();
}

import { desc, eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

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

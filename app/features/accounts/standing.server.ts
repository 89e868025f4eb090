import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, users } from "#app/db/schema/accounts.ts";

import { endSessionsOf } from "./sessions.server.ts";

export type Standing = { id: string; name: string; role: Role; suspendedAt: Date | null; deletedAt: Date | null };

/** Whoever has signed in with an address; null for nobody. */
export async function findByEmail(db: Database, email: string): Promise<Standing | null> {
  const { id, name, role, suspendedAt, deletedAt } = users;
  const [person] = await db
    .select({ id, name, role, suspendedAt, deletedAt })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  return person ?? null;
}

/** Makes somebody what they are to be; their sessions count as that role's from the next request on. */
export async function changeRole(db: Database, { userId, role }: { userId: string; role: Role }): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId));
}

/**
 * Makes a member who is about to run a place a business; an admin stays one. Their row is held until the transaction ends,
 * so that what they run is counted by one at a time.
 *
 * @returns False when they are suspended or have left: nothing was done.
 */
export async function becomeBusiness(db: Database, userId: string): Promise<boolean> {
  const person = await lockStanding(db, userId);
  if (person === undefined || person.suspendedAt !== null || person.deletedAt !== null) return false;
  if (person.role === "member") await changeRole(db, { userId, role: "business" });
  return true;
}

/**
 * Makes a business who runs nothing any more a member again; an admin stays one.
 *
 * @param given.runsAny Asked once their row is held.
 */
export async function leaveBusiness(
  db: Database,
  { userId, runsAny }: { userId: string; runsAny: () => Promise<boolean> },
): Promise<void> {
  const person = await lockStanding(db, userId);
  if (person?.role === "business" && !(await runsAny())) await changeRole(db, { userId, role: "member" });
}

async function lockStanding(db: Database, userId: string) {
  const { role, suspendedAt, deletedAt } = users;
  const [person] = await db
    .select({ role, suspendedAt, deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return person;
}

/**
 * Keeps somebody out until they are restored. Their sessions end for good: whoever else may have had one begins anew too.
 */
export async function suspendPerson(db: Database, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ suspendedAt: now }).where(eq(users.id, userId));
    await endSessionsOf(tx, userId);
  });
}

export async function restorePerson(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ suspendedAt: null }).where(eq(users.id, userId));
}

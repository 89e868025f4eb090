import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, users } from "#app/db/schema/accounts.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import type { Json } from "#app/features/audit/json.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

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

/** Somebody else's standing that is to be changed, by whom. */
type Changing = { userId: string; actor: Actor; now: Date };

/**
 * Why a standing is left as it is. "own": nobody changes their own. "last-admin": nobody would be left to look after the
 * guide. "not-allowed": whoever asks is no admin any more.
 */
type Refusal = "own" | "last-admin" | "not-allowed" | "not-there";

/** Makes somebody what they are to be; their sessions count as that role's from the next request on. */
export async function changeRole(
  db: Database,
  { role, ...changing }: Changing & { role: Role },
): Promise<"done" | "same" | Refusal> {
  return db.transaction(async (tx) => {
    const held = await holdForChange(tx, changing, role !== "admin");
    if (typeof held === "string") return held;
    if (held.role === role) return "same";
    await setRole(tx, { userId: changing.userId, role });
    await recordPerson(tx, { ...changing, action: "person.role", before: { role: held.role }, after: { role } });
    return "done";
  });
}

/**
 * Keeps somebody out until they are restored, or until an instant. Their sessions end for good: whoever else may have had
 * one begins anew too.
 *
 * @param given.reason For them to read when they try to sign in; null: they are told none.
 */
export async function suspendPerson(
  db: Database,
  { reason, until, ...changing }: Changing & { reason: string | null; until: Date | null },
): Promise<"done" | "same" | Refusal> {
  const { userId, now } = changing;
  return db.transaction(async (tx) => {
    const held = await holdForChange(tx, changing, true);
    if (typeof held === "string") return held;
    if (held.suspendedAt !== null) return "same";
    const suspension = { suspendedAt: now, suspensionReason: reason, suspendedUntil: until };
    await tx.update(users).set(suspension).where(eq(users.id, userId));
    await endSessionsOf(tx, userId);
    const after = { reason, until: until?.toISOString() ?? null };
    await recordPerson(tx, { ...changing, action: "person.suspend", before: null, after });
    await notifyPages(tx, [`member:${userId}`]);
    return "done";
  });
}

/** Lets somebody in again; false when they weren't kept out. */
export async function restorePerson(db: Database, { userId, actor, now }: Changing): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    if (person === undefined || person.suspendedAt === null) return false;
    const free = { suspendedAt: null, suspensionReason: null, suspendedUntil: null };
    await tx.update(users).set(free).where(eq(users.id, userId));
    const before = { reason: person.suspensionReason, until: person.suspendedUntil?.toISOString() ?? null };
    await recordPerson(tx, { userId, actor, now, action: "person.restore", before, after: null });
    await notifyPages(tx, [`member:${userId}`]);
    return true;
  });
}

/** Signs somebody out in every browser; they may sign in again. */
export async function signOutEverywhere(db: Database, changing: Changing): Promise<void> {
  await db.transaction(async (tx) => {
    await endSessionsOf(tx, changing.userId);
    await recordPerson(tx, { ...changing, action: "person.sign-out", before: null, after: null });
  });
}

/** More than end within minutes; the next run takes the rest. */
const LIFTED_AT_ONCE_MAX = 500;

/**
 * Lets everybody in whose suspension has ended. Served by users_suspended_until.
 *
 * @returns How many.
 */
export async function liftSuspensions(db: Database, now: Date): Promise<number> {
  const due = await db.select({ id: users.id }).from(users).where(hasEnded(now)).limit(LIFTED_AT_ONCE_MAX);
  for (const { id } of due) await liftSuspension(db, { userId: id, now });
  return due.length;
}

/** Lets somebody in whose suspension has ended; whoever is out for longer stays so. */
export async function liftSuspension(db: Database, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const isDue = (await db.$count(users, and(eq(users.id, userId), hasEnded(now)))) > 0;
  if (isDue) await restorePerson(db, { userId, actor: { kind: "job", id: "lift-suspensions" }, now });
}

function hasEnded(now: Date) {
  return and(isNotNull(users.suspendedUntil), lte(users.suspendedUntil, now));
}

/** Why somebody is kept out and until when; null for whoever isn't. */
export async function suspensionOf(
  db: Database,
  userId: string,
): Promise<{ reason: string | null; until: Date | null } | null> {
  const [row] = await db
    .select({ reason: users.suspensionReason, until: users.suspendedUntil })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)));
  return row ?? null;
}

/**
 * Holds whoever is to be changed until the transaction ends. All admins are held, in one order: of two who take the other's
 * role at the same moment the second finds that they have none any more.
 */
async function holdForChange(
  db: Database,
  { userId, actor }: Changing,
  takesAdmin: boolean,
): Promise<{ role: Role; suspendedAt: Date | null } | Refusal> {
  const admins = await db.select({ id: users.id }).from(users).where(isAdmin()).orderBy(users.id).for("update");
  if (actor.kind === "staff" && actor.id === userId) return "own";
  if (actor.kind === "staff" && admins.every(({ id }) => id !== actor.id)) return "not-allowed";
  const person = await lockStanding(db, userId);
  if (person === undefined || person.deletedAt !== null) return "not-there";
  if (takesAdmin && admins.length === 1 && admins[0]?.id === userId) return "last-admin";
  return person;
}

/** Served by users_admins. */
function isAdmin() {
  return and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt));
}

async function recordPerson(
  db: Database,
  { userId, actor, now, ...change }: Changing & { action: string; before: Json; after: Json },
): Promise<void> {
  await recordChange(db, { actor, ...change, subject: { kind: "person", id: userId }, now });
}

async function setRole(db: Database, { userId, role }: { userId: string; role: Role }): Promise<void> {
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
  if (person.role === "member") await setRole(db, { userId, role: "business" });
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
  if (person?.role === "business" && !(await runsAny())) await setRole(db, { userId, role: "member" });
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

import { and, eq, isNotNull, isNull, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, users } from "#app/db/schema/accounts.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { endUserSessions } from "../sessions/sessions.server.ts";

export type AccountStatus = { id: string; name: string; role: Role; suspendedAt: Date | null; deletedAt: Date | null };

/** The user with an email address; null if there is none. */
export async function findUserByEmail(db: Database, email: string): Promise<AccountStatus | null> {
  const { id, name, role, suspendedAt, deletedAt } = users;
  const [user] = await db
    .select({ id, name, role, suspendedAt, deletedAt })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  return user ?? null;
}

/** Which account changes, and who changes it. */
type StatusChange = { userId: string; actor: Actor; now: Date };

/**
 * Why nothing was changed. "own": admins can't change their own account. "last-admin": no admin would be left.
 * "not-allowed": the actor is no longer an admin.
 */
type Refusal = "own" | "last-admin" | "not-allowed" | "not-there";

/** Changes a user's role. It applies to all their sessions from the next request. */
export async function changeUserRole(
  db: Database,
  { role, ...change }: StatusChange & { role: Role },
): Promise<"done" | "same" | Refusal> {
  return db.transaction(async (tx) => {
    const user = await lockForChange(tx, change, role !== "admin");
    if (typeof user === "string") return user;
    if (user.role === role) return "same";
    await setRole(tx, { userId: change.userId, role });
    await recordUserChange(tx, { ...change, action: "person.role", before: { role: user.role }, after: { role } });
    return "done";
  });
}

/**
 * Suspends a user, optionally until a time, and ends all their sessions, in case one was stolen.
 *
 * @param input.reason Shown to the user at sign-in; null shows none.
 */
export async function suspendUser(
  db: Database,
  { reason, until, ...change }: StatusChange & { reason: string | null; until: Date | null },
): Promise<"done" | "same" | Refusal> {
  const { userId, now } = change;
  return db.transaction(async (tx) => {
    const user = await lockForChange(tx, change, true);
    if (typeof user === "string") return user;
    if (user.suspendedAt !== null) return "same";
    const suspension = { suspendedAt: now, suspensionReason: reason, suspendedUntil: until };
    await tx.update(users).set(suspension).where(eq(users.id, userId));
    await endUserSessions(tx, userId);
    const after = { reason, until: until?.toISOString() ?? null };
    await recordUserChange(tx, { ...change, action: "person.suspend", before: null, after });
    await invalidatePages(tx, [`member:${userId}`]);
    return "done";
  });
}

/** Ends a suspension. False if the user wasn't suspended. */
export async function unsuspendUser(db: Database, { userId, actor, now }: StatusChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    if (user === undefined || user.suspendedAt === null) return false;
    const cleared = { suspendedAt: null, suspensionReason: null, suspendedUntil: null };
    await tx.update(users).set(cleared).where(eq(users.id, userId));
    const before = { reason: user.suspensionReason, until: user.suspendedUntil?.toISOString() ?? null };
    await recordUserChange(tx, { userId, actor, now, action: "person.restore", before, after: null });
    await invalidatePages(tx, [`member:${userId}`]);
    return true;
  });
}

/** Signs a user out in every browser. They can sign in again. */
export async function signOutEverywhere(db: Database, change: StatusChange): Promise<void> {
  await db.transaction(async (tx) => {
    await endUserSessions(tx, change.userId);
    await recordUserChange(tx, { ...change, action: "person.sign-out", before: null, after: null });
  });
}

/** More suspensions than expire between two runs. The next run handles the rest. */
const LIFTED_AT_ONCE_MAX = 500;

/**
 * Lifts all expired suspensions. Served by users_suspended_until.
 *
 * @returns How many users were found.
 */
export async function liftExpiredSuspensions(db: Database, now: Date): Promise<number> {
  const due = await db.select({ id: users.id }).from(users).where(hasExpiredSuspension(now)).limit(LIFTED_AT_ONCE_MAX);
  for (const { id } of due) await liftSuspensionIfExpired(db, { userId: id, now });
  return due.length;
}

/** Lifts a user's suspension if it has expired. */
export async function liftSuspensionIfExpired(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const isDue = (await db.$count(users, and(eq(users.id, userId), hasExpiredSuspension(now)))) > 0;
  if (isDue) await unsuspendUser(db, { userId, actor: { kind: "job", id: "lift-suspensions" }, now });
}

function hasExpiredSuspension(now: Date) {
  return and(isNotNull(users.suspendedUntil), lte(users.suspendedUntil, now));
}

/** The reason and end of a user's suspension; null if they aren't suspended. */
export async function findSuspension(
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
 * Locks the user's row and all admins' rows, in id order, until the transaction ends. If two admins demote each other
 * at the same time, the second finds that they are no longer an admin.
 */
async function lockForChange(
  db: Database,
  { userId, actor }: StatusChange,
  removesAdmin: boolean,
): Promise<{ role: Role; suspendedAt: Date | null } | Refusal> {
  const admins = await db.select({ id: users.id }).from(users).where(isAdmin()).orderBy(users.id).for("update");
  if (actor.kind === "staff" && actor.id === userId) return "own";
  if (actor.kind === "staff" && admins.every(({ id }) => id !== actor.id)) return "not-allowed";
  const user = await lockUser(db, userId);
  if (user === undefined || user.deletedAt !== null) return "not-there";
  if (removesAdmin && admins.length === 1 && admins[0]?.id === userId) return "last-admin";
  return user;
}

/** Served by users_admins. */
function isAdmin() {
  return and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt));
}

async function recordUserChange(
  db: Database,
  { userId, actor, now, ...change }: StatusChange & { action: string; before: Json; after: Json },
): Promise<void> {
  await recordChange(db, { actor, ...change, subject: { kind: "person", id: userId }, now });
}

async function setRole(db: Database, { userId, role }: { userId: string; role: Role }): Promise<void> {
  await db.update(users).set({ role }).where(eq(users.id, userId));
}

/**
 * Gives a member the role business; an admin stays one. Locks the user's row, so that their places are counted
 * correctly.
 *
 * @returns False if the user is suspended or deleted.
 */
export async function grantBusinessRole(db: Database, userId: string): Promise<boolean> {
  const user = await lockUser(db, userId);
  if (user === undefined || user.suspendedAt !== null || user.deletedAt !== null) return false;
  if (user.role === "member") await setRole(db, { userId, role: "business" });
  return true;
}

/**
 * Turns a business user who manages no places back into a member; an admin stays one.
 *
 * @param input.managesAny Called once the user's row is locked.
 */
export async function revokeBusinessRole(
  db: Database,
  { userId, managesAny }: { userId: string; managesAny: () => Promise<boolean> },
): Promise<void> {
  const user = await lockUser(db, userId);
  if (user?.role === "business" && !(await managesAny())) await setRole(db, { userId, role: "member" });
}

async function lockUser(db: Database, userId: string) {
  const { role, suspendedAt, deletedAt } = users;
  const [user] = await db
    .select({ role, suspendedAt, deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("no key update");
  return user;
}

import { createHash } from "node:crypto";

import { and, eq, gt, isNull, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";

import { goneBefore } from "./way-back.ts";

/** Longer than anybody takes to say whether they want their account back. */
export const WAY_BACK_MS_MAX = 15 * 60_000;

/** How many accounts one run of the job removes at most, or little more; the next run takes the rest. */
export const FORGOTTEN_AT_ONCE_MAX = 500;

/**
 * Deletes an account: its sessions end, and nobody sees it any more. For `WAY_BACK_DAYS` its person can have it back.
 * What else is theirs is hidden by its own slices, in the same transaction.
 *
 * @returns "last-admin": nobody would be left to look after the guide, so nothing was done.
 */
export async function deleteAccount(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<"deleted" | "last-admin"> {
  return db.transaction(async (tx) => {
    // Locked, all of them: two last admins must not leave at once.
    if (isOnly(await admins(tx).for("update"), userId)) return "last-admin";
    await tx
      .update(users)
      .set({ deletedAt: now })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    return "deleted";
  });
}

/** Whether nobody else would be left to look after the guide: asked before anything of somebody's is undone. */
export async function isLastAdmin(db: Database, userId: string): Promise<boolean> {
  return isOnly(await admins(db), userId);
}

function admins(db: Database) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(users.id);
}

function isOnly(people: { id: string }[], userId: string): boolean {
  return people.length === 1 && people[0]?.id === userId;
}

export type Leaver = { userId: string; deletedAt: Date };

/**
 * Whoever has just signed in to an account that they have deleted, by the token that signing in gave them; null when there
 * is no such person, or it was too long ago.
 */
export async function findLeaver(db: Database, token: string, now: Date): Promise<Leaver | null> {
  const [row] = await db
    .select({ userId: users.id, deletedAt: users.deletedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, createHash("sha256").update(token).digest()),
        gt(sessions.createdAt, new Date(now.getTime() - WAY_BACK_MS_MAX)),
        isNull(users.suspendedAt),
        gt(users.deletedAt, goneBefore(now)),
      ),
    );
  return row === undefined || row.deletedAt === null ? null : { userId: row.userId, deletedAt: row.deletedAt };
}

/** Gives a deleted account back to its person; what was hidden with it is shown again by its own slices. */
export async function restoreAccount(db: Database, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const restored = await db
    .update(users)
    .set({ deletedAt: null })
    .where(and(eq(users.id, userId), gt(users.deletedAt, goneBefore(now))))
    .returning({ id: users.id });
  return restored.length > 0;
}

/** Accounts whose way back has ended, the longest first, after so many that are kept. Served by users_deleted. */
export async function accountsToForget(db: Database, now: Date, keptCount = 0): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletedAt, goneBefore(now)))
    .orderBy(users.deletedAt, users.id)
    .offset(keptCount)
    .limit(FORGOTTEN_AT_ONCE_MAX);
  return rows.map(({ id }) => id);
}

/** Takes an account away for good; the database takes with it all that is its person's. False: it was taken back meanwhile. */
export async function forgetAccount(db: Database, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const gone = await db
    .delete(users)
    .where(and(eq(users.id, userId), lte(users.deletedAt, goneBefore(now))))
    .returning({ id: users.id });
  return gone.length > 0;
}

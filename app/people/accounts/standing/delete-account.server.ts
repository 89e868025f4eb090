import { createHash } from "node:crypto";

import { and, eq, gt, isNull, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";

import { purgeCutoff } from "./account-restore.ts";

/** How long after sign-in a deleted account can be restored; more time than the question needs. */
export const RESTORE_OFFER_MS_MAX = 15 * 60_000;

/** Roughly how many accounts one run of the job removes at most. The next run continues. */
export const PURGE_BATCH_MAX = 500;

/**
 * Marks an account as deleted and ends its sessions. The caller hides its content in the same transaction.
 *
 * @returns "last-admin": no admin would be left, so nothing was done.
 */
export async function deleteAccount(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<"deleted" | "last-admin"> {
  return db.transaction(async (tx) => {
    // Lock all admins, so that the last two can't both delete their account at the same time.
    if (isOnlyUser(await admins(tx).for("update"), userId)) return "last-admin";
    await tx
      .update(users)
      .set({ deletedAt: now })
      .where(and(eq(users.id, userId), isNull(users.deletedAt)));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    return "deleted";
  });
}

/** Whether the user is the only active admin. Check it before undoing anything of theirs. */
export async function isLastAdmin(db: Database, userId: string): Promise<boolean> {
  return isOnlyUser(await admins(db), userId);
}

function admins(db: Database) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .orderBy(users.id);
}

function isOnlyUser(candidates: { id: string }[], userId: string): boolean {
  return candidates.length === 1 && candidates[0]?.id === userId;
}

export type DeletedAccount = { userId: string; deletedAt: Date };

/**
 * The deleted account behind a fresh sign-in's session token. Null if the token isn't valid, the account isn't deleted,
 * or the sign-in was more than `RESTORE_OFFER_MS_MAX` ago.
 */
export async function findDeletedAccount(db: Database, token: string, now: Date): Promise<DeletedAccount | null> {
  const [row] = await db
    .select({ userId: users.id, deletedAt: users.deletedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, createHash("sha256").update(token).digest()),
        gt(sessions.createdAt, new Date(now.getTime() - RESTORE_OFFER_MS_MAX)),
        isNull(users.suspendedAt),
        gt(users.deletedAt, purgeCutoff(now)),
      ),
    );
  return row === undefined || row.deletedAt === null ? null : { userId: row.userId, deletedAt: row.deletedAt };
}

/** Restores a deleted account. The caller makes the user's hidden content visible again. */
export async function restoreAccount(db: Database, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const restored = await db
    .update(users)
    .set({ deletedAt: null })
    .where(and(eq(users.id, userId), gt(users.deletedAt, purgeCutoff(now))))
    .returning({ id: users.id });
  return restored.length > 0;
}

/**
 * Accounts whose grace period is over, the oldest first. Served by users_deleted.
 *
 * @param skippedCount Accounts at the start that can't be removed yet.
 */
export async function findAccountsToPurge(db: Database, now: Date, skippedCount = 0): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletedAt, purgeCutoff(now)))
    .orderBy(users.deletedAt, users.id)
    .offset(skippedCount)
    .limit(PURGE_BATCH_MAX);
  return rows.map(({ id }) => id);
}

/** Deletes an account permanently; foreign keys delete the user's data. False if it was restored in the meantime. */
export async function purgeAccount(db: Database, { userId, now }: { userId: string; now: Date }): Promise<boolean> {
  const deleted = await db
    .delete(users)
    .where(and(eq(users.id, userId), lte(users.deletedAt, purgeCutoff(now))))
    .returning({ id: users.id });
  return deleted.length > 0;
}

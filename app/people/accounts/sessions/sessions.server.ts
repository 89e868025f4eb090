import { createHash, randomBytes } from "node:crypto";

import { and, desc, eq, inArray, isNull, lt, ne } from "drizzle-orm";

import type { Database, RunSql } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import { membershipAt } from "#app/people/membership/membership/membership.ts";
import { SUBSCRIPTION_STATE_COLUMNS } from "#app/people/membership/membership/find-membership.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { SESSION_MS_MAX, sessionExpiresAt } from "./session-lifetime.ts";

const TOKEN_BYTES = 32;

/** How often a session's last use is written at most, so that reading a page doesn't cost a write. */
const LAST_SEEN_INTERVAL_MS = 60_000;

/** More browsers than anyone has. Beyond it the least recently used session ends. */
export const SESSIONS_PER_USER_MAX = 100;

/**
 * Starts a session. Only the token's hash is stored; the token itself goes to the browser.
 *
 * @param input.replaces The browser's previous session, which ends; null if it had none.
 */
export async function startSession(
  db: Database,
  { userId, browser, replaces = null, now }: { userId: string; browser: string; replaces?: string | null; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db.insert(sessions).values({ tokenHash: hashOf(token), userId, browser, createdAt: now, lastSeenAt: now });
  if (replaces !== null) await endSession(db, replaces);
  // Served by sessions_by_user.
  const excess = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(SESSIONS_PER_USER_MAX);
  await db.delete(sessions).where(inArray(sessions.id, excess));
  return token;
}

/**
 * The viewer of a session token; null if the session is invalid or the user is suspended or deleted. Never cached.
 *
 * @param isUse False for background requests, which don't extend it.
 */
export async function findViewer(db: Database, token: string, now: Date, isUse = true): Promise<Viewer | null> {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      pictureUrl: users.pictureUrl,
      sessionId: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      standing: SUBSCRIPTION_STATE_COLUMNS,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(eq(sessions.tokenHash, hashOf(token)), isNull(users.suspendedAt), isNull(users.deletedAt)));
  if (row === undefined || sessionExpiresAt(row) <= now) return null;
  const { sessionId, createdAt, lastSeenAt, standing, ...user } = row;
  if (isUse && now.getTime() - lastSeenAt.getTime() >= LAST_SEEN_INTERVAL_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  }
  const expiresAt = sessionExpiresAt({ role: row.role, createdAt, lastSeenAt: isUse ? now : lastSeenAt });
  const tier = membershipAt(standing, now)?.tier ?? null;
  return { ...user, tier, name: displayName(user.name), session: { id: sessionId, expiresAt } };
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** A user's session in one of their browsers. */
export type OwnSession = { id: string; browser: string; createdAt: Date; lastSeenAt: Date };

/** A user's current sessions, the most recently used first. Served by sessions_by_user. */
export async function listSessions(db: Database, user: Pick<Viewer, "id" | "role">, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(SESSIONS_PER_USER_MAX);
  return rows.filter((row) => sessionExpiresAt({ role: user.role, ...row }) > now);
}

/** Ends one of a user's sessions. Does nothing if it belongs to someone else or has ended. */
export async function endOwnSession(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}

/** Ends all sessions of a user, except `exceptId` if given. */
export async function endUserSessions(db: Database, userId: string, exceptId: string | null = null): Promise<void> {
  const isOther = exceptId === null ? undefined : ne(sessions.id, exceptId);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
}

/** After a restore: sessions that ended since the backup was made must not be open again. */
export async function endAllSessions(run: RunSql): Promise<void> {
  await run("delete from sessions", []);
}

/** Deletes sessions of all users that must have expired. Served by sessions_by_last_seen. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.lastSeenAt, new Date(now.getTime() - SESSION_MS_MAX)));
}

function displayName(name: string): string {
  return name === "" ? "Anonymous" : name;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

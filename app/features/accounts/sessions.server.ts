import { createHash, randomBytes } from "node:crypto";

import { and, desc, eq, inArray, isNull, lt, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { subscriptions } from "#app/db/schema/billing.ts";
import { membershipAt } from "#app/features/billing/membership.ts";
import { STANDING_COLUMNS } from "#app/features/billing/standing.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { SESSION_MS_MAX, sessionEnd } from "./session-life.ts";

const TOKEN_BYTES = 32;

/** A session's last use is written down no oftener: reading a page must not cost a write. */
const SEEN_MS = 60_000;

/** More browsers than anybody has; beyond it the one that was away longest is signed out. */
export const SESSIONS_PER_PERSON_MAX = 100;

/**
 * A new session; the token is for the browser alone and stands nowhere else.
 *
 * @param given.replaces The session that the browser had until now, which ends; null when it had none.
 */
export async function startSession(
  db: Database,
  { userId, browser, replaces = null, now }: { userId: string; browser: string; replaces?: string | null; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db.insert(sessions).values({ tokenHash: hashOf(token), userId, browser, createdAt: now, lastSeenAt: now });
  if (replaces !== null) await endSession(db, replaces);
  // Served by sessions_by_user.
  const tooMany = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(SESSIONS_PER_PERSON_MAX);
  await db.delete(sessions).where(inArray(sessions.id, tooMany));
  return token;
}

/**
 * Whose session a token is; null when it is nobody's, has ended, or its person is suspended or gone. The person and
 * their membership are read with it each time, so that a new role, a suspension or a payment counts at once.
 *
 * @param isUse False for what a page asks by itself: that keeps no session alive.
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
      standing: STANDING_COLUMNS,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(eq(sessions.tokenHash, hashOf(token)), isNull(users.suspendedAt), isNull(users.deletedAt)));
  if (row === undefined || sessionEnd(row) <= now) return null;
  const { sessionId, createdAt, lastSeenAt, standing, ...person } = row;
  if (isUse && now.getTime() - lastSeenAt.getTime() >= SEEN_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  }
  const expiresAt = sessionEnd({ role: row.role, createdAt, lastSeenAt: isUse ? now : lastSeenAt });
  const tier = membershipAt(standing, now)?.tier ?? null;
  return { ...person, tier, name: shownName(person.name), session: { id: sessionId, expiresAt } };
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** A person's session in one of their browsers. */
export type OwnSession = { id: string; browser: string; createdAt: Date; lastSeenAt: Date };

/** A person's sessions that haven't ended, the last used first. Served by sessions_by_user. */
export async function listSessions(
  db: Database,
  person: Pick<Viewer, "id" | "role">,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, person.id))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(SESSIONS_PER_PERSON_MAX);
  return rows.filter((row) => sessionEnd({ role: person.role, ...row }) > now);
}

/** Ends one session of a person; one that is another's, or has ended, is left as it is. */
export async function endOwnSession(db: Database, { userId, id }: { userId: string; id: string }): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}

/** Ends every session of a person but `keep`, if that is one. */
export async function endSessionsOf(db: Database, userId: string, keep: string | null = null): Promise<void> {
  const isOther = keep === null ? undefined : ne(sessions.id, keep);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
}

/** Takes away what no session could be any more, whoever's. Served by sessions_by_last_seen. */
export async function forgetEndedSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.lastSeenAt, new Date(now.getTime() - SESSION_MS_MAX)));
}

function shownName(name: string): string {
  return name === "" ? "Anonymous" : name;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

import { createHash, randomBytes } from "node:crypto";

import { and, eq, isNull, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { SESSION_MS_MAX, sessionEnd } from "./session-life.ts";

const TOKEN_BYTES = 32;

/** A session's last use is written down no oftener: reading a page must not cost a write. */
const SEEN_MS = 60_000;

/** A new session; the token is for the browser alone and stands nowhere else. */
export async function startSession(
  db: Database,
  { userId, browser, now }: { userId: string; browser: string; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db.insert(sessions).values({ tokenHash: hashOf(token), userId, browser, createdAt: now, lastSeenAt: now });
  return token;
}

/**
 * Whose session a token is; null when it is nobody's, has ended, or its person is suspended or gone. The person is read
 * with it each time, so that a new role or a suspension counts at once.
 */
export async function findViewer(db: Database, token: string, now: Date): Promise<Viewer | null> {
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
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashOf(token)), isNull(users.suspendedAt), isNull(users.deletedAt)));
  if (row === undefined || sessionEnd(row) <= now) return null;
  const { sessionId, createdAt, lastSeenAt, ...person } = row;
  if (now.getTime() - lastSeenAt.getTime() >= SEEN_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
  }
  const expiresAt = sessionEnd({ role: row.role, createdAt, lastSeenAt: now });
  return { ...person, name: shownName(person.name), session: { id: sessionId, expiresAt } };
}

export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
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

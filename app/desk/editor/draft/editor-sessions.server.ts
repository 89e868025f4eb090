import { and, asc, eq, gte, lt, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { guideDrafts, guideEditorSessions } from "#app/db/schema/editing.ts";
import { posts } from "#app/db/schema/guides.ts";

import { describeDeletion, type GuideDeletion } from "../publish/guide-deletion.server.ts";

/** Sessions send a heartbeat every 15 seconds. After three missed ones a session counts as closed. */
export const EDITOR_SESSION_TIMEOUT_MS = 45_000;

/** More names don't fit in one line. */
const OTHERS_MAX = 5;

export type EditorSessionState = {
  /** Names of editors with other open sessions. */
  others: string[];
  version: number;
  /** Null unless the guide is deleted. */
  deletion: GuideDeletion | null;
};

/** Records the heartbeat of an editor session and returns the other open sessions. */
export async function recordEditorHeartbeat(
  db: Database,
  { postId, editorSessionId, userId, now }: { postId: number; editorSessionId: string; userId: string; now: Date },
): Promise<EditorSessionState> {
  const since = new Date(now.getTime() - EDITOR_SESSION_TIMEOUT_MS);
  await db
    .delete(guideEditorSessions)
    .where(and(eq(guideEditorSessions.postId, postId), lt(guideEditorSessions.seenAt, since)));
  await db
    .insert(guideEditorSessions)
    .values({ postId, editorSessionId, userId, seenAt: now })
    .onConflictDoUpdate({
      target: [guideEditorSessions.postId, guideEditorSessions.editorSessionId],
      set: { userId, seenAt: now },
    });
  const rows = await db
    .select({ name: users.name })
    .from(guideEditorSessions)
    .innerJoin(users, eq(users.id, guideEditorSessions.userId))
    .where(
      and(
        eq(guideEditorSessions.postId, postId),
        ne(guideEditorSessions.editorSessionId, editorSessionId),
        gte(guideEditorSessions.seenAt, since),
      ),
    )
    .orderBy(asc(users.name))
    .limit(OTHERS_MAX);
  const [draft] = await db
    .select({ version: guideDrafts.version })
    .from(guideDrafts)
    .where(eq(guideDrafts.postId, postId));
  const [post] = await db.select().from(posts).where(eq(posts.id, postId));
  return {
    others: [...new Set(rows.map(({ name }) => name))],
    version: draft?.version ?? 0,
    deletion: post === undefined ? null : await describeDeletion(db, { post, now }),
  };
}

/** Ends an editor session. */
export async function endEditorSession(
  db: Database,
  { postId, editorSessionId }: { postId: number; editorSessionId: string },
) {
  await db
    .delete(guideEditorSessions)
    .where(and(eq(guideEditorSessions.postId, postId), eq(guideEditorSessions.editorSessionId, editorSessionId)));
}

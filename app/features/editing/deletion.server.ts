import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import type { posts } from "#app/db/schema/guides.ts";
import { statusOnceRestored } from "#app/features/guides/delete-post.server.ts";

import { dcTimeLabel } from "./dc-time.ts";
import type { Deletion } from "./deletion.ts";

type Post = Pick<typeof posts.$inferSelect, "id" | "deletedAt" | "statusBeforeDeletion" | "publishedAt">;

/** What is said of a guide that somebody has deleted; null for one that is there. Served by audit_entries_by_subject. */
export async function deletionOf(db: Database, { post, now }: { post: Post; now: Date }): Promise<Deletion | null> {
  if (post.deletedAt === null) return null;
  const isOfPost = and(eq(auditEntries.subjectKind, "post"), eq(auditEntries.subjectId, String(post.id)));
  const [entry] = await db
    .select({ name: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(and(isOfPost, eq(auditEntries.action, "post.delete")))
    .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
    .limit(1);
  return {
    words: `${entry?.name || "Somebody"} deleted this guide on ${dcTimeLabel(post.deletedAt)}. No reader has it.`,
    back: backWords(post, now),
  };
}

function backWords(post: Post, now: Date): string {
  const { statusBeforeDeletion, publishedAt } = post;
  if (statusBeforeDeletion !== "published") return "Brought back, it is a draft again.";
  if (statusOnceRestored(post, now) === "draft")
    return `It was to come out on ${dcTimeLabel(publishedAt)}, which has passed: brought back, it is a draft.`;
  return publishedAt <= now
    ? "Brought back, readers have it at once."
    : `Brought back, it comes out on ${dcTimeLabel(publishedAt)} again.`;
}

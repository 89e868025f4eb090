import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import type { posts } from "#app/db/schema/guides.ts";
import { statusAfterRestore } from "#app/guide/guides/write/delete-guide.server.ts";
import { formatWeekdayInstant } from "#app/lib/format-time.ts";

/** The deletion of a guide, as shown in its editor. */
export type GuideDeletion = {
  /** "Ada deleted this post on Mon, Nov 23, 2026 at 5:00 PM." */
  label: string;
  /** What happens if it is restored. */
  back: string;
};

type Post = Pick<typeof posts.$inferSelect, "id" | "deletedAt" | "statusBeforeDeletion" | "publishedAt">;

/** Describes a guide's deletion; null for a guide that isn't deleted. Served by audit_entries_by_subject. */
export async function describeDeletion(
  db: Database,
  { post, now }: { post: Post; now: Date },
): Promise<GuideDeletion | null> {
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
    label: `${entry?.name || "Someone"} deleted this post on ${formatWeekdayInstant(post.deletedAt)}. Readers can’t see it.`,
    back: describeRestore(post, now),
  };
}

function describeRestore(post: Post, now: Date): string {
  const { statusBeforeDeletion, publishedAt } = post;
  if (statusBeforeDeletion !== "published") return "If you restore it, it will be a draft again.";
  if (statusAfterRestore(post, now) === "draft")
    return `It was scheduled for ${formatWeekdayInstant(publishedAt)}, which has passed. If you restore it, it will be a draft.`;
  return publishedAt <= now
    ? "If you restore it, readers can see it right away."
    : `If you restore it, it will be published on ${formatWeekdayInstant(publishedAt)}.`;
}

import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { firstVisibleTimes } from "./write-guide.server.ts";

type PostChange = { postId: number; actor: Actor; now: Date };
type PostRow = typeof posts.$inferSelect;

/**
 * Soft-deletes a guide; an editor can restore it. Loading the seed data doesn't overwrite it.
 *
 * @returns False when it is deleted already.
 */
export async function deleteGuide(db: Database, { postId, actor, now }: PostChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post === null || post.deletedAt !== null) return false;
    await tx
      .update(posts)
      .set({
        status: "draft",
        deletedAt: now,
        statusBeforeDeletion: post.status,
        ...firstVisibleTimes(post, now),
        updatedAt: now,
        seedDigest: null,
      })
      .where(eq(posts.id, postId));
    const before = { title: post.title, slug: post.slug, status: post.status };
    const subject = { kind: "post", id: String(postId) };
    await recordChange(tx, { actor, action: "post.delete", subject, before, after: null, now });
    await notifyPostPages(tx, post);
    return true;
  });
}

/**
 * Restores a deleted guide. If its scheduled time passed while it was deleted, it becomes a draft.
 *
 * @returns "as-draft" in that case, "not-deleted" when there is nothing to restore.
 */
export async function restoreGuide(
  db: Database,
  { postId, actor, now }: PostChange,
): Promise<"restored" | "as-draft" | "not-deleted"> {
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post === null || post.deletedAt === null) return "not-deleted";
    const status = statusAfterRestore(post, now);
    const isUnscheduled = status !== post.statusBeforeDeletion && post.statusBeforeDeletion === "published";
    await tx
      .update(posts)
      .set({
        status,
        deletedAt: null,
        statusBeforeDeletion: null,
        updatedAt: now,
        ...(isUnscheduled ? { featuredRank: null } : {}),
      })
      .where(eq(posts.id, postId));
    const after = { title: post.title, slug: post.slug, status };
    const subject = { kind: "post", id: String(postId) };
    await recordChange(tx, { actor, action: "post.restore", subject, before: null, after, now });
    await notifyPostPages(tx, post);
    return isUnscheduled ? "as-draft" : "restored";
  });
}

/** A guide whose scheduled time passed while it was deleted becomes a draft, so that restoring doesn't publish it. */
export function statusAfterRestore(
  { statusBeforeDeletion, publishedAt, deletedAt }: Pick<PostRow, "statusBeforeDeletion" | "publishedAt" | "deletedAt">,
  now: Date,
): PostRow["status"] {
  const hasMissedSchedule = deletedAt !== null && publishedAt > deletedAt && publishedAt <= now;
  return hasMissedSchedule ? "draft" : (statusBeforeDeletion ?? "draft");
}

async function lockPost(db: Database, postId: number): Promise<PostRow | null> {
  const [post] = await db.select().from(posts).where(eq(posts.id, postId)).for("update");
  return post ?? null;
}

/** Invalidates the guide's page, all lists of guides, and the pages of its places. */
async function notifyPostPages(db: Database, { slug, categorySlug, neighborhoodSlug }: PostRow): Promise<void> {
  const tags = [`guide:${slug}`, `category:${categorySlug}`];
  const neighborhoodTags = neighborhoodSlug === null ? [] : [`neighborhood:${neighborhoodSlug}`];
  await invalidatePages(db, [...tags, ...neighborhoodTags, "guides", "places", "home"]);
}

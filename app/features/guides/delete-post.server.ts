import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { outSince } from "./write-guide.server.ts";

type Deleting = { postId: number; actor: Actor; now: Date };
type PostRow = typeof posts.$inferSelect;

/**
 * Takes a guide off the site until somebody restores it. Later loads of the catalogue leave it alone.
 *
 * @returns False when it is deleted already.
 */
export async function deletePost(db: Database, { postId, actor, now }: Deleting): Promise<boolean> {
  return db.transaction(async (tx) => {
    const post = await lockedPost(tx, postId);
    if (post === null || post.deletedAt !== null) return false;
    await tx
      .update(posts)
      .set({
        status: "draft",
        deletedAt: now,
        statusBeforeDeletion: post.status,
        ...outSince(post, now),
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
 * Puts a deleted guide back as it was, but for one whose hour came while it was deleted.
 *
 * @returns "as-draft" for such a one, "not-deleted" when there is nothing to restore.
 */
export async function restorePost(
  db: Database,
  { postId, actor, now }: Deleting,
): Promise<"restored" | "as-draft" | "not-deleted"> {
  return db.transaction(async (tx) => {
    const post = await lockedPost(tx, postId);
    if (post === null || post.deletedAt === null) return "not-deleted";
    const status = statusOnceRestored(post, now);
    const isStopped = status !== post.statusBeforeDeletion && post.statusBeforeDeletion === "published";
    await tx
      .update(posts)
      .set({
        status,
        deletedAt: null,
        statusBeforeDeletion: null,
        updatedAt: now,
        ...(isStopped ? { featuredRank: null } : {}),
      })
      .where(eq(posts.id, postId));
    const after = { title: post.title, slug: post.slug, status };
    const subject = { kind: "post", id: String(postId) };
    await recordChange(tx, { actor, action: "post.restore", subject, before: null, after, now });
    await notifyPostPages(tx, post);
    return isStopped ? "as-draft" : "restored";
  });
}

/** A guide goes out at no hour that somebody has forgotten: one whose hour came while it was deleted is a draft again. */
export function statusOnceRestored(
  { statusBeforeDeletion, publishedAt, deletedAt }: Pick<PostRow, "statusBeforeDeletion" | "publishedAt" | "deletedAt">,
  now: Date,
): PostRow["status"] {
  const isMissed = deletedAt !== null && publishedAt > deletedAt && publishedAt <= now;
  return isMissed ? "draft" : (statusBeforeDeletion ?? "draft");
}

async function lockedPost(db: Database, postId: number): Promise<PostRow | null> {
  const [post] = await db.select().from(posts).where(eq(posts.id, postId)).for("update");
  return post ?? null;
}

/** Its own page, every list of guides, and the places that it names. */
async function notifyPostPages(db: Database, { slug, categorySlug, neighborhoodSlug }: PostRow): Promise<void> {
  const own = [`guide:${slug}`, `category:${categorySlug}`];
  const around = neighborhoodSlug === null ? [] : [`neighborhood:${neighborhoodSlug}`];
  await notifyPages(db, [...own, ...around, "guides", "places", "home"]);
}

import { and, eq, gt, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { recentContentDeletions } from "#app/db/schema/reviews.ts";
import { DAY_MS } from "#app/lib/duration.ts";

export type RecentDeletion = Pick<typeof recentContentDeletions.$inferSelect, "kind" | "placeId">;

/**
 * Records deleted content for a day, so that it still counts toward the author's daily limit. Call it in the transaction
 * of the deletion.
 *
 * @param given.postedAt When the content was written and edited.
 */
export async function recordRecentDeletion(
  db: Database,
  { userId, placeId, kind, postedAt, now }: RecentDeletion & { userId: string; postedAt: Date[]; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  await db.delete(recentContentDeletions).where(lte(recentContentDeletions.postedAt, since));
  const rows = postedAt.filter((at) => at > since).map((at) => ({ userId, placeId, kind, postedAt: at }));
  if (rows.length > 0) await db.insert(recentContentDeletions).values(rows);
}

/**
 * What a member wrote and deleted in the last day. Query it after counting existing content, so that a deletion in
 * between counts twice, not never. Served by recent_content_deletions_by_user.
 */
export function listRecentDeletions(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<RecentDeletion[]> {
  return db
    .select({ kind: recentContentDeletions.kind, placeId: recentContentDeletions.placeId })
    .from(recentContentDeletions)
    .where(
      and(
        eq(recentContentDeletions.userId, userId),
        gt(recentContentDeletions.postedAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
}

import { and, eq, gt, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postsTakenBack } from "#app/db/schema/reviews.ts";

const DAY_MS = 24 * 60 * 60_000;

export type TakenBack = Pick<typeof postsTakenBack.$inferSelect, "kind" | "placeId">;

/**
 * Remembers for a day that something was written, though its author has deleted it: whoever writes, deletes and writes again
 * has what a day allows, as anybody has. Call it in the transaction that deletes it.
 *
 * @param given.postedAt When it was written and each time it was changed.
 */
export async function rememberTakenBack(
  db: Database,
  { userId, placeId, kind, postedAt, now }: TakenBack & { userId: string; postedAt: Date[]; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  await db.delete(postsTakenBack).where(lte(postsTakenBack.postedAt, since));
  const rows = postedAt.filter((at) => at > since).map((at) => ({ userId, placeId, kind, postedAt: at }));
  if (rows.length > 0) await db.insert(postsTakenBack).values(rows);
}

/**
 * What somebody wrote in the last day and deleted since; no more than a day allows. Ask it after counting what is still
 * there: what is deleted in between counts twice rather than not at all. Served by posts_taken_back_by_user.
 */
export function takenBackInLastDay(db: Database, { userId, now }: { userId: string; now: Date }): Promise<TakenBack[]> {
  return db
    .select({ kind: postsTakenBack.kind, placeId: postsTakenBack.placeId })
    .from(postsTakenBack)
    .where(and(eq(postsTakenBack.userId, userId), gt(postsTakenBack.postedAt, new Date(now.getTime() - DAY_MS))));
}

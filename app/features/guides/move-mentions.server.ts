import { and, eq, inArray, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces } from "#app/db/schema/guides.ts";

/**
 * Has guides that name one listing name another of the same place. A guide that names both goes on naming both; the one that
 * is gone isn't shown.
 *
 * @param given.only Guides by id; null has all.
 * @returns Ids of those guides.
 */
export async function moveMentions(
  db: Database,
  { from, to, only }: { from: number; to: number; only: number[] | null },
): Promise<number[]> {
  const others = alias(postPlaces, "others");
  const naming = db.select({ id: others.postId }).from(others).where(eq(others.placeId, to));
  // Served by post_places_by_place.
  const moved = await db
    .update(postPlaces)
    .set({ placeId: to })
    .where(
      and(
        eq(postPlaces.placeId, from),
        notInArray(postPlaces.postId, naming),
        only === null ? undefined : inArray(postPlaces.postId, [0, ...only]),
      ),
    )
    .returning({ postId: postPlaces.postId });
  return moved.map(({ postId }) => postId);
}

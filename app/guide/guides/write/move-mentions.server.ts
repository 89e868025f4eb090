import { and, eq, inArray, notInArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces } from "#app/db/schema/guides.ts";

/**
 * Makes guides that mention one listing mention another listing of the same place. A guide that mentions both is not changed;
 * it doesn't show the removed listing.
 *
 * @param input.only Ids of the guides to change; null for all.
 * @returns Ids of the changed guides.
 */
export async function moveMentions(
  db: Database,
  { from, to, only }: { from: number; to: number; only: number[] | null },
): Promise<number[]> {
  const others = alias(postPlaces, "others");
  const mentioning = db.select({ id: others.postId }).from(others).where(eq(others.placeId, to));
  // Served by post_places_by_place.
  const moved = await db
    .update(postPlaces)
    .set({ placeId: to })
    .where(
      and(
        eq(postPlaces.placeId, from),
        notInArray(postPlaces.postId, mentioning),
        only === null ? undefined : inArray(postPlaces.postId, [0, ...only]),
      ),
    )
    .returning({ postId: postPlaces.postId });
  return moved.map(({ postId }) => postId);
}

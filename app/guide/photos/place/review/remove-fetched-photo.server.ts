import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";

import { invalidateGalleryPages } from "../upload/prepare-photos.server.ts";
import { recordPhotoChange } from "../upload/record-photo-change.server.ts";

/**
 * Removes a photo from Wikimedia Commons at once. Its row stays, so that the file isn't fetched again for this place.
 *
 * @param input.reason Kept with the row, up to 500 characters.
 * @returns False when there is no such photo.
 */
export async function removeFetchedPhoto(
  db: Database,
  { photoId, reason, adminId, now }: { photoId: string; reason: string; adminId: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .update(placePhotos)
      .set({ takenDownAt: now, takenDownReason: reason, deletedAt: now, version: sql`${placePhotos.version} + 1` })
      .where(and(eq(placePhotos.id, photoId), isNotNull(placePhotos.sourceFile), isNull(placePhotos.deletedAt)))
      .returning({ placeId: placePhotos.placeId });
    if (removed === undefined || removed.placeId === null) return false;
    const by = { kind: "staff", id: adminId } as const;
    await recordPhotoChange(tx, { placeId: removed.placeId, by, photoId, action: "remove", now });
    await invalidateGalleryPages(tx, removed.placeId);
    return true;
  });
}

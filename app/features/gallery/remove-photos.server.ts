import { and, eq, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { STORING_MS_MAX } from "./add-photo.server.ts";
import { undoneSince } from "./change-photos.server.ts";
import { photoFolder } from "./photo-keys.server.ts";

/** Of one run; the next goes on. */
const PHOTOS_PER_RUN_MAX = 500;

/**
 * Removes the files of photos that nobody can put back any more, of places and submissions that are gone, and of uploads that
 * died halfway. What a moderator took down is remembered by its hash, so that it doesn't come back.
 */
export async function removePhotos({ db, storage }: { db: Database; storage: Storage }, now: Date): Promise<void> {
  const unfinished = and(
    isNull(placePhotos.storedAt),
    lt(placePhotos.uploadedAt, new Date(now.getTime() - STORING_MS_MAX)),
  );
  // What was refused with its submission, or left out, has its way back like what was taken off: for the editor who undoes it.
  const waits = db
    .select({ one: sql`1` })
    .from(moderationCases)
    .where(and(eq(moderationCases.submissionId, placePhotos.submissionId), isNull(moderationCases.closedAt)));
  const isNowhere = and(isNull(placePhotos.placeId), isNull(placePhotos.deletedAt), notExists(waits));
  const isOrphan = and(isNull(placePhotos.placeId), isNull(placePhotos.submissionId));
  // Once an hour, over place_photos_to_remove: each photo whose files are there is looked at.
  const gone = await db
    .select({ id: placePhotos.id, placeId: placePhotos.placeId, takenDownAt: placePhotos.takenDownAt })
    .from(placePhotos)
    .where(
      and(
        isNull(placePhotos.filesRemovedAt),
        or(lt(placePhotos.deletedAt, undoneSince(now)), isOrphan, isNowhere, unfinished),
      ),
    )
    .limit(PHOTOS_PER_RUN_MAX);
  for (const { id, placeId, takenDownAt } of gone) {
    // The files first: should this end here, the row brings it back to the same.
    await storage.removeFolder(photoFolder(id));
    const isRemembered = takenDownAt !== null && placeId !== null;
    if (isRemembered) await db.update(placePhotos).set({ filesRemovedAt: now }).where(eq(placePhotos.id, id));
    else await db.delete(placePhotos).where(eq(placePhotos.id, id));
  }
  // Remembered for a place that has gone since.
  await db.delete(placePhotos).where(and(isNotNull(placePhotos.filesRemovedAt), isNull(placePhotos.placeId)));
}

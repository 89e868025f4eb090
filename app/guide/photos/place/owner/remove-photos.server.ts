import { and, eq, isNotNull, isNull, lt, notExists, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { STORE_TIMEOUT_MS } from "../upload/add-photo.server.ts";
import { photosRestorableSince } from "./change-photos.server.ts";
import { photoFolder } from "../show/photo-keys.server.ts";

/** Limit of one run. The next run continues. */
const PHOTOS_PER_RUN_MAX = 500;

/**
 * Deletes files of photos that can't be restored, of deleted places and submissions, of withdrawn sources, and of crashed uploads. Keeps the hash of
 * photos that an editor removed, so that they can't be uploaded again.
 */
export async function removePhotos({ db, storage }: { db: Database; storage: Storage }, now: Date): Promise<void> {
  const unfinished = and(
    isNull(placePhotos.storedAt),
    lt(placePhotos.uploadedAt, new Date(now.getTime() - STORE_TIMEOUT_MS)),
  );
  // Photos rejected with their submission, or left out, have a deletedAt: they stay restorable for an editor's undo.
  const openCase = db
    .select({ one: sql`1` })
    .from(moderationCases)
    .where(and(eq(moderationCases.submissionId, placePhotos.submissionId), isNull(moderationCases.closedAt)));
  const isAbandoned = and(isNull(placePhotos.placeId), isNull(placePhotos.deletedAt), notExists(openCase));
  const isOrphan = and(isNull(placePhotos.placeId), isNull(placePhotos.submissionId));
  // A source doesn't stand by it any more: it was withdrawn, or names another picture.
  const isUncredited = and(
    isNotNull(placePhotos.sourceFile),
    isNull(placePhotos.takenDownAt),
    sql`not exists (select from place_facts said where said.place_id = ${placePhotos.placeId} and said.field = 'picture'
      and said.value ->> 'file' = ${placePhotos.sourceFile})`,
  );
  // Runs hourly and scans every photo with files, over the index place_photos_to_remove.
  const expired = await db
    .select({ id: placePhotos.id, placeId: placePhotos.placeId, takenDownAt: placePhotos.takenDownAt })
    .from(placePhotos)
    .where(
      and(
        isNull(placePhotos.filesRemovedAt),
        or(lt(placePhotos.deletedAt, photosRestorableSince(now)), isOrphan, isAbandoned, unfinished, isUncredited),
      ),
    )
    .limit(PHOTOS_PER_RUN_MAX);
  for (const { id, placeId, takenDownAt } of expired) {
    // Delete the files first: after a crash here, the row makes the next run repeat it.
    await storage.removeFolder(photoFolder(id));
    const isRemembered = takenDownAt !== null && placeId !== null;
    if (isRemembered) await db.update(placePhotos).set({ filesRemovedAt: now }).where(eq(placePhotos.id, id));
    else await db.delete(placePhotos).where(eq(placePhotos.id, id));
  }
  // Hashes retained for places that have been deleted since.
  await db.delete(placePhotos).where(and(isNotNull(placePhotos.filesRemovedAt), isNull(placePhotos.placeId)));
}

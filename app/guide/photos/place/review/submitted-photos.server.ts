import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { isPhotoOf, lockPhotoParent } from "../owner/photo-parent.server.ts";
import { uncroppedKey } from "../show/photo-keys.server.ts";
import { PREPARE_ATTEMPTS_MAX } from "../upload/prepare-photos.server.ts";
import type { SubmittedPhoto, SubmittedPhotoState } from "./submitted-photo.ts";

type Photo = typeof placePhotos.$inferSelect;

/** A photo of the submission whose key the sender has; a photo of another submission counts as missing. */
type SubmittedPhotoRef = { submissionId: string; photoId: string };

/** Photos of a pending submission: stored and not deleted. Served by place_photos_by_submission. */
export function isPendingPhotoOf(submissionId: string): SQL | undefined {
  return and(isPhotoOf({ submissionId }), isNull(placePhotos.deletedAt), isNotNull(placePhotos.storedAt));
}

/** The photos of a pending submission, in upload order. */
export async function listSubmittedPhotos(db: Database, submissionId: string): Promise<SubmittedPhoto[]> {
  const rows = await db
    .select()
    .from(placePhotos)
    .where(isPendingPhotoOf(submissionId))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
  return rows.map((row) => ({ id: row.id, alt: row.alt, state: stateOf(row) }));
}

function stateOf({ alt, rendition, readyRendition, tries }: Photo): SubmittedPhotoState {
  if (readyRendition !== rendition) return tries < PREPARE_ATTEMPTS_MAX ? "preparing" : "failed";
  return alt === "" ? "undescribed" : "ready";
}

/** Sets a photo's description. Saving the same text again changes nothing. */
export async function describeSubmittedPhoto(
  db: Database,
  { alt, ...photo }: SubmittedPhotoRef & { alt: string },
): Promise<"described" | "no-such-photo"> {
  return changePending(db, photo, { alt }, "described");
}

/** Deletes a photo. The clean-up job deletes its files later. */
export async function removeSubmittedPhoto(
  db: Database,
  { now, ...photo }: SubmittedPhotoRef & { now: Date },
): Promise<"removed" | "no-such-photo"> {
  return changePending(db, photo, { deletedAt: now }, "removed");
}

/** Locks the submission, so that no change interleaves with an editor's decision. */
async function changePending<Done extends string>(
  db: Database,
  { submissionId, photoId }: SubmittedPhotoRef,
  set: Partial<Pick<Photo, "alt" | "deletedAt">>,
  done: Done,
): Promise<Done | "no-such-photo"> {
  if (!isUuid(photoId)) return "no-such-photo";
  return db.transaction(async (tx) => {
    if (!(await lockPhotoParent(tx, { submissionId }))) return "no-such-photo";
    const isPhoto = and(eq(placePhotos.id, photoId), isPendingPhotoOf(submissionId));
    const [photo] = await tx.select({ alt: placePhotos.alt }).from(placePhotos).where(isPhoto);
    if (photo === undefined) return "no-such-photo";
    if (set.alt !== undefined && set.alt === photo.alt) return done;
    await tx
      .update(placePhotos)
      .set({ ...set, version: sql`${placePhotos.version} + 1` })
      .where(isPhoto);
    return done;
  });
}

/** The file of a photo for the submission's sender; null when the photo isn't in that pending submission. */
export async function findSubmittedPhotoFile(
  db: Database,
  { submissionId, photoId }: SubmittedPhotoRef,
): Promise<string | null> {
  if (!isUuid(photoId)) return null;
  const isPhoto = and(eq(placePhotos.id, photoId), isPendingPhotoOf(submissionId));
  const [photo] = await db.select({ id: placePhotos.id }).from(placePhotos).where(isPhoto);
  return photo === undefined ? null : uncroppedKey(photo.id);
}

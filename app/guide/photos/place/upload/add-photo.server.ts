import { and, eq, isNull, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { FULL_CROP } from "./crop.ts";
import { isPhotoOf, lockPhotoParent, findPhotoLimitRefusal, type PhotoParent } from "../owner/photo-parent.server.ts";
import { fileDigest, masterKey, photoFolder, renditionName, uncroppedKey } from "../show/photo-keys.server.ts";
import type { PhotoRefusal } from "./photo-refusals.ts";
import { type ProcessedPicture, processPicture } from "./picture-processing.server.ts";
import { PHOTO_BYTES_MAX } from "../place-photo.ts";
import { PREPARE_PHOTOS_JOB } from "./prepare-photos.server.ts";
import { recordPhotoChange } from "./record-photo-change.server.ts";

/** An upload that hasn't stored its files after this time has crashed. */
export const STORE_TIMEOUT_MS = 5 * 60_000;

/** What adding a photo needs from the site. */
export type PhotoUploadContext = { db: Database; storage: Storage; log: Logger; now: Date };

/** Where a photo goes, and who sends it. Owners are signed in; the sender of a submission may be a guest with its key. */
export type PhotoUploadTarget =
  | { placeId: number; uploadedBy: string }
  | { submissionId: string; uploadedBy: string | null };

/** A picture that the fact "picture" of a place names, and who fetched it. It has its description already. */
export type FetchedPhotoTarget = { placeId: number; sourceFile: string; alt: string; fetchedBy: Actor };

type PhotoTarget = PhotoUploadTarget | FetchedPhotoTarget;

type PhotoInput = PhotoTarget & { bytes: Uint8Array };

/** `isNew`: false when the same file was uploaded before. */
export type AddedPhoto = { id: string; isNew: boolean };

/**
 * Accepts a file for a place or a submission: decodes it, stores the picture, and triggers the job that makes its sizes. The
 * photo isn't public yet.
 *
 * @returns A refusal when the file isn't an accepted photo, or a limit is reached.
 */
export async function addPhoto(
  context: PhotoUploadContext,
  { bytes, ...to }: PhotoInput,
): Promise<AddedPhoto | PhotoRefusal> {
  if (bytes.byteLength > PHOTO_BYTES_MAX) return "too-large";
  const sourceDigest = fileDigest(bytes);
  const existing = await findSame(context.db, { home: to, sourceDigest });
  if (existing !== null) return existing;
  const picture = await processPicture(bytes);
  if (typeof picture === "string") return picture;
  const started = await insertPhoto(context, { to, sourceDigest, picture });
  if (typeof started === "string" || !started.isNew) return started;
  const isStored = await storeFiles(context, started.id, picture);
  if (!isStored) return "no-storage";
  return markStored(context, { to, added: started });
}

async function markStored(
  { db, now }: PhotoUploadContext,
  { to, added }: { to: PhotoTarget; added: AddedPhoto },
): Promise<AddedPhoto | PhotoRefusal> {
  return db.transaction(async (tx) => {
    const isOpen = await lockPhotoParent(tx, to);
    const isStarted = and(eq(placePhotos.id, added.id), isNull(placePhotos.deletedAt));
    if (!isOpen) {
      await tx.update(placePhotos).set({ deletedAt: now }).where(isStarted);
      return "submission-closed";
    }
    const stored = await tx
      .update(placePhotos)
      .set({ storedAt: now })
      .where(isStarted)
      .returning({ id: placePhotos.id });
    // Storing took longer than STORING_MS_MAX, so another upload has discarded this one as crashed.
    if (stored.length === 0) return "no-storage";
    await triggerJob(tx, PREPARE_PHOTOS_JOB);
    if ("placeId" in to) {
      const by: Actor = "fetchedBy" in to ? to.fetchedBy : { kind: "owner", id: to.uploadedBy };
      await recordPhotoChange(tx, { placeId: to.placeId, by, photoId: added.id, action: "add", now });
    }
    return added;
  });
}

/** Runs before decoding, so that sending the same file again costs nothing. */
async function findSame(
  db: Database,
  { home, sourceDigest }: { home: PhotoParent; sourceDigest: string },
): Promise<AddedPhoto | "taken-down" | null> {
  const rows = await db
    .select()
    .from(placePhotos)
    .where(and(isPhotoOf(home), eq(placePhotos.sourceDigest, sourceDigest)));
  if (rows.some(({ takenDownAt }) => takenDownAt !== null)) return "taken-down";
  const live = rows.find(({ deletedAt, storedAt }) => deletedAt === null && storedAt !== null);
  return live === undefined ? null : { id: live.id, isNew: false };
}

type InsertPhotoInput = { to: PhotoTarget; sourceDigest: string; picture: ProcessedPicture };

/** The row is inserted before the files are stored, because the clean-up job finds files by their rows. */
async function insertPhoto(
  { db, now }: PhotoUploadContext,
  { to, sourceDigest, picture }: InsertPhotoInput,
): Promise<AddedPhoto | PhotoRefusal> {
  return db.transaction(async (tx) => {
    // Locked, so that two concurrent uploads can't both take the last free slot.
    if (!(await lockPhotoParent(tx, to))) return "submission-closed";
    await discardUnfinished(tx, { home: to, now });
    const refusal = await findPhotoLimitRefusal(tx, to, now);
    if (refusal !== null) return refusal;
    const [last] = await tx
      .select({ position: max(placePhotos.position) })
      .from(placePhotos)
      .where(and(isPhotoOf(to), isNull(placePhotos.deletedAt)));
    const [made] = await tx
      .insert(placePhotos)
      .values({
        ...columnsOf(to),
        isFromSubmission: "submissionId" in to,
        sourceDigest,
        width: picture.width,
        height: picture.height,
        position: (last?.position ?? 0) + 1,
        rendition: renditionName(sourceDigest, FULL_CROP),
        tryAfter: now,
        uploadedAt: now,
      })
      .onConflictDoNothing("fetchedBy" in to ? undefined : DUPLICATE_TARGETS["placeId" in to ? "place" : "submission"])
      .returning({ id: placePhotos.id });
    if (made !== undefined) return { id: made.id, isNew: true };
    return (await findSame(tx, { home: to, sourceDigest })) ?? "busy";
  });
}

function columnsOf(to: PhotoTarget) {
  if (!("fetchedBy" in to)) return to;
  const { fetchedBy: _fetchedBy, ...columns } = to;
  return columns;
}

/** The unique indexes place_photos_once and place_photos_once_submitted: of the same file sent twice at once, one is stored. */
const DUPLICATE_TARGETS = {
  place: { target: [placePhotos.placeId, placePhotos.sourceDigest], where: sql`deleted_at is null` },
  submission: {
    target: [placePhotos.submissionId, placePhotos.sourceDigest],
    where: sql`submission_id is not null and deleted_at is null`,
  },
};

/** Discards crashed uploads, so that the same file can be sent again. */
async function discardUnfinished(tx: Database, { home, now }: { home: PhotoParent; now: Date }): Promise<void> {
  const longAgo = new Date(now.getTime() - STORE_TIMEOUT_MS);
  await tx
    .update(placePhotos)
    .set({ deletedAt: now })
    .where(
      and(
        isPhotoOf(home),
        isNull(placePhotos.storedAt),
        isNull(placePhotos.deletedAt),
        lt(placePhotos.uploadedAt, longAgo),
      ),
    );
}

async function storeFiles(
  { db, storage, log }: PhotoUploadContext,
  id: string,
  picture: ProcessedPicture,
): Promise<boolean> {
  try {
    await storage.put(uncroppedKey(id), picture.uncropped, "image/jpeg");
    await storage.put(masterKey(id), picture.master, "image/jpeg");
    return true;
  } catch (error) {
    // A full disk, a bucket that doesn't answer: in any case the photo isn't stored.
    log.error({ err: error, photo: id }, "A photo could not be stored");
    await db.delete(placePhotos).where(eq(placePhotos.id, id));
    await storage.removeFolder(photoFolder(id)).catch(() => {});
    return false;
  }
}

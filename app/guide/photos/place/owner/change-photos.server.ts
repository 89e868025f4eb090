import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";
import { moveListItem } from "#app/ui/row-order.ts";

import type { Crop } from "../upload/crop.ts";
import { renditionName } from "../show/photo-keys.server.ts";
import { PHOTOS_PER_PLACE_MAX, PHOTO_RESTORE_HOURS } from "../place-photo.ts";
import { invalidateGalleryPages, PREPARE_PHOTOS_JOB } from "../upload/prepare-photos.server.ts";

/** An uploaded photo of the owner's place; another photo counts as missing. */
type PhotoRef = { placeId: number; photoId: string };

/** `version`: of the photo when the page was shown, so that a newer change by someone else isn't overwritten. */
type VersionedPhotoRef = PhotoRef & { version: number };

/** Sets a photo's description, without which it isn't public. */
export async function describePhoto(
  db: Database,
  { alt, version, ...own }: VersionedPhotoRef & { alt: string },
): Promise<"described" | "same" | "no-such-photo" | "changed-meanwhile"> {
  return db.transaction(async (tx) => {
    const [photo] = await tx.select().from(placePhotos).where(isOwn(own)).for("no key update");
    if (photo === undefined) return "no-such-photo";
    if (photo.alt === alt) return "same";
    if (photo.version !== version) return "changed-meanwhile";
    await tx
      .update(placePhotos)
      .set({ alt, version: version + 1 })
      .where(eq(placePhotos.id, photo.id));
    await invalidateGalleryPages(tx, own.placeId);
    return "described";
  });
}

/** Sets a photo's crop. The current files stay public until those of the new crop are made. */
export async function cropPhoto(
  db: Database,
  { crop, version, now, ...own }: VersionedPhotoRef & { crop: Crop; now: Date },
): Promise<"cropped" | "no-such-photo" | "changed-meanwhile"> {
  return db.transaction(async (tx) => {
    const [photo] = await tx.select().from(placePhotos).where(isOwn(own)).for("no key update");
    if (photo === undefined) return "no-such-photo";
    const rendition = renditionName(photo.sourceDigest, crop);
    if (rendition === photo.rendition) return "cropped";
    if (photo.version !== version) return "changed-meanwhile";
    const { shape: cropShape, size: cropSize, x: cropX, y: cropY } = crop;
    const changes = { cropShape, cropSize, cropX, cropY, rendition, tries: 0, tryAfter: now, version: version + 1 };
    await tx.update(placePhotos).set(changes).where(eq(placePhotos.id, photo.id));
    await triggerJob(tx, PREPARE_PHOTOS_JOB);
    return "cropped";
  });
}

/** Removes a photo from the listing at once. It can be restored for UNDO_HOURS; then its files are deleted. */
export async function removeListingPhoto(
  db: Database,
  own: PhotoRef & { now: Date },
): Promise<"taken-off" | "no-such-photo"> {
  return change(db, own, { deletedAt: own.now }, "taken-off");
}

/** Restores a removed photo at its previous position. */
export async function restoreListingPhoto(
  db: Database,
  { placeId, photoId, now }: PhotoRef & { now: Date },
): Promise<"put-back" | "no-such-photo" | "full" | "there-again"> {
  if (!isUuid(photoId)) return "no-such-photo";
  return db.transaction(async (tx) => {
    await lockPhotosOf(tx, placeId);
    const ofPlace = eq(placePhotos.placeId, placeId);
    const [photo] = await tx
      .select()
      .from(placePhotos)
      .where(and(ofPlace, eq(placePhotos.id, photoId), isNull(placePhotos.sourceFile)));
    if (photo === undefined || photo.filesRemovedAt !== null || photo.storedAt === null) return "no-such-photo";
    if (photo.deletedAt === null) return "put-back";
    if (photo.deletedAt <= photosRestorableSince(now)) return "no-such-photo";
    const live = await tx
      .select()
      .from(placePhotos)
      .where(and(ofPlace, isNull(placePhotos.deletedAt)));
    if (live.some(({ sourceDigest }) => sourceDigest === photo.sourceDigest)) return "there-again";
    if (live.length >= PHOTOS_PER_PLACE_MAX) return "full";
    await tx.update(placePhotos).set({ deletedAt: null, tries: 0, tryAfter: now }).where(eq(placePhotos.id, photoId));
    await invalidateGalleryPages(tx, placeId);
    await triggerJob(tx, PREPARE_PHOTOS_JOB);
    return "put-back";
  });
}

/** Photos removed before this time can't be restored. */
export function photosRestorableSince(now: Date): Date {
  return new Date(now.getTime() - PHOTO_RESTORE_HOURS * 60 * 60_000);
}

/** Retries to prepare a photo that failed. */
export async function retryPhotoPreparation(
  db: Database,
  own: PhotoRef & { now: Date },
): Promise<"tried" | "no-such-photo"> {
  const outcome = await change(db, own, { tries: 0, tryAfter: own.now }, "tried" as const);
  if (outcome === "tried") await triggerJob(db, PREPARE_PHOTOS_JOB);
  return outcome;
}

/**
 * Puts a place's photos in the given order of ids. `was` is the order the change is based on: if it is no longer current,
 * nothing changes. Sending the same order again succeeds.
 */
export async function reorderPhotos(
  db: Database,
  { placeId, was, order }: { placeId: number; was: string[]; order: string[] },
): Promise<"ordered" | "changed-meanwhile"> {
  return db.transaction(async (tx) => {
    const ids = await lockedOrder(tx, placeId);
    if (isSameOrder(ids, order)) return "ordered";
    if (!isSameOrder(ids, was) || !isSameOrder(ids.toSorted(), order.toSorted())) return "changed-meanwhile";
    await writeOrder(tx, placeId, order);
    return "ordered";
  });
}

/** Moves one photo by one position. At either end it stays. */
export async function movePhoto(
  db: Database,
  { placeId, photoId, to }: PhotoRef & { to: "up" | "down" },
): Promise<"moved" | "no-such-photo"> {
  return db.transaction(async (tx) => {
    const ids = await lockedOrder(tx, placeId);
    const from = ids.indexOf(photoId);
    if (from === -1) return "no-such-photo";
    await writeOrder(tx, placeId, moveListItem(ids, from, to === "up" ? from - 1 : from + 1));
    return "moved";
  });
}

async function lockedOrder(tx: Database, placeId: number): Promise<string[]> {
  await lockPhotosOf(tx, placeId);
  // Served by place_photos_by_place.
  const rows = await tx
    .select({ id: placePhotos.id })
    .from(placePhotos)
    .where(
      and(
        eq(placePhotos.placeId, placeId),
        isNull(placePhotos.deletedAt),
        isNotNull(placePhotos.storedAt),
        isNull(placePhotos.sourceFile),
      ),
    )
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
  return rows.map(({ id }) => id);
}

async function writeOrder(tx: Database, placeId: number, order: string[]): Promise<void> {
  for (const [index, id] of order.entries()) {
    await tx
      .update(placePhotos)
      .set({ position: index + 1 })
      .where(eq(placePhotos.id, id));
  }
  await invalidateGalleryPages(tx, placeId);
}

/** Serializes changes of one place's photos. */
async function lockPhotosOf(tx: Database, placeId: number): Promise<void> {
  await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("no key update");
}

function isSameOrder(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((id, index) => id === second[index]);
}

function isOwn({ placeId, photoId }: PhotoRef): SQL | undefined {
  if (!isUuid(photoId)) return sql`false`;
  return and(
    eq(placePhotos.id, photoId),
    eq(placePhotos.placeId, placeId),
    isNull(placePhotos.deletedAt),
    isNotNull(placePhotos.storedAt),
    isNull(placePhotos.sourceFile),
  );
}

async function change<Done extends string>(
  db: Database,
  own: PhotoRef,
  set: Parameters<ReturnType<typeof db.update<typeof placePhotos>>["set"]>[0],
  done: Done,
): Promise<Done | "no-such-photo"> {
  return db.transaction(async (tx) => {
    const changed = await tx.update(placePhotos).set(set).where(isOwn(own)).returning({ id: placePhotos.id });
    if (changed.length === 0) return "no-such-photo";
    await invalidateGalleryPages(tx, own.placeId);
    return done;
  });
}

import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { photosRestorableSince } from "./owner/change-photos.server.ts";
import type { Crop, Size } from "./upload/crop.ts";
import { type OwnerPhoto, type PhotoState } from "./owner/owner-photo.ts";
import { photoFileKey, uncroppedKey } from "./show/photo-keys.server.ts";
import { readPhotoCrop, PREPARE_ATTEMPTS_MAX } from "./upload/prepare-photos.server.ts";
import {
  type GalleryPhoto,
  PHOTO_TYPES,
  PHOTOS_PER_PLACE_MAX,
  parsePhotoFileName,
  type PreparedPhoto,
  UNCROPPED_FILE,
  photoWidths,
} from "./place-photo.ts";

type Photo = typeof placePhotos.$inferSelect;

/** Public photos: prepared, described, and removed by neither owner nor editor. */
const IS_SHOWN = and(
  isNull(placePhotos.deletedAt),
  isNull(placePhotos.takenDownAt),
  isNotNull(placePhotos.readyRendition),
  ne(placePhotos.alt, ""),
);

/** A place's public photos in order. Served by place_photos_by_place. */
export async function listPublicPhotos(db: Database, placeId: number): Promise<GalleryPhoto[]> {
  const rows = await db
    .select()
    .from(placePhotos)
    .where(and(eq(placePhotos.placeId, placeId), IS_SHOWN))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id))
    .limit(PHOTOS_PER_PLACE_MAX);
  return rows.flatMap((row) => {
    const photo = shownPhoto(row);
    return photo === null ? [] : [{ ...photo, isSubmitted: row.isFromSubmission }];
  });
}

function shownPhoto({ id, alt, readyRendition, readyWidth, readyHeight }: Photo): PreparedPhoto | null {
  if (readyRendition === null || readyWidth === null || readyHeight === null) return null;
  return { id, alt, rendition: readyRendition, width: readyWidth, height: readyHeight };
}

/** A public photo, as the report page needs it. */
export type ReportedPhoto = { photo: PreparedPhoto; placeId: number; slug: string; placeName: string };

export async function findPublicPhoto(db: Database, photoId: string): Promise<ReportedPhoto | null> {
  if (!isUuid(photoId)) return null;
  const [row] = await db
    .select({ photo: placePhotos, placeId: places.id, slug: places.slug, placeName: places.name })
    .from(placePhotos)
    .innerJoin(places, eq(places.id, placePhotos.placeId))
    .where(and(eq(placePhotos.id, photoId), IS_SHOWN, ne(places.status, "removed")));
  const photo = row === undefined ? null : shownPhoto(row.photo);
  return row === undefined || photo === null ? null : { ...row, photo };
}

/** All photos of a place for its owner, and the removed ones that can still be restored. */
export async function listOwnerPhotos(
  db: Database,
  { placeId, now }: { placeId: number; now: Date },
): Promise<{ photos: OwnerPhoto[]; takenOff: OwnerPhoto[] }> {
  const isStored = and(eq(placePhotos.placeId, placeId), isNotNull(placePhotos.storedAt));
  const live = await db
    .select()
    .from(placePhotos)
    .where(and(isStored, isNull(placePhotos.deletedAt)))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
  const removed = await db
    .select()
    .from(placePhotos)
    .where(and(isStored, gt(placePhotos.deletedAt, photosRestorableSince(now)), isNull(placePhotos.filesRemovedAt)))
    .orderBy(desc(placePhotos.deletedAt), asc(placePhotos.id))
    .limit(PHOTOS_PER_PLACE_MAX);
  return { photos: live.map(ownPhoto), takenOff: removed.map(ownPhoto) };
}

function ownPhoto(row: Photo): OwnerPhoto {
  return {
    id: row.id,
    version: row.version,
    alt: row.alt,
    prepared: shownPhoto(row),
    state: stateOf(row),
    takenDownReason: row.takenDownReason,
    isCropped: row.cropShape !== "whole",
  };
}

function stateOf(row: Photo): PhotoState {
  if (row.takenDownAt !== null) return "taken-down";
  if (row.readyRendition !== row.rendition) return row.tries < PREPARE_ATTEMPTS_MAX ? "preparing" : "failed";
  return row.alt === "" ? "undescribed" : "shown";
}

/** One photo of a place, for cropping; null if it belongs to another place. */
export async function findOwnerPhoto(
  db: Database,
  { placeId, photoId }: { placeId: number; photoId: string },
): Promise<{ id: string; version: number; alt: string; size: Size; crop: Crop } | null> {
  if (!isUuid(photoId)) return null;
  const [row] = await db
    .select()
    .from(placePhotos)
    .where(and(eq(placePhotos.id, photoId), eq(placePhotos.placeId, placeId), isNull(placePhotos.deletedAt)));
  if (row === undefined || row.storedAt === null) return null;
  const { id, version, alt } = row;
  return { id, version, alt, size: { width: row.width, height: row.height }, crop: readPhotoCrop(row) };
}

/** A photo file that this viewer may see. `isForAll`: it is public. */
export type ServedPhotoFile = { key: string; type: string; isPublic: boolean };

/**
 * Finds the file for a URL if this viewer may see it: public photos for everyone, others for owners and admins, photos of
 * pending submissions for admins only. The stored original is never served.
 */
export async function findPhotoFile(
  db: Database,
  { photoId, name, viewer }: { photoId: string; name: string; viewer: Pick<Viewer, "id" | "role"> | null },
): Promise<ServedPhotoFile | null> {
  if (!isUuid(photoId)) return null;
  const [row] = await db
    .select({
      photo: placePhotos,
      isShown: sql<boolean>`coalesce(${IS_SHOWN} and ${places.status} <> 'removed', false)`,
    })
    .from(placePhotos)
    .leftJoin(places, eq(places.id, placePhotos.placeId))
    .where(and(eq(placePhotos.id, photoId), or(isNotNull(places.id), isNotNull(placePhotos.submissionId))));
  if (row === undefined || row.photo.filesRemovedAt !== null || row.photo.storedAt === null) return null;
  const file = fileNamed(row.photo, name);
  if (file === null) return null;
  if (row.isShown && name !== UNCROPPED_FILE) return { ...file, isPublic: true };
  const canSeeHidden =
    viewer !== null && (viewer.role === "admin" || (await isOwner(db, row.photo.placeId, viewer.id)));
  return canSeeHidden ? { ...file, isPublic: false } : null;
}

function fileNamed(photo: Photo, name: string): Pick<ServedPhotoFile, "key" | "type"> | null {
  if (name === UNCROPPED_FILE) return { key: uncroppedKey(photo.id), type: PHOTO_TYPES.jpg };
  const file = parsePhotoFileName(name);
  if (file === null || photo.readyWidth === null || file.rendition !== photo.readyRendition) return null;
  if (!photoWidths(photo.readyWidth).includes(file.width)) return null;
  return { key: photoFileKey(photo.id, file), type: PHOTO_TYPES[file.format] };
}

/** Served by the key of place_owners. */
async function isOwner(db: Database, placeId: number | null, userId: string): Promise<boolean> {
  if (placeId === null) return false;
  const isOwnerRow = and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId));
  return (await db.$count(placeOwners, isOwnerRow)) > 0;
}

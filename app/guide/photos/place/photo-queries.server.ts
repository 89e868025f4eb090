import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { PictureSchema } from "#app/guide/places/facts/place-facts.ts";
import type { PlacePicture } from "#app/db/columns/photo-columns.ts";
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

/** The fact that has the credit of a fetched photo: as long as it is there, a source stands by the picture and its license. */
const IS_ITS_PICTURE = and(
  eq(placeFacts.placeId, placePhotos.placeId),
  eq(placeFacts.field, "picture"),
  sql`${placeFacts.value} ->> 'file' = ${placePhotos.sourceFile}`,
);

/** Uploads of the place's owner, of its managers or with its submission. */
const IS_UPLOAD = isNull(placePhotos.sourceFile);

/** Public photos: prepared, described, credited if they need it, and removed by neither owner nor editor. */
const IS_SHOWN = and(
  isNull(placePhotos.deletedAt),
  isNull(placePhotos.takenDownAt),
  isNotNull(placePhotos.readyRendition),
  ne(placePhotos.alt, ""),
  // Served by the key of place_facts.
  sql`(${IS_UPLOAD} or exists (select from ${placeFacts} where ${IS_ITS_PICTURE}))`,
);

/** A place's public photos in order, those of its owner first. Served by place_photos_by_place and the key of place_facts. */
export async function listPublicPhotos(db: Database, placeId: number): Promise<GalleryPhoto[]> {
  const rows = await db
    .select({ photo: placePhotos, picture: placeFacts.value })
    .from(placePhotos)
    .leftJoin(placeFacts, IS_ITS_PICTURE)
    .where(and(eq(placePhotos.placeId, placeId), IS_SHOWN))
    .orderBy(sql`${placePhotos.sourceFile} is not null`, asc(placePhotos.position), asc(placePhotos.id))
    .limit(PHOTOS_PER_PLACE_MAX);
  return rows.flatMap(({ photo: row, picture }) => {
    const photo = shownPhoto(row);
    const credit = picture === null ? null : PictureSchema.parse(picture);
    return photo === null ? [] : [{ ...photo, isSubmitted: row.isFromSubmission, credit }];
  });
}

/** Photos from Wikimedia Commons per page of the credits. */
export const CREDITS_PER_PAGE = 100;

/** A photo from Wikimedia Commons with its place. */
export type PhotoCredit = { placeName: string; slug: string; credit: PlacePicture };

/** The public photos from Wikimedia Commons by the name of their place. Served by place_facts_of_wikimedia. */
export async function listPhotoCredits(
  db: Database,
  { page }: { page: number },
): Promise<{ credits: PhotoCredit[]; pageCount: number }> {
  const isListed = and(IS_SHOWN, isNotNull(placePhotos.sourceFile), ne(places.status, "removed"));
  const shown = db
    .select({ placeName: places.name, slug: places.slug, picture: placeFacts.value })
    .from(placePhotos)
    .innerJoin(placeFacts, IS_ITS_PICTURE)
    .innerJoin(places, eq(places.id, placePhotos.placeId))
    .where(isListed);
  const pageCount = Math.max(1, Math.ceil((await db.$count(shown.as("shown"))) / CREDITS_PER_PAGE));
  const rows = await shown
    .orderBy(sql`lower(unaccent(${places.name}))`, asc(places.id))
    .limit(CREDITS_PER_PAGE)
    .offset((Math.min(page, pageCount) - 1) * CREDITS_PER_PAGE);
  return {
    credits: rows.map(({ picture, ...place }) => ({ ...place, credit: PictureSchema.parse(picture) })),
    pageCount,
  };
}

function shownPhoto({ id, alt, readyRendition, readyWidth, readyHeight }: Photo): PreparedPhoto | null {
  if (readyRendition === null || readyWidth === null || readyHeight === null) return null;
  return { id, alt, rendition: readyRendition, width: readyWidth, height: readyHeight };
}

/** A public photo, as the report page needs it. `isFetched`: it is from Wikimedia Commons. */
export type ReportedPhoto = {
  photo: PreparedPhoto;
  placeId: number;
  slug: string;
  placeName: string;
  isFetched: boolean;
};

export async function findPublicPhoto(db: Database, photoId: string): Promise<ReportedPhoto | null> {
  if (!isUuid(photoId)) return null;
  const [row] = await db
    .select({ photo: placePhotos, placeId: places.id, slug: places.slug, placeName: places.name })
    .from(placePhotos)
    .innerJoin(places, eq(places.id, placePhotos.placeId))
    .where(and(eq(placePhotos.id, photoId), IS_SHOWN, ne(places.status, "removed")));
  const photo = row === undefined ? null : shownPhoto(row.photo);
  if (row === undefined || photo === null) return null;
  return { ...row, photo, isFetched: row.photo.sourceFile !== null };
}

/** All photos of a place for its owner, and the removed ones that can still be restored. */
export async function listOwnerPhotos(
  db: Database,
  { placeId, now }: { placeId: number; now: Date },
): Promise<{ photos: OwnerPhoto[]; takenOff: OwnerPhoto[] }> {
  const isStored = and(eq(placePhotos.placeId, placeId), isNotNull(placePhotos.storedAt), IS_UPLOAD);
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
    .where(
      and(eq(placePhotos.id, photoId), eq(placePhotos.placeId, placeId), isNull(placePhotos.deletedAt), IS_UPLOAD),
    );
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

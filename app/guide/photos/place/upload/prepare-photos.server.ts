import { and, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { type Crop, cropRectangle } from "./crop.ts";
import { photoFileKey, masterKey, renditionFolder } from "../show/photo-keys.server.ts";
import { PHOTO_CREDITS_TAG } from "../place-photo.ts";
import { renderPhotoFiles } from "./picture-processing.server.ts";

/** The job's name, for triggering it. */
export const PREPARE_PHOTOS_JOB = "prepare-photos";

/** A run that finishes no file within this time has crashed, and another may take its photo. sharp's timeout is shorter. */
const LEASE_MS = 45_000;

/** The delay after a first failure; it doubles each time: half a minute, one, two, four and eight. */
const RETRY_MS = 30_000;

/** After this many attempts a photo is marked failed. */
export const PREPARE_ATTEMPTS_MAX = 6;

/** Limit of one run. The next run, a minute later, does the rest. */
const PHOTOS_PER_RUN_MAX = 60;

type PrepareContext = { db: Database; storage: Storage; log: Logger; now: () => Date };
type Photo = typeof placePhotos.$inferSelect;

/**
 * Makes the missing files of every photo, one photo after the other. It is safe to crash at any point: file names are
 * deterministic, and a photo is ready only when all of its files exist.
 */
export async function preparePhotos(context: PrepareContext): Promise<void> {
  for (let count = 0; count < PHOTOS_PER_RUN_MAX; count += 1) {
    const photo = await leaseNextPhoto(context);
    if (photo === null) return;
    await prepare(context, photo);
  }
}

/** Served by place_photos_unprepared. The lease keeps other runs off the photo without an open transaction. */
async function leaseNextPhoto({ db, now }: PrepareContext): Promise<Photo | null> {
  const next = db
    .select({ id: placePhotos.id })
    .from(placePhotos)
    .where(
      and(
        sql`${placePhotos.readyRendition} is distinct from ${placePhotos.rendition}`,
        isNull(placePhotos.deletedAt),
        isNotNull(placePhotos.storedAt),
        lte(placePhotos.tryAfter, now()),
        lt(placePhotos.tries, PREPARE_ATTEMPTS_MAX),
      ),
    )
    .orderBy(placePhotos.tryAfter)
    .limit(1)
    .for("update", { skipLocked: true });
  const [leased] = await db
    .update(placePhotos)
    .set({ tries: sql`${placePhotos.tries} + 1`, tryAfter: new Date(now().getTime() + LEASE_MS) })
    .where(eq(placePhotos.id, next))
    .returning();
  return leased ?? null;
}

async function prepare(context: PrepareContext, photo: Photo): Promise<void> {
  const { db, storage, log, now } = context;
  try {
    const master = await storage.get(masterKey(photo.id));
    if (master === null) throw new Error(`The picture of photo ${photo.id} is not in the storage`);
    const crop = readPhotoCrop(photo);
    for await (const { bytes, type, ...file } of renderPhotoFiles(master, { crop, size: photo })) {
      await storage.put(photoFileKey(photo.id, { ...file, rendition: photo.rendition }), bytes, type);
      await delayUntil(db, photo, new Date(now().getTime() + LEASE_MS));
    }
    const { width, height } = cropRectangle(crop, photo);
    await markReady(context, photo, { width, height });
  } catch (error) {
    log.warn({ err: error, photo: photo.id, tries: photo.tries }, "A photo could not be prepared");
    const wait = RETRY_MS * 2 ** (photo.tries - 1);
    await delayUntil(db, photo, new Date(now().getTime() + wait));
  }
}

/** Keeps other runs off the photo until then. If its crop was changed in the meantime, the new crop isn't delayed. */
async function delayUntil(db: Database, photo: Photo, until: Date): Promise<void> {
  await db
    .update(placePhotos)
    .set({ tryAfter: until })
    .where(and(eq(placePhotos.id, photo.id), eq(placePhotos.rendition, photo.rendition)));
}

export function readPhotoCrop({ cropShape, cropSize, cropX, cropY }: Photo): Crop {
  return { shape: cropShape, size: cropSize, x: cropX, y: cropY };
}

/** Marks a photo ready, unless its crop was changed in the meantime: then the new crop is prepared next. */
async function markReady({ db, storage }: PrepareContext, photo: Photo, size: { width: number; height: number }) {
  const isReady = await db.transaction(async (tx) => {
    const ready = await tx
      .update(placePhotos)
      .set({ readyRendition: photo.rendition, readyWidth: size.width, readyHeight: size.height, tries: 0 })
      .where(and(eq(placePhotos.id, photo.id), eq(placePhotos.rendition, photo.rendition)))
      .returning({ placeId: placePhotos.placeId });
    const placeId = ready[0]?.placeId ?? null;
    if (placeId !== null) await invalidateGalleryPages(tx, placeId);
    return ready.length > 0;
  });
  // Delete files that are no longer shown. If this fails, they are deleted with the photo.
  const old = isReady ? photo.readyRendition : photo.rendition;
  if (old !== null && (!isReady || old !== photo.rendition)) await storage.removeFolder(renditionFolder(photo.id, old));
}

/** Invalidates the cached pages that show a place's photos. */
export async function invalidateGalleryPages(db: Database, placeId: number): Promise<void> {
  const [place] = await db.select({ slug: places.slug }).from(places).where(eq(places.id, placeId));
  if (place !== undefined) await invalidatePages(db, [`place:${place.slug}`, PHOTO_CREDITS_TAG]);
}

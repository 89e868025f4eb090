import { and, eq, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { places } from "#app/db/schema/places.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { type Crop, cutOf } from "./crop.ts";
import { fileKey, keptKey, renditionFolder } from "./photo-keys.server.ts";
import { makeFiles } from "./picture-work.server.ts";

/** The job's name, for whoever wakes it. */
export const PREPARE_PHOTOS = "prepare-photos";

/** Who has made no file of a photo for longer than this has died over it, and another may take it: sharp gives up before. */
const LEASE_MS = 45_000;

/** Between tries, more each time: half a minute, one, two, four and eight. */
const RETRY_MS = 30_000;

/** After so many its page says that it can't be prepared. */
export const TRIES_MAX = 6;

/** Of one run; the rest is the next one's, a minute later. */
const PHOTOS_PER_RUN_MAX = 60;

type Preparing = { db: Database; storage: Storage; log: Logger; now: () => Date };
type Photo = typeof placePhotos.$inferSelect;

/**
 * Makes the files of every photo that wants some, one photo after the other. It may die anywhere: files have the same names
 * each time, and a photo is ready only when all of them are there.
 */
export async function preparePhotos(preparing: Preparing): Promise<void> {
  for (let count = 0; count < PHOTOS_PER_RUN_MAX; count += 1) {
    const photo = await takeOne(preparing);
    if (photo === null) return;
    await prepare(preparing, photo);
  }
}

/** Served by place_photos_unprepared. No transaction stays open meanwhile: the lease keeps others off. */
async function takeOne({ db, now }: Preparing): Promise<Photo | null> {
  const next = db
    .select({ id: placePhotos.id })
    .from(placePhotos)
    .where(
      and(
        sql`${placePhotos.readyRendition} is distinct from ${placePhotos.rendition}`,
        isNull(placePhotos.deletedAt),
        isNotNull(placePhotos.storedAt),
        lte(placePhotos.tryAfter, now()),
        lt(placePhotos.tries, TRIES_MAX),
      ),
    )
    .orderBy(placePhotos.tryAfter)
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(placePhotos)
    .set({ tries: sql`${placePhotos.tries} + 1`, tryAfter: new Date(now().getTime() + LEASE_MS) })
    .where(eq(placePhotos.id, next))
    .returning();
  return taken ?? null;
}

async function prepare(preparing: Preparing, photo: Photo): Promise<void> {
  const { db, storage, log, now } = preparing;
  try {
    const kept = await storage.get(keptKey(photo.id));
    if (kept === null) throw new Error(`The picture of photo ${photo.id} is not in the storage`);
    const crop = cropOf(photo);
    for await (const { bytes, type, ...file } of makeFiles(kept, { crop, size: photo })) {
      await storage.put(fileKey(photo.id, { ...file, rendition: photo.rendition }), bytes, type);
      await putOff(db, photo, new Date(now().getTime() + LEASE_MS));
    }
    const { width, height } = cutOf(crop, photo);
    await finish(preparing, photo, { width, height });
  } catch (error) {
    log.warn({ err: error, photo: photo.id, tries: photo.tries }, "A photo could not be prepared");
    const wait = RETRY_MS * 2 ** (photo.tries - 1);
    await putOff(db, photo, new Date(now().getTime() + wait));
  }
}

/** Nobody else takes it before; another cut that is wanted meanwhile may be taken at once. */
async function putOff(db: Database, photo: Photo, until: Date): Promise<void> {
  await db
    .update(placePhotos)
    .set({ tryAfter: until })
    .where(and(eq(placePhotos.id, photo.id), eq(placePhotos.rendition, photo.rendition)));
}

export function cropOf({ cropShape, cropSize, cropX, cropY }: Photo): Crop {
  return { shape: cropShape, size: cropSize, x: cropX, y: cropY };
}

/** Ready, unless another cut is wanted by now: then that is prepared next. */
async function finish({ db, storage }: Preparing, photo: Photo, size: { width: number; height: number }) {
  const isReady = await db.transaction(async (tx) => {
    const ready = await tx
      .update(placePhotos)
      .set({ readyRendition: photo.rendition, readyWidth: size.width, readyHeight: size.height, tries: 0 })
      .where(and(eq(placePhotos.id, photo.id), eq(placePhotos.rendition, photo.rendition)))
      .returning({ placeId: placePhotos.placeId });
    const placeId = ready[0]?.placeId ?? null;
    if (placeId !== null) await notifyGallery(tx, placeId);
    return ready.length > 0;
  });
  // What nobody is shown any more. Should this be lost, it goes with the photo.
  const old = isReady ? photo.readyRendition : photo.rendition;
  if (old !== null && (!isReady || old !== photo.rendition)) await storage.removeFolder(renditionFolder(photo.id, old));
}

/** Has the pages made anew that show a place's photos. */
export async function notifyGallery(db: Database, placeId: number): Promise<void> {
  const [place] = await db.select({ slug: places.slug }).from(places).where(eq(places.id, placeId));
  if (place !== undefined) await notifyPages(db, [`place:${place.slug}`]);
}

import { and, eq, gt, isNull, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { places } from "#app/db/schema/places.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { wakeJob } from "#app/platform/wake-job.server.ts";

import { WHOLE } from "./crop.ts";
import { digestOf, keptKey, photoFolder, renditionOf, wholeKey } from "./photo-keys.server.ts";
import { type PhotoRefusal, UPLOADS_PER_DAY_MAX } from "./photo-refusals.ts";
import { type ReadPicture, readPicture } from "./picture-work.server.ts";
import { PHOTO_BYTES_MAX, PHOTOS_PER_PLACE_MAX } from "./place-photo.ts";
import { PREPARE_PHOTOS } from "./prepare-photos.server.ts";
import { recordPhoto } from "./record-photo.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Who writes a photo's files for longer than this has died over it. */
export const STORING_MS_MAX = 5 * 60_000;

/** Where a photo goes, and what it is kept with. */
export type Adding = { db: Database; storage: Storage; log: Logger; now: Date };

type Sent = { placeId: number; uploadedBy: string; bytes: Uint8Array };

/** `isNew`: false when the place has this very file already. */
export type AddedPhoto = { id: string; isNew: boolean };

/**
 * Takes a file for a place: reads it, keeps the picture, and has its files made. Nobody is shown anything yet.
 *
 * @returns A refusal when it is no photo that we take, or there is no room for it.
 */
export async function addPhoto(adding: Adding, sent: Sent): Promise<AddedPhoto | PhotoRefusal> {
  if (sent.bytes.byteLength > PHOTO_BYTES_MAX) return "too-large";
  const sourceDigest = digestOf(sent.bytes);
  const known = await findSame(adding.db, { placeId: sent.placeId, sourceDigest });
  if (known !== null) return known;
  const picture = await readPicture(sent.bytes);
  if (typeof picture === "string") return picture;
  const begun = await begin(adding, { ...sent, sourceDigest, picture });
  if (typeof begun === "string" || !begun.isNew) return begun;
  const isStored = await store(adding, begun.id, picture);
  if (!isStored) return "no-storage";
  const isKept = await adding.db.transaction(async (tx) => {
    const kept = await tx
      .update(placePhotos)
      .set({ storedAt: adding.now })
      .where(and(eq(placePhotos.id, begun.id), isNull(placePhotos.deletedAt)))
      .returning({ id: placePhotos.id });
    await wakeJob(tx, PREPARE_PHOTOS);
    if (kept.length > 0) {
      const { placeId, uploadedBy: by } = sent;
      await recordPhoto(tx, { placeId, by, photoId: begun.id, deed: "add", now: adding.now });
    }
    return kept.length > 0;
  });
  // It took so long that it was taken for dead.
  return isKept ? begun : "no-storage";
}

/** Before anything is worked out: the same file sent again costs nothing. */
async function findSame(
  db: Database,
  { placeId, sourceDigest }: { placeId: number; sourceDigest: string },
): Promise<AddedPhoto | "taken-down" | null> {
  // Served by place_photos_by_place.
  const rows = await db
    .select()
    .from(placePhotos)
    .where(and(eq(placePhotos.placeId, placeId), eq(placePhotos.sourceDigest, sourceDigest)));
  if (rows.some(({ takenDownAt }) => takenDownAt !== null)) return "taken-down";
  const live = rows.find(({ deletedAt, storedAt }) => deletedAt === null && storedAt !== null);
  return live === undefined ? null : { id: live.id, isNew: false };
}

type Beginning = Omit<Sent, "bytes"> & { sourceDigest: string; picture: ReadPicture };

/** The row comes first: files without one would be nobody's to remove. */
async function begin(
  { db, now }: Adding,
  { placeId, uploadedBy, sourceDigest, picture }: Beginning,
): Promise<AddedPhoto | PhotoRefusal> {
  return db.transaction(async (tx) => {
    // One at a time for each place: two at once must not both be the last that there is room for.
    await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("no key update");
    await forgetUnfinished(tx, { placeId, now });
    const isLive = and(eq(placePhotos.placeId, placeId), isNull(placePhotos.deletedAt));
    const since = gt(placePhotos.uploadedAt, new Date(now.getTime() - DAY_MS));
    if ((await tx.$count(placePhotos, and(eq(placePhotos.placeId, placeId), since))) >= UPLOADS_PER_DAY_MAX) {
      return "too-often";
    }
    if ((await tx.$count(placePhotos, isLive)) >= PHOTOS_PER_PLACE_MAX) return "full";
    const [last] = await tx
      .select({ position: max(placePhotos.position) })
      .from(placePhotos)
      .where(isLive);
    const [made] = await tx
      .insert(placePhotos)
      .values({
        placeId,
        sourceDigest,
        width: picture.width,
        height: picture.height,
        position: (last?.position ?? 0) + 1,
        rendition: renditionOf(sourceDigest, WHOLE),
        tryAfter: now,
        uploadedBy,
        uploadedAt: now,
      })
      .onConflictDoNothing({
        target: [placePhotos.placeId, placePhotos.sourceDigest],
        where: sql`deleted_at is null`,
      })
      .returning({ id: placePhotos.id });
    if (made !== undefined) return { id: made.id, isNew: true };
    return (await findSame(tx, { placeId, sourceDigest })) ?? "busy";
  });
}

/** Whoever began them has died: the same file may come again. */
async function forgetUnfinished(tx: Database, { placeId, now }: { placeId: number; now: Date }): Promise<void> {
  const longAgo = new Date(now.getTime() - STORING_MS_MAX);
  await tx
    .update(placePhotos)
    .set({ deletedAt: now })
    .where(
      and(
        eq(placePhotos.placeId, placeId),
        isNull(placePhotos.storedAt),
        isNull(placePhotos.deletedAt),
        lt(placePhotos.uploadedAt, longAgo),
      ),
    );
}

async function store({ db, storage, log }: Adding, id: string, picture: ReadPicture): Promise<boolean> {
  try {
    await storage.put(wholeKey(id), picture.whole, "image/jpeg");
    await storage.put(keptKey(id), picture.kept, "image/jpeg");
    return true;
  } catch (error) {
    // A full disk, a bucket that doesn't answer: whatever it is, the photo isn't there.
    log.error({ err: error, photo: id }, "A photo could not be stored");
    await db.delete(placePhotos).where(eq(placePhotos.id, id));
    await storage.removeFolder(photoFolder(id)).catch(() => {});
    return false;
  }
}

import { and, eq, isNull, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { wakeJob } from "#app/platform/wake-job.server.ts";

import { WHOLE } from "./crop.ts";
import { isIn, lockHome, noRoomIn, type PhotoHome } from "./photo-home.server.ts";
import { digestOf, keptKey, photoFolder, renditionOf, wholeKey } from "./photo-keys.server.ts";
import type { PhotoRefusal } from "./photo-refusals.ts";
import { type ReadPicture, readPicture } from "./picture-work.server.ts";
import { PHOTO_BYTES_MAX } from "./place-photo.ts";
import { PREPARE_PHOTOS } from "./prepare-photos.server.ts";
import { recordPhoto } from "./record-photo.server.ts";

/** Who writes a photo's files for longer than this has died over it. */
export const STORING_MS_MAX = 5 * 60_000;

/** Where a photo goes, and what it is kept with. */
export type Adding = { db: Database; storage: Storage; log: Logger; now: Date };

/** Who sends it to what. A place's people are signed in; whoever has the key of a submission need not be. */
export type PhotoTo = { placeId: number; uploadedBy: string } | { submissionId: string; uploadedBy: string | null };

type Sent = PhotoTo & { bytes: Uint8Array };

/** `isNew`: false when this very file is there already. */
export type AddedPhoto = { id: string; isNew: boolean };

/**
 * Takes a file for a place or a submission: reads it, keeps the picture, and has its files made. Nobody is shown anything yet.
 *
 * @returns A refusal when it is no photo that we take, or there is no room for it.
 */
export async function addPhoto(adding: Adding, { bytes, ...to }: Sent): Promise<AddedPhoto | PhotoRefusal> {
  if (bytes.byteLength > PHOTO_BYTES_MAX) return "too-large";
  const sourceDigest = digestOf(bytes);
  const known = await findSame(adding.db, { home: to, sourceDigest });
  if (known !== null) return known;
  const picture = await readPicture(bytes);
  if (typeof picture === "string") return picture;
  const begun = await begin(adding, { to, sourceDigest, picture });
  if (typeof begun === "string" || !begun.isNew) return begun;
  const isStored = await store(adding, begun.id, picture);
  if (!isStored) return "no-storage";
  return finish(adding, { to, added: begun });
}

async function finish(
  { db, now }: Adding,
  { to, added }: { to: PhotoTo; added: AddedPhoto },
): Promise<AddedPhoto | PhotoRefusal> {
  return db.transaction(async (tx) => {
    const isOpen = await lockHome(tx, to);
    const isStarted = and(eq(placePhotos.id, added.id), isNull(placePhotos.deletedAt));
    if (!isOpen) {
      await tx.update(placePhotos).set({ deletedAt: now }).where(isStarted);
      return "submission-closed";
    }
    const kept = await tx.update(placePhotos).set({ storedAt: now }).where(isStarted).returning({ id: placePhotos.id });
    // It took so long that it was taken for dead.
    if (kept.length === 0) return "no-storage";
    await wakeJob(tx, PREPARE_PHOTOS);
    if ("placeId" in to) {
      await recordPhoto(tx, { placeId: to.placeId, by: to.uploadedBy, photoId: added.id, deed: "add", now });
    }
    return added;
  });
}

/** Before anything is worked out: the same file sent again costs nothing. */
async function findSame(
  db: Database,
  { home, sourceDigest }: { home: PhotoHome; sourceDigest: string },
): Promise<AddedPhoto | "taken-down" | null> {
  const rows = await db
    .select()
    .from(placePhotos)
    .where(and(isIn(home), eq(placePhotos.sourceDigest, sourceDigest)));
  if (rows.some(({ takenDownAt }) => takenDownAt !== null)) return "taken-down";
  const live = rows.find(({ deletedAt, storedAt }) => deletedAt === null && storedAt !== null);
  return live === undefined ? null : { id: live.id, isNew: false };
}

type Beginning = { to: PhotoTo; sourceDigest: string; picture: ReadPicture };

/** The row comes first: files without one would be nobody's to remove. */
async function begin(
  { db, now }: Adding,
  { to, sourceDigest, picture }: Beginning,
): Promise<AddedPhoto | PhotoRefusal> {
  return db.transaction(async (tx) => {
    // Two at once must not both be the last that there is room for.
    if (!(await lockHome(tx, to))) return "submission-closed";
    await forgetUnfinished(tx, { home: to, now });
    const refusal = await noRoomIn(tx, to, now);
    if (refusal !== null) return refusal;
    const [last] = await tx
      .select({ position: max(placePhotos.position) })
      .from(placePhotos)
      .where(and(isIn(to), isNull(placePhotos.deletedAt)));
    const [made] = await tx
      .insert(placePhotos)
      .values({
        ...to,
        cameWithListing: "submissionId" in to,
        sourceDigest,
        width: picture.width,
        height: picture.height,
        position: (last?.position ?? 0) + 1,
        rendition: renditionOf(sourceDigest, WHOLE),
        tryAfter: now,
        uploadedAt: now,
      })
      .onConflictDoNothing(SAME_THERE["placeId" in to ? "place" : "submission"])
      .returning({ id: placePhotos.id });
    if (made !== undefined) return { id: made.id, isNew: true };
    return (await findSame(tx, { home: to, sourceDigest })) ?? "busy";
  });
}

/** place_photos_once and place_photos_once_submitted: of the same file sent at the same moment one is kept. */
const SAME_THERE = {
  place: { target: [placePhotos.placeId, placePhotos.sourceDigest], where: sql`deleted_at is null` },
  submission: {
    target: [placePhotos.submissionId, placePhotos.sourceDigest],
    where: sql`submission_id is not null and deleted_at is null`,
  },
};

/** Whoever began them has died: the same file may come again. */
async function forgetUnfinished(tx: Database, { home, now }: { home: PhotoHome; now: Date }): Promise<void> {
  const longAgo = new Date(now.getTime() - STORING_MS_MAX);
  await tx
    .update(placePhotos)
    .set({ deletedAt: now })
    .where(
      and(isIn(home), isNull(placePhotos.storedAt), isNull(placePhotos.deletedAt), lt(placePhotos.uploadedAt, longAgo)),
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

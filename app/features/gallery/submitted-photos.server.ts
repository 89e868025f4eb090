import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { isIn, lockHome } from "./photo-home.server.ts";
import { wholeKey } from "./photo-keys.server.ts";
import { TRIES_MAX } from "./prepare-photos.server.ts";
import type { SubmittedPhoto, SubmittedState } from "./submitted-photo.ts";

type Photo = typeof placePhotos.$inferSelect;

/** A photo as whoever has the submission's key names it; another submission's is not there. */
type Submitted = { submissionId: string; photoId: string };

/** What waits with a submission: written, and not taken away. Served by place_photos_by_submission. */
export function isWaitingWith(submissionId: string): SQL | undefined {
  return and(isIn({ submissionId }), isNull(placePhotos.deletedAt), isNotNull(placePhotos.storedAt));
}

/** The photos that wait with a submission, in the order in which they came. */
export async function submittedPhotos(db: Database, submissionId: string): Promise<SubmittedPhoto[]> {
  const rows = await db
    .select()
    .from(placePhotos)
    .where(isWaitingWith(submissionId))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
  return rows.map((row) => ({ id: row.id, alt: row.alt, state: stateOf(row) }));
}

function stateOf({ alt, rendition, readyRendition, tries }: Photo): SubmittedState {
  if (readyRendition !== rendition) return tries < TRIES_MAX ? "preparing" : "failed";
  return alt === "" ? "undescribed" : "ready";
}

/** Says what a photo shows. The same said twice is said. */
export async function describeSubmitted(
  db: Database,
  { alt, ...photo }: Submitted & { alt: string },
): Promise<"described" | "no-such-photo"> {
  return changeWaiting(db, photo, { alt }, "described");
}

/** Takes a photo away for good; its files go with the next days' clean-up. */
export async function removeSubmitted(
  db: Database,
  { now, ...photo }: Submitted & { now: Date },
): Promise<"removed" | "no-such-photo"> {
  return changeWaiting(db, photo, { deletedAt: now }, "removed");
}

/** A decision comes before a change or after it: what an editor has seen is what they decide about. */
async function changeWaiting<Done extends string>(
  db: Database,
  { submissionId, photoId }: Submitted,
  set: Partial<Pick<Photo, "alt" | "deletedAt">>,
  done: Done,
): Promise<Done | "no-such-photo"> {
  if (!isUuid(photoId)) return "no-such-photo";
  return db.transaction(async (tx) => {
    if (!(await lockHome(tx, { submissionId }))) return "no-such-photo";
    const isIt = and(eq(placePhotos.id, photoId), isWaitingWith(submissionId));
    const [photo] = await tx.select({ alt: placePhotos.alt }).from(placePhotos).where(isIt);
    if (photo === undefined) return "no-such-photo";
    if (set.alt !== undefined && set.alt === photo.alt) return done;
    await tx
      .update(placePhotos)
      .set({ ...set, version: sql`${placePhotos.version} + 1` })
      .where(isIt);
    return done;
  });
}

/** The file that shows a photo to whoever has the submission's key; null when it doesn't wait with that. */
export async function findSubmittedFile(db: Database, { submissionId, photoId }: Submitted): Promise<string | null> {
  if (!isUuid(photoId)) return null;
  const isIt = and(eq(placePhotos.id, photoId), isWaitingWith(submissionId));
  const [photo] = await db.select({ id: placePhotos.id }).from(placePhotos).where(isIt);
  return photo === undefined ? null : wholeKey(photo.id);
}

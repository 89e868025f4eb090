import { and, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { submissions } from "#app/db/schema/submissions.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import {
  type PhotoRefusal,
  ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX,
  SUBMISSION_UPLOADS_PER_DAY_MAX,
  UPLOADS_PER_DAY_MAX,
} from "../upload/photo-refusals.ts";
import { PHOTOS_PER_PLACE_MAX, PHOTOS_PER_SUBMISSION_MAX } from "../place-photo.ts";

/** What a photo belongs to: a place, or a pending submission. */
export type PhotoParent = { placeId: number } | { submissionId: string };

/** All its photos, deleted ones included. Served by place_photos_by_place and place_photos_by_submission. */
export function isPhotoOf(home: PhotoParent): SQL | undefined {
  if ("placeId" in home) return eq(placePhotos.placeId, home.placeId);
  return and(eq(placePhotos.submissionId, home.submissionId), isNull(placePhotos.placeId));
}

/**
 * Locks the place or submission until the transaction ends, so that uploads and the decision about it run one at a time.
 *
 * @returns False when nothing can be added, because the submission is decided or deleted.
 */
export async function lockPhotoParent(tx: Database, home: PhotoParent): Promise<boolean> {
  if ("placeId" in home) {
    await tx.select({ id: places.id }).from(places).where(eq(places.id, home.placeId)).for("no key update");
    return true;
  }
  const { submissionId } = home;
  await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for("no key update");
  // Queried after locking, so that a decision made while waiting for the lock is seen.
  const isOpenCase = and(eq(moderationCases.submissionId, submissionId), isNull(moderationCases.closedAt));
  return (await tx.$count(moderationCases, isOpenCase)) > 0;
}

/** Which limit another photo would exceed; null for none. Call it with the place or submission locked. */
export async function findPhotoLimitRefusal(tx: Database, home: PhotoParent, now: Date): Promise<PhotoRefusal | null> {
  const isToday = gt(placePhotos.uploadedAt, new Date(now.getTime() - DAY_MS));
  const today = await tx.$count(placePhotos, and(isPhotoOf(home), isToday));
  const live = await tx.$count(placePhotos, and(isPhotoOf(home), isNull(placePhotos.deletedAt)));
  if ("placeId" in home) {
    if (today >= UPLOADS_PER_DAY_MAX) return "too-often";
    return live >= PHOTOS_PER_PLACE_MAX ? "full" : null;
  }
  if (today >= SUBMISSION_UPLOADS_PER_DAY_MAX) return "submission-too-often";
  if (live >= PHOTOS_PER_SUBMISSION_MAX) return "submission-full";
  // Served by place_photos_submitted.
  const total = await tx.$count(placePhotos, and(isNotNull(placePhotos.submissionId), isToday));
  return total >= ALL_SUBMISSIONS_UPLOADS_PER_DAY_MAX ? "submissions-full" : null;
}

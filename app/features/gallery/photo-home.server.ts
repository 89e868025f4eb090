import { and, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { submissions } from "#app/db/schema/submissions.ts";

import {
  type PhotoRefusal,
  SUBMITTED_BY_ALL_PER_DAY_MAX,
  SUBMITTED_PER_DAY_MAX,
  UPLOADS_PER_DAY_MAX,
} from "./photo-refusals.ts";
import { PHOTOS_PER_PLACE_MAX, PHOTOS_PER_SUBMISSION_MAX } from "./place-photo.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What a photo is added to: a place, by whoever runs it, or a submission that waits, by whoever has its key. */
export type PhotoHome = { placeId: number } | { submissionId: string };

/** All its photos, gone ones too. Served by place_photos_by_place and place_photos_by_submission. */
export function isIn(home: PhotoHome): SQL | undefined {
  if ("placeId" in home) return eq(placePhotos.placeId, home.placeId);
  return and(eq(placePhotos.submissionId, home.submissionId), isNull(placePhotos.placeId));
}

/**
 * Lets one at a time add to it, until the transaction ends; whoever decides about a submission waits too.
 *
 * @returns False when nothing can be added: the submission is decided or gone.
 */
export async function lockHome(tx: Database, home: PhotoHome): Promise<boolean> {
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
  // Asked only now: a decision that was waited for is seen.
  const waits = and(eq(moderationCases.submissionId, submissionId), isNull(moderationCases.closedAt));
  return (await tx.$count(moderationCases, waits)) > 0;
}

/** Why another photo has no room there; null when it has. Call it with the home locked. */
export async function noRoomIn(tx: Database, home: PhotoHome, now: Date): Promise<PhotoRefusal | null> {
  const isToday = gt(placePhotos.uploadedAt, new Date(now.getTime() - DAY_MS));
  const today = await tx.$count(placePhotos, and(isIn(home), isToday));
  const live = await tx.$count(placePhotos, and(isIn(home), isNull(placePhotos.deletedAt)));
  if ("placeId" in home) {
    if (today >= UPLOADS_PER_DAY_MAX) return "too-often";
    return live >= PHOTOS_PER_PLACE_MAX ? "full" : null;
  }
  if (today >= SUBMITTED_PER_DAY_MAX) return "submission-too-often";
  if (live >= PHOTOS_PER_SUBMISSION_MAX) return "submission-full";
  // Served by place_photos_submitted.
  const ofAll = await tx.$count(placePhotos, and(isNotNull(placePhotos.submissionId), isToday));
  return ofAll >= SUBMITTED_BY_ALL_PER_DAY_MAX ? "submissions-full" : null;
}

import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";

import { isPhotoOf } from "../owner/photo-parent.server.ts";
import { invalidateGalleryPages } from "../upload/prepare-photos.server.ts";
import { isPendingPhotoOf } from "./submitted-photos.server.ts";

/** A submission's photos before its decision, in order. Stored with the decision, so that undoing it restores them. */
export const SubmittedPhotosSnapshot = z.array(z.object({ id: z.string(), alt: z.string() }));
export type SubmittedPhotosSnapshot = z.infer<typeof SubmittedPhotosSnapshot>;

type SubmissionDecision = { submissionId: string; decidedBy: string; now: Date };

/**
 * Moves a submission's photos to its new place, with the editor's descriptions, and deletes the others. Call it in the
 * decision's transaction, with the submission locked.
 *
 * @param input.kept The photos to publish, with their descriptions. Null: all of them, as they were sent.
 */
export async function publishSubmittedPhotos(
  tx: Database,
  input: PublishPhotosInput,
): Promise<SubmittedPhotosSnapshot> {
  const { submissionId, placeId, decidedBy, now } = input;
  const before = await pendingPhotos(tx, submissionId);
  const published =
    input.publishedPhotos === null
      ? before
      : before.flatMap(({ id }) => input.publishedPhotos?.find((photo) => photo.id === id) ?? []);
  for (const [index, { id, alt }] of published.entries()) {
    await tx
      .update(placePhotos)
      .set({ placeId, alt, position: index + 1, version: sql`${placePhotos.version} + 1` })
      .where(eq(placePhotos.id, id));
  }
  await deletePending(tx, { submissionId, now });
  if (before.length === 0) return before;
  const leftOut = before.filter(({ id }) => !published.some((photo) => photo.id === id));
  await recordChange(tx, {
    actor: { kind: "staff", id: decidedBy },
    action: "photo.publish",
    subject: { kind: "place", id: String(placeId) },
    before: null,
    after: { photos: published.map(({ id }) => id), leftOut: leftOut.map(({ id }) => id) },
    now,
  });
  await invalidateGalleryPages(tx, placeId);
  return before;
}

type PublishPhotosInput = SubmissionDecision & { placeId: number; publishedPhotos: SubmittedPhotosSnapshot | null };

/** Deletes the photos of a rejected submission. They can be restored for UNDO_HOURS. */
export async function withholdSubmittedPhotos(
  tx: Database,
  { submissionId, decidedBy, now }: SubmissionDecision,
): Promise<SubmittedPhotosSnapshot> {
  const before = await pendingPhotos(tx, submissionId);
  await deletePending(tx, { submissionId, now });
  if (before.length === 0) return before;
  await recordChange(tx, {
    actor: { kind: "staff", id: decidedBy },
    action: "photo.withhold",
    subject: { kind: "submission", id: submissionId },
    before: { photos: before.map(({ id }) => id) },
    after: null,
    now,
  });
  return before;
}

/** Returns photos to their submission when its decision is undone. Photos whose files are already deleted stay deleted. */
export async function restoreSubmittedPhotos(
  tx: Database,
  { submissionId, before }: { submissionId: string; before: SubmittedPhotosSnapshot },
): Promise<void> {
  for (const [index, { id, alt }] of before.entries()) {
    await tx
      .update(placePhotos)
      .set({ placeId: null, deletedAt: null, alt, position: index + 1, version: sql`${placePhotos.version} + 1` })
      .where(
        and(
          eq(placePhotos.id, id),
          eq(placePhotos.submissionId, submissionId),
          isNotNull(placePhotos.storedAt),
          isNull(placePhotos.filesRemovedAt),
        ),
      );
  }
}

async function pendingPhotos(tx: Database, submissionId: string): Promise<SubmittedPhotosSnapshot> {
  return tx
    .select({ id: placePhotos.id, alt: placePhotos.alt })
    .from(placePhotos)
    .where(isPendingPhotoOf(submissionId))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
}

/** Deletes the photos still with the submission, unfinished uploads included. */
async function deletePending(tx: Database, { submissionId, now }: { submissionId: string; now: Date }): Promise<void> {
  await tx
    .update(placePhotos)
    .set({ deletedAt: now })
    .where(and(isPhotoOf({ submissionId }), isNull(placePhotos.deletedAt)));
}

import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";

import { isIn } from "./photo-home.server.ts";
import { notifyGallery } from "./prepare-photos.server.ts";
import { isWaitingWith } from "./submitted-photos.server.ts";

/** Photos as they waited with a submission, in their order: kept with its decision, for whoever undoes that. */
export const PhotosBefore = z.array(z.object({ id: z.string(), alt: z.string() }));
export type PhotosBefore = z.infer<typeof PhotosBefore>;

type Deciding = { submissionId: string; decidedBy: string; now: Date };

/**
 * Gives a new place the photos of its submission, with what they show as the editor left it; the others go. Call it in the
 * transaction of the decision, with the submission locked.
 *
 * @param given.kept Null: all of them, as they were sent.
 */
export async function publishSubmitted(
  tx: Database,
  given: Deciding & { placeId: number; kept: PhotosBefore | null },
): Promise<PhotosBefore> {
  const { submissionId, placeId, decidedBy, now } = given;
  const before = await waitingNow(tx, submissionId);
  const kept =
    given.kept === null ? before : before.flatMap(({ id }) => given.kept?.find((each) => each.id === id) ?? []);
  for (const [index, { id, alt }] of kept.entries()) {
    await tx
      .update(placePhotos)
      .set({ placeId, alt, position: index + 1, version: sql`${placePhotos.version} + 1` })
      .where(eq(placePhotos.id, id));
  }
  await dropWaiting(tx, { submissionId, now });
  if (before.length === 0) return before;
  const leftOut = before.filter(({ id }) => !kept.some((each) => each.id === id));
  await recordChange(tx, {
    actor: { kind: "staff", id: decidedBy },
    action: "photo.publish",
    subject: { kind: "place", id: String(placeId) },
    before: null,
    after: { photos: kept.map(({ id }) => id), leftOut: leftOut.map(({ id }) => id) },
    now,
  });
  await notifyGallery(tx, placeId);
  return before;
}

/** Takes away the photos of a submission that is not taken over; for a day they can be brought back. */
export async function withholdSubmitted(
  tx: Database,
  { submissionId, decidedBy, now }: Deciding,
): Promise<PhotosBefore> {
  const before = await waitingNow(tx, submissionId);
  await dropWaiting(tx, { submissionId, now });
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

/** Has photos wait with their submission again, as they did before its decision; what is gone for good stays gone. */
export async function takeBackSubmitted(
  tx: Database,
  { submissionId, before }: { submissionId: string; before: PhotosBefore },
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

async function waitingNow(tx: Database, submissionId: string): Promise<PhotosBefore> {
  return tx
    .select({ id: placePhotos.id, alt: placePhotos.alt })
    .from(placePhotos)
    .where(isWaitingWith(submissionId))
    .orderBy(asc(placePhotos.position), asc(placePhotos.id));
}

/** What is half written goes too: nobody has seen it. */
async function dropWaiting(tx: Database, { submissionId, now }: { submissionId: string; now: Date }): Promise<void> {
  await tx
    .update(placePhotos)
    .set({ deletedAt: now })
    .where(and(isIn({ submissionId }), isNull(placePhotos.deletedAt)));
}

import { and, eq, gte, isNull, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placePhotoReports, placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { closePhotoCase } from "#app/core/cases/subject-cases.server.ts";
import type { CaseDecision, ClosedCase } from "#app/core/cases/close-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

import { invalidateGalleryPages } from "../upload/prepare-photos.server.ts";

/**
 * Carries out an editor's decision about a reported photo: if approved, it stays public; if rejected, it is hidden at once.
 * Notifies the reporters, and the place's owner and managers if it is hidden.
 *
 * @returns "changed": the photo was changed since the editor saw it. "closed": its case is no longer open. "own-photo": the
 * editor manages the place or uploaded the photo. In these three cases nothing was done.
 */
export async function decideReportedPhoto(
  db: Database,
  decided: PhotoDecision,
): Promise<"decided" | "changed" | "closed" | "own-photo"> {
  const { photoId, version, decision, reason, decidedBy, now } = decided;
  return db.transaction(async (tx) => {
    // Locked, so that no other change interleaves with the decision.
    const [photo] = await tx
      .select()
      .from(placePhotos)
      .where(and(eq(placePhotos.id, photoId), isNull(placePhotos.deletedAt)))
      .for("update");
    if (photo === undefined || photo.placeId === null) return "closed";
    const owners = await listOwnerIds(tx, photo.placeId);
    if (owners.includes(decidedBy) || photo.uploadedBy === decidedBy) return "own-photo";
    if (photo.version !== version) return "changed";
    const closed = await closePhotoCase(tx, decided);
    if (closed === null) return "closed";
    if (decision === "rejected") {
      await tx
        .update(placePhotos)
        .set({ takenDownAt: now, takenDownReason: reason })
        .where(eq(placePhotos.id, photoId));
      await invalidateGalleryPages(tx, photo.placeId);
    }
    await notifyConcerned(tx, decided, { placeId: photo.placeId, owners, closed });
    return "decided";
  });
}

type PhotoDecision = CaseDecision & { photoId: string; version: number };

/** Served by the key of place_owners. */
export async function listOwnerIds(db: Database, placeId: number): Promise<string[]> {
  const rows = await db
    .select({ userId: placeOwners.userId })
    .from(placeOwners)
    .where(eq(placeOwners.placeId, placeId));
  return rows.map(({ userId }) => userId);
}

async function notifyConcerned(
  db: Database,
  { photoId, decision, reason, decidedBy, now }: PhotoDecision,
  { placeId, owners, closed }: { placeId: number; owners: string[]; closed: ClosedCase },
): Promise<void> {
  const [place] = await db.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  if (place === undefined) throw new Error(`The place ${placeId} of a photo does not exist`);
  if (decision === "rejected") {
    const notification = { kind: "photo-removed", place, reason } as const;
    for (const userId of owners) await notifyUser(db, { userId, notification, caseId: closed.id, now });
  }
  // Reporters from before this case were notified by an earlier decision. The editor needs no notification.
  const reporters = await db
    .select({ userId: placePhotoReports.reporterId })
    .from(placePhotoReports)
    .where(
      and(
        eq(placePhotoReports.photoId, photoId),
        gte(placePhotoReports.reportedAt, closed.openedAt),
        ne(placePhotoReports.reporterId, decidedBy),
      ),
    );
  const outcome = decision === "rejected" ? "removed" : "not-removed";
  for (const { userId } of reporters) {
    await notifyUser(db, {
      userId,
      notification: { kind: "photo-report-decided", place, outcome },
      caseId: closed.id,
      now,
    });
  }
}

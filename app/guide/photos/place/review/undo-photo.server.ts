import { and, eq, inArray, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { lockDecidedCase, reopenCases, type UndoInput } from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";

import { listOwnerIds } from "./decide-photo.server.ts";
import { invalidateGalleryPages } from "../upload/prepare-photos.server.ts";

/** Undoes a decision about a reported photo: it becomes public and its case opens again. If refused, nothing changes. */
export async function undoPhotoDecision(db: Database, undoing: UndoInput): Promise<"undone" | UndoRefusal> {
  return db.transaction(async (tx) => {
    const about = tx
      .select({ id: moderationCases.photoId })
      .from(moderationCases)
      .where(eq(moderationCases.id, undoing.caseId));
    const [photo] = await tx
      .select()
      .from(placePhotos)
      .where(and(inArray(placePhotos.id, about), isNull(placePhotos.deletedAt)))
      .for("update");
    if (photo === undefined || photo.placeId === null) return "gone";
    const owners = await listOwnerIds(tx, photo.placeId);
    if (owners.includes(undoing.undoneBy) || photo.uploadedBy === undoing.undoneBy) return "own";
    const decided = await lockDecidedCase(tx, undoing);
    if (typeof decided === "string") return decided;
    const isHidden = photo.takenDownAt !== null;
    if (isHidden !== (decided.decision === "rejected")) return "changed";
    const opened = await reopenCases(tx, { decided, ...undoing });
    if (opened === "again") return opened;
    if (isHidden) {
      await tx
        .update(placePhotos)
        .set({ takenDownAt: null, takenDownReason: null })
        .where(eq(placePhotos.id, photo.id));
      await invalidateGalleryPages(tx, photo.placeId);
    }
    await retractNotifications(tx, { caseIds: opened, now: undoing.now });
    return "undone";
  });
}

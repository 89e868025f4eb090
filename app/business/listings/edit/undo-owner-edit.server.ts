import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { ownerEditChanges, ownerEdits } from "#app/db/schema/business.ts";
import { lockDecidedCase, reopenCases, type UndoInput } from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";
import { restoreFacts } from "#app/guide/places/facts/restore-place.server.ts";

import { lockPlaceRow } from "./owner-listing.server.ts";

/**
 * Undoes a decision about an owner edit: restores the facts and makes the edit pending again.
 *
 * @returns "again": the owner has sent another edit since. A refused undo changes nothing.
 */
export async function undoOwnerEditDecision(db: Database, undoing: UndoInput): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db.transaction(async (tx) => {
    const [edit] = await tx.select().from(ownerEdits).where(eq(ownerEdits.caseId, caseId));
    if (edit === undefined) return "gone";
    const { id: editId, placeId } = edit;
    await lockPlaceRow(tx, placeId);
    const decided = await lockDecidedCase(tx, undoing);
    if (typeof decided === "string") return decided;
    // Served by owner_edits_one_open.
    const isOpen = and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true));
    if ((await tx.$count(ownerEdits, isOpen)) > 0) return "again";
    const { undoState, closedAt: changedAt } = decided;
    // Approved before the previous facts were recorded.
    if (undoState === null && decided.decision === "approved") return "changed";
    if (undoState !== null) {
      const change = { placeId, undoState, changedAt, changedBy: undoneBy, caseId, now };
      if (!(await restoreFacts(tx, change))) return "changed";
    }
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    await tx.update(ownerEdits).set({ isOpen: true }).where(eq(ownerEdits.id, editId));
    await tx.update(ownerEditChanges).set({ isApplied: null }).where(eq(ownerEditChanges.editId, editId));
    await retractNotifications(tx, { caseIds: opened, now });
    return "undone";
  });
}

import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import {
  lockDecidedCase,
  reopenCases,
  type UndoableCase,
  type UndoInput,
} from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";
import { restoreClosure, restoreFacts } from "#app/guide/places/facts/restore-place.server.ts";

/** Undoes a decision about a suggested edit or closure report: restores the place and reopens the case. */
export async function undoCorrectionDecision(db: Database, input: UndoInput): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = input;
  return db
    .transaction(async (tx) => {
      const [decidedCase] = await tx
        .select({ placeId: moderationCases.placeId })
        .from(moderationCases)
        .where(eq(moderationCases.id, caseId));
      const placeId = decidedCase?.placeId ?? null;
      if (placeId === null) return "gone";
      // Lock in the same order as a decision: the place, then the case.
      await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("update");
      const decided = await lockDecidedCase(tx, input);
      if (typeof decided === "string") return decided;
      const { undoState, closedAt: changedAt, kind } = decided;
      if (lacksUndoState(decided)) return "changed";
      if (undoState !== null) {
        const change = { placeId, undoState, changedAt, changedBy: undoneBy, caseId, now };
        const isRestored = await (kind === "suggested-edit" ? restoreFacts(tx, change) : restoreClosure(tx, change));
        if (!isRestored) return "changed";
      }
      const reopened = await reopenCases(tx, { decided, undoneBy, now });
      // Thrown to roll back the restored place.
      if (reopened === "again") throw new HasNewCaseError();
      await resetChanges(tx, caseId);
      await retractNotifications(tx, { caseIds: reopened, now });
      return "undone";
    })
    .catch((error: unknown) => {
      if (error instanceof HasNewCaseError) return "again";
      throw error;
    });
}

class HasNewCaseError extends Error {}

/** Whether the decision is older than undo states. Even a rejected report may have cleared a status. */
function lacksUndoState({ undoState, decision, decisionCode, kind }: UndoableCase): boolean {
  if (undoState !== null) return false;
  return decision === "approved" || (kind === "reported-closed" && decisionCode === null);
}

async function resetChanges(db: Database, caseId: string): Promise<void> {
  const own = db.select({ id: corrections.id }).from(corrections).where(eq(corrections.caseId, caseId));
  await db.update(correctionChanges).set({ isApplied: null }).where(inArray(correctionChanges.correctionId, own));
}

import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import {
  lockDecided,
  reopenCases,
  type Undoable,
  type Undoing,
} from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { takeBackTold } from "#app/features/notifications/take-back.server.ts";
import { restoreClosure, restoreFacts } from "#app/features/places/restore-place.server.ts";

/** Undoes a decision about a suggested edit or a reported closing: the place is as it was before, and the case waits. */
export async function undoCorrectionDecision(db: Database, undoing: Undoing): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db
    .transaction(async (tx) => {
      const [about] = await tx
        .select({ placeId: moderationCases.placeId })
        .from(moderationCases)
        .where(eq(moderationCases.id, caseId));
      const placeId = about?.placeId ?? null;
      if (placeId === null) return "gone";
      // In the order of whoever decides: the place, then the case.
      await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("update");
      const decided = await lockDecided(tx, undoing);
      if (typeof decided === "string") return decided;
      const { restores: kept, closedAt: changedAt, kind } = decided;
      if (isUnkept(decided)) return "changed";
      if (kept !== null) {
        const change = { placeId, kept, changedAt, changedBy: undoneBy, caseId, now };
        const isBack = await (kind === "suggested-edit" ? restoreFacts(tx, change) : restoreClosure(tx, change));
        if (!isBack) return "changed";
      }
      const opened = await reopenCases(tx, { decided, undoneBy, now });
      // Thrown, so that the place stays as it was decided.
      if (opened === "again") throw new WaitsAnew();
      await unsettle(tx, caseId);
      await takeBackTold(tx, { caseIds: opened, now });
      return "undone";
    })
    .catch((error: unknown) => {
      if (error instanceof WaitsAnew) return "again";
      throw error;
    });
}

class WaitsAnew extends Error {}

/** Decided before what was so was kept; even a rejected report may have taken the mark of the reports away. */
function isUnkept({ restores, decision, decisionCode, kind }: Undoable): boolean {
  if (restores !== null) return false;
  return decision === "approved" || (kind === "reported-closed" && decisionCode === null);
}

async function unsettle(db: Database, caseId: string): Promise<void> {
  const own = db.select({ id: corrections.id }).from(corrections).where(eq(corrections.caseId, caseId));
  await db.update(correctionChanges).set({ isApplied: null }).where(inArray(correctionChanges.correctionId, own));
}

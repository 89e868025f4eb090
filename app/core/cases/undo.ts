import type { CaseKind, Decision } from "#app/db/schema/moderation.ts";

/** After a day, the people concerned have read of the decision and acted on it. */
const UNDO_HOURS_MAX = 24;
export const UNDO_MS_MAX = UNDO_HOURS_MAX * 60 * 60 * 1000;

/** Why a decision can't be undone. A refusal changes nothing. */
export type UndoRefusal =
  | "gone"
  | "own"
  | "open"
  | "late"
  | "again"
  | "changed"
  | "used"
  | "waits"
  | "answered"
  | "replaced"
  | "shown"
  | "refunded";

export const UNDO_REFUSALS: Record<UndoRefusal, string> = {
  gone: "The content was deleted, so there’s nothing to undo.",
  own: "You can’t undo a decision about your own content or a place you manage. Ask another editor.",
  open: "The case is open: the decision was already undone.",
  late: `Decisions can be undone for ${UNDO_HOURS_MAX} hours, and that time has passed.`,
  again: "There’s a new open case about this. Decide that one instead.",
  changed: "It has changed since the decision, so undoing would also reverse later changes.",
  used: "The new page is already in use: it has managers, photos, saves, reviews or other submissions. To remove it, delete it under Content.",
  waits: "The new page has a claim or another open case. Decide that first, or delete the page under Content.",
  answered: "It has answers that would be removed too. To remove it, report it and decide that case.",
  replaced: "The decision removed other managers and notified them. Add them again on the listing’s People page.",
  shown: "The campaign has already run. Stop it under Campaigns to refund the rest.",
  refunded: "The refund is on its way, and we can’t charge the business again without asking.",
};

/** Why a kind of decision can never be undone; null if undoing may be tried. */
export function permanentUndoRefusal({ kind, decision }: { kind: CaseKind; decision: Decision }): UndoRefusal | null {
  return kind === "campaign" && decision === "rejected" ? "refunded" : null;
}

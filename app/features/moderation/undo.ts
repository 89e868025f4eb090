import type { CaseKind, Decision } from "#app/db/schema/moderation.ts";

/** A decision can be undone for a day: by then its people have read of it, and built on it. */
const UNDO_HOURS_MAX = 24;
export const UNDO_MS_MAX = UNDO_HOURS_MAX * 60 * 60 * 1000;

/** Why a decision stays as it is; nothing was done. */
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
  gone: "What it was about is gone, so there is nothing left to undo.",
  own: "Nobody undoes a decision about what is their own, or about a place that they run. Ask another editor.",
  open: "It is open: somebody has undone the decision already.",
  late: `A decision can be undone for ${UNDO_HOURS_MAX} hours; these are over.`,
  again: "The same is open again in another case: decide there.",
  changed: "What was decided has been changed since, so taking it back would undo somebody else’s work too.",
  used: "People have done something with the new page: they run it, show photos on it, saved or listed it, wrote about it, or sent it too and were told of it. Delete it under Content if it must go.",
  waits:
    "A claim to the new page, or something else about it, waits for a decision. Decide that first, or delete the page under Content.",
  answered: "It has been answered since, and the answers would go with it. If it must go, report it and decide anew.",
  replaced: "Others were put out with it and told so. Let them run it again on the page of its people.",
  shown: "The campaign has been shown and paid for what it showed. Stop it under Campaigns; the rest goes back.",
  refunded: "Its money is on its way back to the business, and nobody can be charged again without asking them.",
};

/** What can never be undone, whatever happens since; null where it can be tried. */
export function neverUndone({ kind, decision }: { kind: CaseKind; decision: Decision }): UndoRefusal | null {
  return kind === "campaign" && decision === "rejected" ? "refunded" : null;
}

import type { DecidedCase, WaitingCase } from "#app/features/moderation/cases.ts";
import { neverUndone, UNDO_REFUSALS } from "#app/features/moderation/undo.ts";
import { counted } from "#app/ui/counted.ts";

import { HEADINGS } from "./case-words.ts";
import { type BulkOutcome, NOT_UNDONE } from "./queue.ts";
import { DECISION_REFUSALS } from "./refusals.ts";

/** What became of cases that were decided together: as the database has them now, not as an address says. */
export type BulkResults = {
  lead: string;
  others: { id: string; title: string; why: string }[];
  /** What of it can be undone together. */
  undoable: string[];
};

export function bulkResults(given: {
  outcomes: readonly BulkOutcome[];
  closed: readonly DecidedCase[];
  open: readonly WaitingCase[];
  viewerId: string;
}): BulkResults {
  const { outcomes, closed, open, viewerId } = given;
  const own = closed.filter(({ id, decider }) => {
    const isTheirs = decider?.id === viewerId;
    return isTheirs && outcomes.some((each) => each.id === id && each.outcome === "decided");
  });
  const undone = outcomes.filter(({ id, outcome }) => outcome === "undone" && open.some((each) => each.id === id));
  const done = new Set([...own, ...undone].map(({ id }) => id));
  const others = outcomes
    .filter(({ id }) => !done.has(id))
    .map(({ id, outcome }) => {
      const decided = closed.find((each) => each.id === id);
      const known = decided ?? open.find((each) => each.id === id);
      const title = known === undefined ? "A case" : `${HEADINGS[known.kind]} ${known.name}`;
      return { id, title, why: whyNot(outcome, decided) };
    });
  const isUndo = outcomes.some(({ outcome }) => outcome === "undone" || outcome.startsWith(NOT_UNDONE));
  const what = isUndo ? `${counted(undone.length, "decision")} undone` : `${own.length} decided`;
  const lead = `${what}${others.length === 0 ? "." : `, ${others.length} not:`}`;
  return { lead, others, undoable: own.filter((each) => neverUndone(each) === null).map(({ id }) => id) };
}

function whyNot(outcome: string, decided: DecidedCase | undefined): string {
  if (outcome.startsWith(NOT_UNDONE)) return undoRefusal(outcome.slice(NOT_UNDONE.length));
  if (decided !== undefined) {
    const who = decided.decider?.name ?? "Somebody";
    return `${who} ${decided.decision} it meanwhile.`;
  }
  return DECISION_REFUSALS[outcome] ?? "It is open again.";
}

function undoRefusal(code: string): string {
  const words: Partial<Record<string, string>> = UNDO_REFUSALS;
  return words[code] ?? "It stays as it was decided.";
}

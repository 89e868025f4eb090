import type { DecidedCase, OpenCase } from "#app/core/cases/cases.ts";
import { permanentUndoRefusal, UNDO_REFUSALS } from "#app/core/cases/undo.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { CASE_HEADINGS } from "./case-labels.ts";
import { type BulkOutcome, FAILED_UNDO_PREFIX } from "./queue.ts";
import { DECISION_REFUSALS } from "./refusals.ts";

/** The results of a bulk decision, from the database's current state instead of the URL's claim. */
export type BulkResults = {
  summary: string;
  failures: { id: string; title: string; why: string }[];
  /** Ids of the cases whose decisions can be undone. */
  undoable: string[];
};

export function summarizeBulkResults(given: {
  outcomes: readonly BulkOutcome[];
  closed: readonly DecidedCase[];
  open: readonly OpenCase[];
  viewerId: string;
}): BulkResults {
  const { outcomes, closed, open, viewerId } = given;
  const own = closed.filter(({ id, decider }) => {
    const isByViewer = decider?.id === viewerId;
    return isByViewer && outcomes.some((each) => each.id === id && each.outcome === "decided");
  });
  const undone = outcomes.filter(({ id, outcome }) => outcome === "undone" && open.some((each) => each.id === id));
  const done = new Set([...own, ...undone].map(({ id }) => id));
  const others = outcomes
    .filter(({ id }) => !done.has(id))
    .map(({ id, outcome }) => {
      const decided = closed.find((each) => each.id === id);
      const found = decided ?? open.find((each) => each.id === id);
      const title = found === undefined ? "A case" : `${CASE_HEADINGS[found.kind]} ${found.name}`;
      return { id, title, why: failureMessage(outcome, decided) };
    });
  const isUndo = outcomes.some(({ outcome }) => outcome === "undone" || outcome.startsWith(FAILED_UNDO_PREFIX));
  const successes = isUndo ? `${pluralize(undone.length, "decision")} undone` : `${own.length} decided`;
  const lead = `${successes}${others.length === 0 ? "." : `, ${others.length} failed:`}`;
  return {
    summary: lead,
    failures: others,
    undoable: own.filter((each) => permanentUndoRefusal(each) === null).map(({ id }) => id),
  };
}

function failureMessage(outcome: string, decided: DecidedCase | undefined): string {
  if (outcome.startsWith(FAILED_UNDO_PREFIX)) return undoFailureMessage(outcome.slice(FAILED_UNDO_PREFIX.length));
  if (decided !== undefined) {
    const who = decided.decider?.name ?? "Another editor";
    return `${who} already ${decided.decision} it.`;
  }
  return DECISION_REFUSALS[outcome] ?? "It’s open again.";
}

function undoFailureMessage(code: string): string {
  const messages: Partial<Record<string, string>> = UNDO_REFUSALS;
  return messages[code] ?? "The decision stands.";
}

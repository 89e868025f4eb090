import type { DecidedCase, WaitingCase } from "#app/features/moderation/cases.ts";

import { HEADINGS } from "./case-words.ts";
import type { BulkOutcome } from "./queue.ts";
import { DECISION_REFUSALS } from "./refusals.ts";

/** What became of cases that were decided together: as the database has them now, not as an address says. */
export type BulkResults = { lead: string; others: { id: string; title: string; why: string }[] };

export function bulkResults(given: {
  outcomes: readonly BulkOutcome[];
  closed: readonly DecidedCase[];
  open: readonly WaitingCase[];
  viewerId: string;
}): BulkResults {
  const { outcomes, closed, open, viewerId } = given;
  const isOwn = ({ id, outcome }: BulkOutcome) =>
    outcome === "decided" && closed.some((each) => each.id === id && each.decider?.id === viewerId);
  const decidedCount = outcomes.filter(isOwn).length;
  const others = outcomes
    .filter((outcome) => !isOwn(outcome))
    .map(({ id, outcome }) => {
      const decided = closed.find((each) => each.id === id);
      const known = decided ?? open.find((each) => each.id === id);
      const title = known === undefined ? "A case" : `${HEADINGS[known.kind]} ${known.name}`;
      return { id, title, why: whyNot(outcome, decided) };
    });
  const lead = `${decidedCount} decided${others.length === 0 ? "." : `, ${others.length} not:`}`;
  return { lead, others };
}

function whyNot(outcome: string, decided: DecidedCase | undefined): string {
  if (decided !== undefined) {
    const who = decided.decider?.name ?? "Somebody";
    return `${who} ${decided.decision} it meanwhile.`;
  }
  return DECISION_REFUSALS[outcome] ?? "It is open again.";
}

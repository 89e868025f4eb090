import { findDecidedCases, findOpenCases } from "#app/core/cases/case-queries.server.ts";
import type { DecidedCase } from "#app/core/cases/cases.ts";
import { listUndoneDecisions } from "#app/core/cases/undo-decision.server.ts";
import { markSubmissionRead } from "#app/business/submissions/submission-queries.server.ts";
import type { Site } from "#app/platform/site.ts";

import { loadDecisionOptions, undoAvailability } from "./load-queue.server.ts";
import { loadCaseDetails } from "./case-details.server.ts";

/** An open case with the options for deciding it; null if it is decided or gone. */
export async function loadOpenCase(site: Site, id: string) {
  const [waiting] = await findOpenCases(site.db, [id]);
  const details = waiting === undefined ? null : await loadCaseDetails(site, waiting);
  if (details === null) return null;
  return {
    details,
    undone: await listUndoneDecisions(site.db, id),
    ...(await loadDecisionOptions(site, details.kind)),
  };
}

export type OpenCaseData = NonNullable<Awaited<ReturnType<typeof loadOpenCase>>>;

/** Loads an open case that the editor chose, and records for its submitter that a submission is being read. */
export async function loadChosenCase(site: Site, id: string): Promise<OpenCaseData | null> {
  const open = await loadOpenCase(site, id);
  if (open?.details.about === "submission")
    await markSubmissionRead(site.db, { id: open.details.submission.id, now: site.now });
  return open;
}

/** A decided case, and whether the decision can be undone; null if it is open or gone. */
export async function loadDecidedCase({ db, now }: Site, id: string): Promise<DecidedCaseData | null> {
  const [decided] = await findDecidedCases(db, [id]);
  return decided === undefined ? null : { ...decided, undo: undoAvailability(decided, now) };
}

export type DecidedCaseData = DecidedCase & { undo: ReturnType<typeof undoAvailability> };

import type { Decision } from "#app/db/schema/moderation.ts";
import { findDecidedCases, findOpenCases } from "#app/core/cases/case-queries.server.ts";
import { type DecisionReason, composeReason } from "#app/core/cases/decision-reasons.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { RepeatedFormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { decideCase } from "./decide-case.server.ts";
import { BULK_CASES_MAX, type BulkOutcome, FAILED_UNDO_PREFIX } from "./queue.ts";
import { DECISION_REFUSALS } from "./refusals.ts";
import { UNDO_BY_KIND } from "./undo-case.server.ts";

/** What the form of the list submits: a decision on several cases, or undoing their decisions. */
export type BulkRequest =
  | { does: "undo"; ids: string[] }
  | (DecisionReason & { does: "decide"; decision: Decision; cases: { id: string; seen: string }[] });

/** Returns a message for the editor when the form is invalid. */
export function parseBulkForm(form: RepeatedFormFields): BulkRequest | string {
  const action = form.text("do");
  const ids = [...new Set(form.texts("case").filter(isUuid))];
  if (action === "undo") return { does: "undo", ids: ids.slice(0, BULK_CASES_MAX) };
  const decision = action === "approve" ? "approved" : action === "reject" ? "rejected" : null;
  if (decision === null) return "Choose Approve or Reject.";
  if (ids.length === 0) return "Select at least one case first.";
  if (ids.length > BULK_CASES_MAX) return `Select at most ${BULK_CASES_MAX} cases at a time.`;
  const given = composeReason({ decision, code: form.text("code"), message: normalizeText(form.text("message")) });
  if (typeof given === "string") return given;
  return { does: "decide", ...given, decision, cases: ids.map((id) => ({ id, seen: form.text(`seen-${id}`) })) };
}

type DecideCasesInput = DecisionReason & {
  decision: Decision;
  cases: { id: string; seen: string }[];
  decidedBy: string;
};

/** Decides the cases one by one, each in its own transaction, so that a refused case doesn't block the others. */
export async function decideCases(site: Site, { cases, ...answer }: DecideCasesInput): Promise<BulkOutcome[]> {
  return forEachCase(
    site,
    cases.map(({ id }) => id),
    async (id) => {
      const seen = cases.find((each) => each.id === id)?.seen ?? "";
      const [waiting] = await findOpenCases(site.db, [id]);
      if (waiting === undefined) return "closed";
      const outcome = await decideCase(site, { ...answer, waiting, seen, form: null });
      return outcome === "decided" || outcome in DECISION_REFUSALS ? outcome : "bad-fields";
    },
  );
}

/** Undoes the decisions one by one, the last decision first. */
export async function undoDecisions(site: Site, { ids, by }: { ids: string[]; by: string }): Promise<BulkOutcome[]> {
  const decided = await findDecidedCases(site.db, ids);
  return forEachCase(site, ids.toReversed(), async (id) => {
    const kind = decided.find((each) => each.id === id)?.kind;
    const outcome =
      kind === undefined ? "open" : await UNDO_BY_KIND[kind](site.db, { caseId: id, undoneBy: by, now: site.now });
    return outcome === "undone" ? outcome : `${FAILED_UNDO_PREFIX}${outcome}`;
  });
}

async function forEachCase({ log }: Site, ids: string[], act: (id: string) => Promise<string>): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const id of ids) {
    const outcome = await act(id).catch((err: unknown) => {
      // A statement timeout or a deadlock rolled back only this case's transaction.
      log.error({ err, case: id }, "One of several cases failed");
      return "failed";
    });
    outcomes.push({ id, outcome });
  }
  return outcomes;
}

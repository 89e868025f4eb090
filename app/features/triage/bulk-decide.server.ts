import type { Decision } from "#app/db/schema/moderation.ts";
import { findWaiting } from "#app/features/moderation/cases.server.ts";
import { type GivenReason, giveReason } from "#app/features/moderation/decision-reasons.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { SentList } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { decideCase } from "./decide-case.server.ts";
import { BULK_CASES_MAX, type BulkOutcome } from "./queue.ts";
import { DECISION_REFUSALS } from "./refusals.ts";

export type Bulk = GivenReason & { decision: Decision; cases: { id: string; seen: string }[] };

/** What a form of the list asks for, or in words why that can't be done. */
export function readBulk(form: SentList): Bulk | string {
  const asked = form.text("do");
  const decision = asked === "approve" ? "approved" : asked === "reject" ? "rejected" : null;
  if (decision === null) return "Choose Approve or Reject.";
  const ids = [...new Set(form.texts("case").filter(isUuid))];
  if (ids.length === 0) return "Tick at least one case, then choose what to do with them.";
  if (ids.length > BULK_CASES_MAX) return `Tick at most ${BULK_CASES_MAX} cases at once.`;
  const given = giveReason({ decision, code: form.text("code"), message: plainText(form.text("message")) });
  if (typeof given === "string") return given;
  return { ...given, decision, cases: ids.map((id) => ({ id, seen: form.text(`seen-${id}`) })) };
}

/** Decides each on its own, one after the other: what one can't have done to it keeps no other from it. */
export async function decideTogether(
  site: Site,
  { cases, ...answer }: Bulk & { decidedBy: string },
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const { id, seen } of cases) {
    const [waiting] = await findWaiting(site.db, [id]);
    const outcome = waiting === undefined ? "closed" : await decideCase(site, { ...answer, waiting, seen, form: null });
    const isKnown = outcome === "decided" || outcome in DECISION_REFUSALS;
    outcomes.push({ id, outcome: isKnown ? outcome : "bad-fields" });
  }
  return outcomes;
}

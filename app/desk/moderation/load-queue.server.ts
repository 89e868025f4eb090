import type { CaseKind } from "#app/db/schema/moderation.ts";
import { summarizeSuggestions } from "#app/business/corrections/review/correction-cases.server.ts";
import { listAssignableEditors } from "#app/core/cases/assign-case.server.ts";
import {
  countDecidedCasesByKind,
  listDecidedCases,
  countOpenCasesByKind,
  listOpenCases,
} from "#app/core/cases/case-queries.server.ts";
import { type DecidedCase, deciderName, type OpenCase } from "#app/core/cases/cases.ts";
import { CASE_KINDS, CASE_KIND_LABELS } from "#app/core/cases/decision-reasons.ts";
import { listTemplates } from "#app/core/cases/templates.server.ts";
import { permanentUndoRefusal, UNDO_MS_MAX, UNDO_REFUSALS } from "#app/core/cases/undo.ts";
import { formatShortInstant } from "#app/lib/format-time.ts";
import type { Site } from "#app/platform/site.ts";

import { postCaseLabel, caseReasonLabel } from "./case-labels.ts";
import { formatAge, type QueueQuery, type QueueRow } from "./queue.ts";

/** One page of the queue, with the number of cases per kind. */
export async function loadQueue({ db, now }: Site, query: QueueQuery, viewerId: string) {
  const { state, whose, kinds, page } = query;
  if (state === "closed") {
    const decidedBy = whose === "mine" ? viewerId : null;
    const found = await listDecidedCases(db, { page, kinds, decidedBy });
    const rows = found.cases.map((decided) => decidedRow(decided, now));
    return { ...found, cases: undefined, rows, kinds: allKinds(await countDecidedCasesByKind(db, { decidedBy })) };
  }
  const assignee = whose === "mine" ? { id: viewerId } : whose;
  const found = await listOpenCases(db, { page, kinds, assignee });
  const edits = found.cases.filter(({ kind }) => kind === "suggested-edit").map(({ id }) => id);
  const lines = await summarizeSuggestions(db, edits);
  const rows = found.cases.map((waiting) => waitingRow(waiting, lines.get(waiting.id) ?? excerptOf(waiting), now));
  return {
    ...found,
    cases: undefined,
    rows,
    first: found.cases[0]?.id ?? null,
    kinds: allKinds(await countOpenCasesByKind(db, { assignee })),
  };
}

export type QueueData = Awaited<ReturnType<typeof loadQueue>>;

function allKinds(counts: { kind: CaseKind; count: number }[]): { kind: CaseKind; count: number }[] {
  return CASE_KINDS.map((kind) => ({ kind, count: counts.find((each) => each.kind === kind)?.count ?? 0 }));
}

function waitingRow(waiting: OpenCase, excerpt: string, now: Date): QueueRow {
  const { id, kind, name, seen, assignee, openedAt, openedLabel } = waiting;
  const labels = waiting.reasons.map((reason) => caseReasonLabel(kind, reason)).filter((label) => label !== "");
  return {
    id,
    kind,
    kindLabel: waiting.about === "post" ? postCaseLabel(waiting) : CASE_KIND_LABELS[kind].one,
    name,
    seen,
    person: assignee?.name ?? null,
    age: formatAge(new Date(openedAt), now),
    instant: openedAt,
    instantLabel: openedLabel,
    line: [labels.join(", "), excerpt].filter((part) => part !== "").join(": "),
  };
}

/** The author's text, if the case is about one. */
function excerptOf(waiting: OpenCase): string {
  if (waiting.about === "review") return waiting.review.paragraphs.join(" ");
  return waiting.about === "post" ? waiting.text : "";
}

function decidedRow(decided: DecidedCase, now: Date): QueueRow {
  const { id, kind, name, seen, closedAt, closedLabel, decision, reason } = decided;
  const outcome = decision === "approved" ? "Approved" : "Rejected";
  return {
    id,
    kind,
    kindLabel: CASE_KIND_LABELS[kind].one,
    name,
    seen,
    person: deciderName(decided),
    age: `${formatAge(new Date(closedAt), now)} ago`,
    instant: closedAt,
    instantLabel: closedLabel,
    line: reason === "" ? outcome : `${outcome}: ${reason}`,
  };
}

/** Until when a decision can be undone, or why it can't. */
export function undoAvailability(decided: DecidedCase, now: Date): { until: string | null; whyNot: string | null } {
  const never = permanentUndoRefusal(decided);
  if (never !== null) return { until: null, whyNot: UNDO_REFUSALS[never] };
  const until = new Date(Date.parse(decided.closedAt) + UNDO_MS_MAX);
  if (until <= now) return { until: null, whyNot: UNDO_REFUSALS.late };
  return { until: formatShortInstant(until), whyNot: null };
}

/** Options for deciding a case: possible assignees, and the message templates for its kind. */
export async function loadDecisionOptions({ db }: Site, kind: CaseKind) {
  const templates = await listTemplates(db);
  return {
    editors: await listAssignableEditors(db),
    templates: templates.filter((template) => template.kind === null || template.kind === kind),
  };
}

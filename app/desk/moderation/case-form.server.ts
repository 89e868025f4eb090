import { data, redirect } from "react-router";

import { readDecisionInput } from "#app/business/corrections/review/decision-form.ts";
import { assignCase } from "#app/core/cases/assign-case.server.ts";
import { deciderName } from "#app/core/cases/cases.ts";
import { findDecidedCases, findOpenCases, findNextOpenCaseId } from "#app/core/cases/case-queries.server.ts";
import { composeReason, DUPLICATE_REASON } from "#app/core/cases/decision-reasons.ts";
import { listTemplates } from "#app/core/cases/templates.server.ts";
import { UNDO_REFUSALS } from "#app/core/cases/undo.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { decideCase } from "./decide-case.server.ts";
import { formatAge, type QueueQuery, queuePath } from "./queue.ts";
import type { CaseFormError } from "./case-form-error.ts";
import { DECISION_REFUSALS } from "./refusals.ts";
import { UNDO_BY_KIND } from "./undo-case.server.ts";

type CaseFormInput = { site: Site; id: string; by: string; form: FormFields; query: QueueQuery };

/**
 * Handles the form of one case: deciding, assigning, undoing or filling in a template.
 *
 * @returns A redirect on success, otherwise the submitted values with an error message.
 * @throws A 404 when there is no such case.
 */
export async function submitCaseForm(input: CaseFormInput) {
  const { site, id, form } = input;
  if (!isUuid(id)) throw noSuchPage();
  const isFound = (await findOpenCases(site.db, [id])).length + (await findDecidedCases(site.db, [id])).length > 0;
  if (!isFound) throw noSuchPage();
  switch (form.text("do")) {
    case "fill":
      return fillTemplate(input);
    case "assign":
      return assign(input, form.text("to") === "" ? null : form.text("to"));
    case "take":
      return assign(input, input.by);
    case "undo":
      return undo(input);
    case "approve":
    case "reject":
    case "duplicate":
      return decide(input);
    default:
      return refuse(input, 400, "Choose what to do with the case.");
  }
}

/** The submitted values, to render the form again. */
function submittedValues(form: FormFields, message = form.text("message")): Omit<CaseFormError, "why"> {
  return {
    code: form.text("code"),
    message,
    template: form.text("template"),
    decisionInput: readDecisionInput(form),
    duplicate: form.text("duplicate"),
  };
}

function refuse({ form }: CaseFormInput, status: number, why: string) {
  return data<CaseFormError>({ why, ...submittedValues(form) }, { status });
}

/** Fills the message from a template, for browsers without JavaScript. */
async function fillTemplate({ site, form }: CaseFormInput) {
  const template = (await listTemplates(site.db)).find(({ id }) => id === form.text("template"));
  return data<CaseFormError>({ why: null, ...submittedValues(form, template?.body ?? form.text("message")) });
}

async function assign(input: CaseFormInput, assignedTo: string | null) {
  const { site, id, by, form, query } = input;
  const { db, now } = site;
  if (assignedTo !== null && !isUuid(assignedTo)) return refuse(input, 400, ASSIGN_REFUSALS["not-admin"]);
  const seen = form.text("was") === "" ? null : form.text("was");
  const outcome = await assignCase(db, { caseId: id, seen, assignedTo, assignedBy: by, now });
  if (outcome !== "assigned") return refuse(input, outcome === "not-admin" ? 400 : 409, ASSIGN_REFUSALS[outcome]);
  return redirect(queuePath(query, id), 303);
}

const ASSIGN_REFUSALS = {
  taken: "The assignee just changed. Check who has the case now.",
  closed: "This case was already decided or deleted.",
  "not-admin": "Choose one of the editors.",
};

async function undo(input: CaseFormInput) {
  const { site, id, by, query } = input;
  const [decided] = await findDecidedCases(site.db, [id]);
  if (decided === undefined) return refuse(input, 409, UNDO_REFUSALS.open);
  const outcome = await UNDO_BY_KIND[decided.kind](site.db, { caseId: id, undoneBy: by, now: site.now });
  if (outcome !== "undone") return refuse(input, 409, UNDO_REFUSALS[outcome]);
  site.log.info({ case: id, kind: decided.kind, by }, "A decision was undone");
  return redirect(queuePath({ ...query, state: "open", page: 1 }, id), 303);
}

async function decide(input: CaseFormInput) {
  const { site, id, by, form, query } = input;
  const { db } = site;
  const [waiting] = await findOpenCases(db, [id]);
  if (waiting === undefined) return refuse(input, 409, await alreadyDecidedMessage(site, id));
  const decision = form.text("do") === "approve" ? "approved" : "rejected";
  const code = form.text("do") === "duplicate" ? DUPLICATE_REASON : form.text("code");
  const given = composeReason({ decision, code, message: normalizeText(form.text("message")) });
  if (typeof given === "string") return refuse(input, 400, given);
  const outcome = await decideCase(site, { waiting, decision, ...given, seen: form.text("seen"), decidedBy: by, form });
  if (outcome === "closed") return refuse(input, 409, await alreadyDecidedMessage(site, id));
  if (outcome !== "decided") {
    return refuse(input, outcome in DECISION_REFUSALS ? 409 : 400, DECISION_REFUSALS[outcome] ?? outcome);
  }
  site.log.info({ case: id, kind: waiting.kind, decision, decidedBy: by }, "A case was decided");
  const assignee = query.whose === "mine" ? { id: by } : query.whose;
  const after = { id, openedAt: new Date(waiting.openedAt) };
  const next = await findNextOpenCaseId(db, { page: 1, kinds: query.kinds, assignee, after });
  // The current page of the list may be empty now.
  const list = next === null ? { ...query, page: 1 } : query;
  return redirect(queuePath({ ...list, state: "open" }, next, { decided: id }), 303);
}

async function alreadyDecidedMessage({ db, now }: Site, id: string): Promise<string> {
  const [decided] = await findDecidedCases(db, [id]);
  if (decided === undefined) return "This case was withdrawn or deleted.";
  const who = deciderName(decided);
  return `${who} ${decided.decision} it ${formatAge(new Date(decided.closedAt), now)} ago. Your decision wasn’t applied.`;
}

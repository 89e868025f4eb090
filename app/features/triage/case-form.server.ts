import { data, redirect } from "react-router";

import { keptDecision } from "#app/features/corrections/decision-form.ts";
import { assignCase } from "#app/features/moderation/assign-case.server.ts";
import { findDecided, findWaiting, nextWaiting } from "#app/features/moderation/cases.server.ts";
import { giveReason } from "#app/features/moderation/decision-reasons.ts";
import { listTemplates } from "#app/features/moderation/templates.server.ts";
import { UNDO_REFUSALS } from "#app/features/moderation/undo.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { SentForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { decideCase } from "./decide-case.server.ts";
import { ageWords, type QueueAsked, queuePath } from "./queue.ts";
import type { RefusedCase } from "./refused-case.ts";
import { DECISION_REFUSALS } from "./refusals.ts";
import { UNDO } from "./undo-case.server.ts";

type Acting = { site: Site; id: string; by: string; form: SentForm; asked: QueueAsked };

/**
 * Does what a form of one case asks for: to decide, assign or undo it, or to fill in a template.
 *
 * @returns A redirect once it is done, else the form as it was sent with what is wrong.
 * @throws A 404 when there is no such case.
 */
export async function takeCaseForm(acting: Acting) {
  const { site, id, form } = acting;
  if (!isUuid(id)) throw noSuchPage();
  const isThere = (await findWaiting(site.db, [id])).length + (await findDecided(site.db, [id])).length > 0;
  if (!isThere) throw noSuchPage();
  switch (form.text("do")) {
    case "fill":
      return fill(acting);
    case "assign":
      return assign(acting, form.text("to") === "" ? null : form.text("to"));
    case "take":
      return assign(acting, acting.by);
    case "undo":
      return undo(acting);
    case "approve":
    case "reject":
      return decide(acting);
    default:
      return refuse(acting, 400, "Choose what to do with the case.");
  }
}

/** What stood in a form that was refused, or is filled in on request. */
function keptIn(form: SentForm, message = form.text("message")): Omit<RefusedCase, "why"> {
  return {
    code: form.text("code"),
    message,
    template: form.text("template"),
    kept: keptDecision(form),
    duplicate: form.text("duplicate"),
  };
}

function refuse({ form }: Acting, status: number, why: string) {
  return data<RefusedCase>({ why, ...keptIn(form) }, { status });
}

/** Puts the words of a template into the message, for whoever has no script. */
async function fill({ site, form }: Acting) {
  const template = (await listTemplates(site.db)).find(({ id }) => id === form.text("template"));
  return data<RefusedCase>({ why: null, ...keptIn(form, template?.body ?? form.text("message")) });
}

async function assign(acting: Acting, assignedTo: string | null) {
  const { site, id, by, form, asked } = acting;
  const { db, now } = site;
  if (assignedTo !== null && !isUuid(assignedTo)) return refuse(acting, 400, ASSIGN_REFUSALS["not-admin"]);
  const seen = form.text("was") === "" ? null : form.text("was");
  const outcome = await assignCase(db, { caseId: id, seen, assignedTo, assignedBy: by, now });
  if (outcome !== "assigned") return refuse(acting, outcome === "not-admin" ? 400 : 409, ASSIGN_REFUSALS[outcome]);
  return redirect(queuePath(asked, id), 303);
}

const ASSIGN_REFUSALS = {
  taken: "Somebody else was named meanwhile; look who looks at it now.",
  closed: "It is decided already, or gone.",
  "not-admin": "Choose one of the editors.",
};

async function undo(acting: Acting) {
  const { site, id, by, asked } = acting;
  const [decided] = await findDecided(site.db, [id]);
  if (decided === undefined) return refuse(acting, 409, UNDO_REFUSALS.open);
  const outcome = await UNDO[decided.kind](site.db, { caseId: id, undoneBy: by, now: site.now });
  if (outcome !== "undone") return refuse(acting, 409, UNDO_REFUSALS[outcome]);
  site.log.info({ case: id, kind: decided.kind, by }, "A decision was undone");
  return redirect(queuePath({ ...asked, state: "open", page: 1 }, id), 303);
}

async function decide(acting: Acting) {
  const { site, id, by, form, asked } = acting;
  const { db } = site;
  const [waiting] = await findWaiting(db, [id]);
  if (waiting === undefined) return refuse(acting, 409, await whoDecided(site, id));
  const decision = form.text("do") === "approve" ? "approved" : "rejected";
  const given = giveReason({ decision, code: form.text("code"), message: plainText(form.text("message")) });
  if (typeof given === "string") return refuse(acting, 400, given);
  const outcome = await decideCase(site, { waiting, decision, ...given, seen: form.text("seen"), decidedBy: by, form });
  if (outcome === "closed") return refuse(acting, 409, await whoDecided(site, id));
  if (outcome !== "decided") {
    return refuse(acting, outcome in DECISION_REFUSALS ? 409 : 400, DECISION_REFUSALS[outcome] ?? outcome);
  }
  site.log.info({ case: id, kind: waiting.kind, decision, decidedBy: by }, "A case was decided");
  const assignee = asked.whose === "mine" ? { id: by } : asked.whose;
  const after = { id, openedAt: new Date(waiting.openedAt) };
  const next = await nextWaiting(db, { page: 1, kinds: asked.kinds, assignee, after });
  // The page of the list may have gone with its last case.
  const list = next === null ? { ...asked, page: 1 } : asked;
  return redirect(queuePath({ ...list, state: "open" }, next, { decided: id }), 303);
}

async function whoDecided({ db, now }: Site, id: string): Promise<string> {
  const [decided] = await findDecided(db, [id]);
  if (decided === undefined) return "It is gone: whoever sent it has taken it back, or it was deleted.";
  const who = decided.decider?.name ?? "Somebody who has left";
  return `${who} ${decided.decision} it ${ageWords(new Date(decided.closedAt), now)} ago. Nothing was done twice.`;
}

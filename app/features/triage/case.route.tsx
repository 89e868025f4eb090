import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { plainText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { keptDecision } from "../corrections/decision-form.ts";
import { assignCase } from "../moderation/assign-case.server.ts";
import { findDecided, findWaiting, nextWaiting } from "../moderation/cases.server.ts";
import { giveReason } from "../moderation/decision-reasons.ts";
import { listTemplates } from "../moderation/templates.server.ts";
import { UNDO_REFUSALS } from "../moderation/undo.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/case.route";
import { decideCase } from "./decide-case.server.ts";
import { loadDecided, readOpen } from "./open-case.server.ts";
import { loadList } from "./queue.server.ts";
import { ageWords, QUEUE_PATH, type QueueAsked, queuePath, readQueueAsked } from "./queue.ts";
import { Queue } from "./queue.tsx";
import { DECISION_REFUSALS } from "./refusals.ts";
import { UNDO } from "./undo-case.server.ts";

/** One case, with the list that it is opened from. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const viewer = requireRole(site.viewer, request, ["admin"]);
  if (!isUuid(params.id)) throw noSuchPage();
  const search = new URL(request.url).searchParams;
  const asked = readQueueAsked(search);
  const open = await readOpen(site, params.id);
  const decided = open === null ? await loadDecided(site, params.id) : null;
  if (open === null && decided === null) throw noSuchPage();
  const before = search.get("decided") ?? "";
  return {
    asked,
    list: await loadList(site, asked, viewer.id),
    open,
    decided,
    done: isUuid(before) ? await loadDecided(site, before) : null,
    viewerId: viewer.id,
  };
}

/** What stood in a form that was refused, or is filled in on request. */
function keptIn(form: SentForm, message = form.text("message")) {
  return {
    code: form.text("code"),
    message,
    template: form.text("template"),
    kept: keptDecision(form),
    replaces: form.text("replaces") === "yes",
    duplicate: form.text("duplicate"),
  };
}

type Acting = { site: Site; id: string; by: string; form: SentForm; asked: QueueAsked };

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  if (!isUuid(params.id)) throw noSuchPage();
  const form = await readForm(request);
  const asked = readQueueAsked(new URL(request.url).searchParams);
  const acting = { site, id: params.id, by, form, asked };
  const [waiting] = await findWaiting(site.db, [params.id]);
  if (waiting === undefined && (await findDecided(site.db, [params.id])).length === 0) throw noSuchPage();
  switch (form.text("do")) {
    case "fill":
      return fill(acting);
    case "assign":
      return assign(acting);
    case "undo":
      return undo(acting);
    case "approve":
    case "reject":
      return decide(acting);
    default:
      return refuse(acting, 400, "Choose what to do with the case.");
  }
}

function refuse({ form }: Acting, status: number, why: string) {
  return data({ why, ...keptIn(form) }, { status });
}

/** Puts the words of a template into the message, for whoever has no script. */
async function fill({ site, form }: Acting) {
  const template = (await listTemplates(site.db)).find(({ id }) => id === form.text("template"));
  return data({ why: null, ...keptIn(form, template?.body ?? form.text("message")) });
}

async function assign(acting: Acting) {
  const { site, id, by, form, asked } = acting;
  const { db, now } = site;
  const who = (text: string) => (text === "" ? null : text);
  const assignedTo = form.text("to") === "me" ? by : who(form.text("to"));
  if (assignedTo !== null && !isUuid(assignedTo)) return refuse(acting, 400, ASSIGN_REFUSALS["not-admin"]);
  const outcome = await assignCase(db, { caseId: id, seen: who(form.text("was")), assignedTo, assignedBy: by, now });
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
  const next = await nextWaiting(db, { page: 1, kind: asked.kind, assignee, after });
  const extra = { decided: id };
  // The page of the list may have one case less; the first page has what waits longest.
  const list = next === null ? { ...asked, page: 1 } : asked;
  return redirect(queuePath({ ...list, state: "open" }, next, extra), 303);
}

async function whoDecided({ db, now }: Site, id: string): Promise<string> {
  const [decided] = await findDecided(db, [id]);
  if (decided === undefined) return "It is gone: whoever sent it has taken it back, or it was deleted.";
  const who = decided.decider?.name ?? "Somebody who has left";
  return `${who} ${decided.decision} it ${ageWords(new Date(decided.closedAt), now)} ago. Nothing was done twice.`;
}

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: loaderData.open?.shown.name ?? loaderData.decided?.name ?? "Moderation",
    description: "What waits for a moderator’s decision.",
    path: `${QUEUE_PATH}/${params.id}`,
    robots: "noindex, follow",
  });

export default function CasePage({ loaderData, actionData }: Route.ComponentProps) {
  return <Queue {...loaderData} isAsked bulk={null} refusedBulk={null} refused={actionData ?? null} />;
}



import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/save-guide.route";
import { openGuide, saveGuide } from "./drafts.server.ts";
import { readGuideId } from "./editing-paths.ts";
import { guideDiff } from "./guide-diff.server.ts";
import { tooLong } from "./guide-document.ts";
import { guideChoices, guideState } from "./guide-facts.server.ts";
import { readGuideForm } from "./guide-form.ts";
import { readWindow } from "./save-window.ts";
import type { SaveAnswer } from "./save-answer.ts";

/** Saves what somebody writes, from the page's script. 409 with what differs when somebody else has saved meanwhile. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const { db, now, requestId } = site;
  const refuse = (status: 400 | 404 | 413, detail: string) => problemResponse(status, { detail, requestId });
  const id = readGuideId(params.id);
  const opened = id === null ? null : await openGuide(db, id);
  if (id === null || opened === null) return refuse(404, "This guide is no longer there.");
  const form = await readForm(request);
  const document = readGuideForm(form, opened.document.stops);
  const version = Number(form.text("version"));
  if (document === null || !Number.isSafeInteger(version))
    return refuse(400, "That isn’t a form of ours. Reload the page.");
  const long = tooLong(document);
  if (long !== null) return refuse(413, `${long.of} has ${long.characters} characters; at most ${long.most} fit.`);
  const saved = await saveGuide(db, { id, version, document, by, now, ...readWindow(form) });
  if (saved === "no-such-guide") return refuse(404, "This guide is no longer there.");
  if (saved.outcome === "conflict") {
    const { savedBy, isOwn, version: theirs } = saved;
    const answer: SaveAnswer = {
      outcome: "conflict",
      version: theirs,
      savedBy,
      isOwn,
      diff: guideDiff(saved.theirs, document),
    };
    return Response.json(answer, { status: 409, headers: { "cache-control": "no-store" } });
  }
  const state = await guideState(db, { id, document, choices: await guideChoices(db) });
  const answer: SaveAnswer = { outcome: "saved", version: saved.version, savedAt: saved.savedAt.toISOString(), state };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

/** There is nothing to read here. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the guide by POST.", requestId, headers: { allow: "POST" } });
}

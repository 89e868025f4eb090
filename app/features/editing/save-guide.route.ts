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

/** Saves a draft from the page's script. Answers 409 with the differences when someone else has saved in the meantime. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const { db, now, requestId } = site;
  const refuse = (status: 400 | 404 | 413, detail: string) => problemResponse(status, { detail, requestId });
  const id = readGuideId(params.id);
  const opened = id === null ? null : await openGuide(db, id);
  if (id === null || opened === null) return refuse(404, "This guide no longer exists.");
  const form = await readForm(request);
  const document = readGuideForm(form, opened.document.stops);
  const version = Number(form.text("version"));
  if (document === null || !Number.isSafeInteger(version))
    return refuse(400, "We couldn’t read the form. Reload the page.");
  const long = tooLong(document);
  if (long !== null) return refuse(413, `${long.of} has ${long.characters} characters. The limit is ${long.most}.`);
  const saved = await saveGuide(db, { id, version, document, by, now, ...readWindow(form) });
  if (saved === "no-such-guide") return refuse(404, "This guide no longer exists.");
  if (saved.outcome === "conflict") {
    const { savedBy, isOwn, version: savedVersion } = saved;
    const answer: SaveAnswer = {
      outcome: "conflict",
      version: savedVersion,
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

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the guide by POST.", requestId, headers: { allow: "POST" } });
}

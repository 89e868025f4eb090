import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/save-guide.route";
import { findGuideWithDraft, saveGuideDraft } from "./drafts.server.ts";
import { parseGuideId } from "../editing-paths.ts";
import { diffGuides } from "./guide-diff.server.ts";
import { findExceededLimit } from "../document/guide-document.ts";
import { listEditorOptions, computeGuideState } from "../publish/guide-facts.server.ts";
import { parseDraftVersion, parseGuideForm } from "./guide-form.ts";
import { readSaveSession } from "./save-session.ts";
import type { SaveResponse } from "./save-response.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Saves a draft from the page's script. Answers 409 with the differences when someone else has saved in the meantime. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const { db, now, requestId } = site;
  const refuse = (status: 400 | 404 | 413, detail: string) => problemResponse(status, { detail, requestId });
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(db, id);
  if (id === null || opened === null) return refuse(404, "This post no longer exists.");
  const form = await readForm(request);
  const document = parseGuideForm(form, opened.document.stops);
  const version = parseDraftVersion(form);
  if (document === null || version === null) return refuse(400, "We couldn’t read the form. Reload the page.");
  const long = findExceededLimit(document);
  if (long !== null) return refuse(413, `${long.label} has ${long.characters} characters. The limit is ${long.max}.`);
  const storesConflict = form.text("merges") !== "yes";
  const saved = await saveGuideDraft(db, { id, version, document, by, now, storesConflict, ...readSaveSession(form) });
  if (saved === "no-such-guide") return refuse(404, "This post no longer exists.");
  if (saved.outcome === "conflict") {
    const { savedBy, isOwn, version: savedVersion } = saved;
    const answer: SaveResponse = {
      outcome: "conflict",
      version: savedVersion,
      savedBy,
      isOwn,
      theirs: saved.theirs,
      diff: diffGuides(saved.theirs, document),
    };
    return Response.json(answer, { status: 409, headers: { "cache-control": "no-store" } });
  }
  const state = await computeGuideState(db, { id, document, choices: await listEditorOptions(db) });
  const answer: SaveResponse = {
    outcome: "saved",
    version: saved.version,
    savedAt: saved.savedAt.toISOString(),
    state,
  };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the post by POST.", requestId, headers: { allow: "POST" } });
}

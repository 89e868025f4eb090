import { problemResponse } from "#app/lib/problem-response.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/guide-window.route";
import { findGuideWithDraft } from "./drafts.server.ts";
import { parseGuideId } from "../editing-paths.ts";
import { endEditorSession, recordEditorHeartbeat } from "./editor-sessions.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** The heartbeat of an editor session. Answers with the other open sessions. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: userId } = requireRole(site.viewer, request, ["admin"]);
  const { db, now, requestId } = site;
  const form = await readForm(request);
  const editorSessionId = form.text("window");
  if (!isUuid(editorSessionId)) return problemResponse(400, { detail: "The session id is missing.", requestId });
  const postId = parseGuideId(params.id);
  if (postId === null || (await findGuideWithDraft(db, postId)) === null) {
    return problemResponse(404, { detail: "This post no longer exists.", requestId });
  }
  if (form.text("do") === "leave") {
    await endEditorSession(db, { postId, editorSessionId });
    return new Response(null, { status: 204 });
  }
  const state = await recordEditorHeartbeat(db, { postId, editorSessionId, userId, now });
  return Response.json(state, { headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the session by POST.", requestId, headers: { allow: "POST" } });
}

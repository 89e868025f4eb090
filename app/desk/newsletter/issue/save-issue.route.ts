import { problemResponse } from "#app/lib/problem-response.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/save-issue.route";
import { autosaveIssue } from "./change-issue.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Autosaves an issue for the page's script. 409 if another editor has changed it meanwhile. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  if (!isUuid(params.id) || form.text("words") !== "yes") {
    return problemResponse(400, {
      detail: "Invalid form. Reload the page.",
      requestId: site.requestId,
    });
  }
  const { status, ...saved } = await autosaveIssue(site, { id: params.id, by, form });
  return Response.json(saved, { status, headers: { "cache-control": "no-store" } });
}

/** There is no page here. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the issue by POST.", requestId, headers: { allow: "POST" } });
}

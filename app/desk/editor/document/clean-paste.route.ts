import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/clean-paste.route";
import { cleanPastedHtml, PASTE_CHARACTERS_MAX } from "./clean-paste.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Cleans HTML that is pasted into the editor. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const html = (await readForm(request)).text("html");
  if (html === "") return problemResponse(400, { detail: "The pasted HTML is missing.", requestId: site.requestId });
  if (html.length > PASTE_CHARACTERS_MAX) {
    return problemResponse(413, { detail: "That’s too much to paste at once.", requestId: site.requestId });
  }
  return Response.json({ html: cleanPastedHtml(html) }, { headers: { "cache-control": "no-store" } });
}

export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the pasted HTML by POST.", requestId, headers: { allow: "POST" } });
}

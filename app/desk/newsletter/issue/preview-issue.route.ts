import { isUuid } from "#app/lib/uuid.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { fillSiteUrl } from "#app/core/mail/mail-bodies.ts";
import type { Route } from "./+types/preview-issue.route";
import { applyMailTheme, renderIssueMail } from "./issue-mail.ts";
import { loadCurrentContent, findIssue } from "./issues.server.ts";

export const handle = { audience: "admin", query: ["theme"] } as const satisfies RouteHandle;

/** An issue's HTML for the editor's preview frame. `?theme=dark` renders the dark theme. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, env, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const issue = isUuid(params.id) ? await findIssue(db, params.id) : null;
  if (issue === null) return new Response("No such issue.\n", { status: 404 });
  const theme = readQuery(request, handle).get("theme") === "dark" ? "dark" : "light";
  const { postalAddress } = env;
  const html =
    issue.bodyHtml ??
    renderIssueMail({ content: (await loadCurrentContent(db, issue, now)).content, slug: null, postalAddress }).html;
  return new Response(fillSiteUrl(applyMailTheme(html, theme), env.siteUrl), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      // A mail has inline styles and images from this site. Only the editor may frame it.
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; form-action 'none'",
    },
  });
}

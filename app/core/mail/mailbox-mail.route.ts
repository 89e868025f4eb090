import { isUuid } from "#app/lib/uuid.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/mailbox-mail.route";
import { fillSiteUrl } from "./mail-bodies.ts";
import { findMail } from "./outbox.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Development only: shows one mail as HTML. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  site.page.isCacheable = false;
  if (site.env.trialOnNetwork) requireRole(site.viewer, request, ["admin"]);
  const mail = isUuid(params.id) ? await findMail(site.db, params.id) : null;
  if (mail === null || mail.bodyHtml === null) return new Response("No such mail.\n", { status: 404 });
  return new Response(fillSiteUrl(mail.bodyHtml, site.env.siteUrl), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      // A mail contains its styles and loads nothing else.
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

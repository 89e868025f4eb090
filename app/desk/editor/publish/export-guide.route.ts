import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/export-guide.route";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import { parseGuideId } from "../editing-paths.ts";
import { formatGuideFile } from "./guide-file.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Downloads a guide's draft as a Markdown file. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (opened === null) throw noSuchPage();
  const { document, post } = opened;
  return new Response(formatGuideFile(document, post.status === "published" ? post.publishedAt : null), {
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="${post.slug}.md"`,
      "cache-control": "no-store",
    },
  });
}

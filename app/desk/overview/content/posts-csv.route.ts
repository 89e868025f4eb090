import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/posts-csv.route";
import { streamPostsCsv, parsePostListQuery } from "./content-posts.server.ts";
import { POST_LIST_PARAMETERS } from "./content.ts";

export const handle = { audience: "admin", query: POST_LIST_PARAMETERS } as const satisfies RouteHandle;

/** All results of the posts table as one CSV file. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const { db, now, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = parsePostListQuery(readQuery(request, handle));
  return new Response(toTextStream(streamPostsCsv(db, { query, now })), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-posts.csv"',
      "cache-control": "private, no-store",
    },
  });
}

import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/insights-csv.route";
import { insightCsv } from "./insights-csv.ts";
import { exportTable } from "./load-insights.server.ts";
import { INSIGHTS_PARAMETERS } from "./insights.ts";

export const handle = { audience: "admin", query: [...INSIGHTS_PARAMETERS, "table"] } as const satisfies RouteHandle;

/** A table of `/admin/analytics` as CSV, with all its rows. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const { db, now, requestId, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = await exportTable(db, { search: readQuery(request, handle), now });
  if (found === null) {
    return problemResponse(400, { detail: "There is no such table. Use the links on the page.", requestId });
  }
  if ("problem" in found) return problemResponse(400, { detail: found.problem.text, requestId });
  const { table, range } = found;
  const name = `rowhouse-${table.name}-${range.days.from}-${range.days.to}.csv`;
  return new Response(insightCsv(table), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}

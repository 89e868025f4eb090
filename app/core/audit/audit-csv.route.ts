import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/audit-csv.route";
import { streamAuditCsv, parseAuditFilters } from "./audit-queries.server.ts";
import { AUDIT_PARAMETERS } from "./audit-page.ts";

export const handle = { audience: "admin", query: AUDIT_PARAMETERS } as const satisfies RouteHandle;

/** Exports all entries that the audit page finds with the same filters. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const parts = streamAuditCsv(site.db, parseAuditFilters(readQuery(request, handle)));
  return new Response(toTextStream(parts), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-audit-log.csv"',
      "cache-control": "private, no-store",
    },
  });
}

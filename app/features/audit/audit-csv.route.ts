import { CSV_TYPE } from "#app/lib/csv.ts";
import { textStream } from "#app/lib/text-stream.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/audit-csv.route";
import { auditCsv, readAuditAsked } from "./audit-queries.server.ts";

/** Exports all entries that the audit page finds with the same filters. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const parts = auditCsv(site.db, readAuditAsked(new URL(request.url).searchParams));
  return new Response(textStream(parts), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-audit-log.csv"',
      "cache-control": "private, no-store",
    },
  });
}

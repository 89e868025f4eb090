import { redirect } from "react-router";

import { recordChange } from "#app/core/audit/audit.server.ts";
import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/export.route";
import { OPERATIONS_PATH } from "../operations.ts";
import { streamExportArchive, streamExport } from "./export-content.server.ts";
import { isExportName } from "./exports.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Downloads need a POST, because the audit log records them. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  return redirect(OPERATIONS_PATH, 303);
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { db, now, viewer } = siteOf(context);
  const { id } = requireRole(viewer, request, ["admin"]);
  const { file } = params;
  if (!isExportName(file)) throw noSuchPage();
  const subject = { kind: "export", id: file };
  await recordChange(db, {
    actor: { kind: "staff", id },
    action: "export.download",
    subject,
    before: null,
    after: null,
    now,
  });
  const day = now.toISOString().slice(0, 10);
  const headers = {
    "content-type": file.endsWith(".csv")
      ? CSV_CONTENT_TYPE
      : file.endsWith(".json")
        ? "application/json"
        : "application/gzip",
    "content-disposition": `attachment; filename="rowhouse-${day}-${file}"`,
    "cache-control": "private, no-store",
  };
  const body = file === "everything.tar.gz" ? streamExportArchive(db, now) : toTextStream(streamExport(db, file));
  return new Response(body, { headers });
}

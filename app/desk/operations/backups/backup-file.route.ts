import { createReadStream } from "node:fs";
import { join } from "node:path";

import { redirect } from "react-router";

import { recordChange } from "#app/core/audit/audit.server.ts";
import { toByteStream } from "#app/lib/byte-stream.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/backup-file.route";
import { operationPath } from "../operations.ts";
import { backupFolder, listBackups } from "./make-backup.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Downloads need a POST, because a backup holds personal data and the audit log records each download. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  return redirect(operationPath("back-up"), 303);
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Response> {
  const { db, env, log, now, viewer } = siteOf(context);
  const { id } = requireRole(viewer, request, ["admin"]);
  // Only listed files are opened, so no part of the URL becomes a path.
  const backup = (await listBackups(env)).find(({ name }) => name === params.file);
  if (backup === undefined) throw noSuchPage();
  const { name, bytes } = backup;
  const subject = { kind: "backup", id: name };
  await recordChange(db, {
    actor: { kind: "staff", id },
    action: "backup.download",
    subject,
    before: null,
    after: null,
    now,
  });
  log.info({ backup: name, adminId: id }, "A backup was downloaded");
  return new Response(toByteStream(createReadStream(join(backupFolder(env), name))), {
    headers: {
      "content-type": "application/gzip",
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}

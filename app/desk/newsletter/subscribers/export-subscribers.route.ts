import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/export-subscribers.route";
import { recordSubscriberExport, streamSubscribersCsv } from "./list-subscribers.server.ts";
import { parseSubscriberListQuery } from "./subscriber-list.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** The subscribers as a CSV file. By a form, since each export is in the audit log. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const { db, now, viewer, log } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const query = parseSubscriberListQuery(new URLSearchParams({ q: form.text("q"), state: form.text("state") }));
  await recordSubscriberExport(db, { by, query, now });
  log.info({ by }, "The newsletter's subscribers were exported");
  return new Response(toTextStream(streamSubscribersCsv(db, query)), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-subscribers.csv"',
      "cache-control": "private, no-store",
    },
  });
}

/** There is no page here. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { requestId } = siteOf(context);
  return problemResponse(405, { detail: "Send the form of the list.", requestId, headers: { allow: "POST" } });
}

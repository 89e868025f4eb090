import { eq } from "drizzle-orm";

import { sources } from "#app/db/schema/places.ts";
import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { fileNotFound } from "#app/guide/seo/files/file-response.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/source-facts.route";
import { streamSourceFacts } from "../run/source-facts.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Downloads the facts of one source, apart from all others. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const [source] = await db.select({ id: sources.id }).from(sources).where(eq(sources.id, params.source));
  if (source === undefined) return fileNotFound();
  return new Response(toTextStream(streamSourceFacts(db, { sourceId: source.id })), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": `attachment; filename="rowhouse-${source.id}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}

import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/businesses-csv.route";
import { streamPlacesCsv, parsePlaceListQuery } from "./content-places.server.ts";
import { PLACE_LIST_PARAMETERS } from "./content.ts";

export const handle = { audience: "admin", query: PLACE_LIST_PARAMETERS } as const satisfies RouteHandle;

/** All results of the businesses table as one CSV file. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = parsePlaceListQuery(readQuery(request, handle));
  return new Response(toTextStream(streamPlacesCsv(db, query)), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-businesses.csv"',
      "cache-control": "private, no-store",
    },
  });
}

import { CSV_CONTENT_TYPE } from "#app/lib/csv.ts";
import { toTextStream } from "#app/lib/text-stream.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/businesses-csv.route";
import { streamPlacesCsv, parsePlaceListQuery } from "./content-places.server.ts";

/** All results of the businesses table as one CSV file. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = parsePlaceListQuery(new URL(request.url).searchParams);
  return new Response(toTextStream(streamPlacesCsv(db, query)), {
    headers: {
      "content-type": CSV_CONTENT_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-businesses.csv"',
      "cache-control": "private, no-store",
    },
  });
}

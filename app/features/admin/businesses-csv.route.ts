import { CSV_TYPE } from "#app/lib/csv.ts";
import { textStream } from "#app/lib/text-stream.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/businesses-csv.route";
import { placesCsv, readPlacesAsked } from "./content-places.server.ts";

/** All results of the businesses table as one CSV file. */
export function loader({ context, request }: Route.LoaderArgs): Response {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const query = readPlacesAsked(new URL(request.url).searchParams);
  return new Response(textStream(placesCsv(db, query)), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": 'attachment; filename="rowhouse-businesses.csv"',
      "cache-control": "private, no-store",
    },
  });
}

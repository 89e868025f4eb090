import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import type { Route } from "./+types/map-areas.route";
import { geoJsonResponse } from "./geo-json-response.ts";
import { featureCollection } from "../page/map-features.ts";
import { mapAreas } from "../page/map-queries.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** `/map/areas.json`: neighborhoods and Metro stations, for the live map. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  return geoJsonResponse(featureCollection(await mapAreas(site.db, site)));
}

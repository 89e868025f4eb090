import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import type { Route } from "./+types/map-pins.route";
import { readBounds } from "../base/bounds.ts";
import { featureCollection } from "./map-features.ts";
import { mapPins } from "./map-queries.server.ts";
import { geoJsonResponse, geoJsonProblem } from "../base/geo-json-response.ts";

export const handle = { audience: "everyone", query: ["category", "bbox"] } as const satisfies RouteHandle;

/** `/map/pins.json?category=food&bbox=west,south,east,north`, both optional: every place on the map as GeoJSON points. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const query = readQuery(request, handle);
  const category = query.get("category");
  const box = query.get("bbox");
  const bounds = box === null ? null : readBounds(box);
  if (category !== null && !isCategorySlug(category))
    return geoJsonProblem("category: must be one of the eight category slugs, such as food");
  if (box !== null && bounds === null)
    return geoJsonProblem("bbox: must be west,south,east,north in degrees, with west < east and south < north");
  const site = siteOf(context);
  return geoJsonResponse(featureCollection(await mapPins(site.db, { category, bounds }, site)));
}

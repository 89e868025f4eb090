import { geoJsonResponse } from "#app/guide/map/base/geo-json-response.ts";
import { featureCollection } from "#app/guide/map/page/map-features.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/search-pins.route";
import { pinFeaturesById } from "./search-pins.server.ts";
import { search } from "./search.server.ts";
import { parseSearch, SEARCH_PARAMETERS, SEARCHES_PER_MINUTE_MAX } from "./search-request.ts";

export const handle = {
  audience: "everyone",
  query: SEARCH_PARAMETERS,
  rendersPerMinuteMax: SEARCHES_PER_MINUTE_MAX,
} as const satisfies RouteHandle;

/** `/search/pins.json` takes the parameters of `/search`: the results of all pages on the map, best first. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const { pins } = await search(site.db, parseSearch(readQuery(request, handle)), { now: site.now, page: site.page });
  return geoJsonResponse(featureCollection(await pinFeaturesById(site.db, pins.ids)));
}

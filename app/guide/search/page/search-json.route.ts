import { absoluteUrl } from "#app/guide/seo/site-identity.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/search-json.route";
import { searchJson } from "./search-json.ts";
import { search } from "./search.server.ts";
import { parseSearch, SEARCH_PARAMETERS, SEARCHES_PER_MINUTE_MAX } from "./search-request.ts";

export const handle = {
  audience: "everyone",
  query: SEARCH_PARAMETERS,
  rendersPerMinuteMax: SEARCHES_PER_MINUTE_MAX,
} as const satisfies RouteHandle;

/** `/search.json` takes the parameters of `/search`. Invalid ones are ignored. A page after the last is empty. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const searchRequest = parseSearch(readQuery(request, handle));
  // Every caller gets the same response.
  const results = await search(site.db, searchRequest, { now: site.now, page: site.page });
  return Response.json(searchJson((path) => absoluteUrl(site.env.siteUrl, path), searchRequest, results));
}

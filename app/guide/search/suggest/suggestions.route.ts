import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/suggestions.route";
import { suggest } from "./suggest.server.ts";
import type { SuggestionsResponse } from "./suggestion.ts";
import { readSearchText } from "../page/search-request.ts";

/** Five a second, which nobody types for a whole minute. An office that shares an address mostly gets cached ones. */
const SUGGESTIONS_PER_MINUTE_MAX = 300;

export const handle = {
  audience: "everyone",
  query: ["q"],
  rendersPerMinuteMax: SUGGESTIONS_PER_MINUTE_MAX,
} as const satisfies RouteHandle;

/** As many as fit under the box without scrolling. */
const SUGGESTIONS_MAX = 8;

/** Long enough to type and delete letters without another request. */
const SECONDS_MAX = 60;

export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const query = readSearchText(readQuery(request, handle));
  const suggestions = query === "" ? [] : await suggest(site.db, { text: query, limit: SUGGESTIONS_MAX }, site);
  return Response.json({ query, suggestions } satisfies SuggestionsResponse, {
    headers: { "cache-control": `public, max-age=${SECONDS_MAX}` },
  });
}

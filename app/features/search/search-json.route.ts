import { absoluteUrl } from "#app/features/seo/site-identity.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/search-json.route";
import { searchJson } from "./search-json.ts";
import { search } from "./search.server.ts";
import { readSearchRequest } from "./search.ts";

/** `/search.json` with the parameters of `/search`, read in the same way: nonsense asks for nothing. A page past the last is empty. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const asked = readSearchRequest(new URL(request.url).searchParams);
  // The answer is everybody's, whoever asks for it.
  const results = await search(site.db, asked, { now: site.now, page: site.page });
  return Response.json(searchJson((path) => absoluteUrl(site.env.siteUrl, path), asked, results));
}

import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/category-atom.route";
import { ATOM_TYPE, atomFeed } from "./atom-feed.ts";
import { loadCategoryFeed } from "./category-feed.server.ts";
import { fileResponse, fileNotFound } from "../files/file-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const feed = await loadCategoryFeed(context, { slug: params.category, format: "atom" });
  return feed === null ? fileNotFound() : fileResponse(atomFeed(feed, siteOf(context).now), ATOM_TYPE);
}

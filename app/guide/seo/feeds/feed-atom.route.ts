import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/feed-atom.route";
import { ATOM_TYPE, atomFeed } from "./atom-feed.ts";
import { findFeedGuides } from "./feed-queries.server.ts";
import { buildFeed } from "./feed.ts";
import { fileResponse } from "../files/file-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const guides = await findFeedGuides(site.db, { category: null }, site);
  const feed = buildFeed(site.env.siteUrl, { format: "atom", category: null, guides });
  return fileResponse(atomFeed(feed, site.now), ATOM_TYPE);
}

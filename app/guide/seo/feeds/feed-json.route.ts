import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/feed-json.route";
import { findFeedGuides } from "./feed-queries.server.ts";
import { buildFeed } from "./feed.ts";
import { fileResponse } from "../files/file-response.ts";
import { JSON_FEED_TYPE, jsonFeed } from "./json-feed.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const guides = await findFeedGuides(site.db, { category: null }, site);
  return fileResponse(
    jsonFeed(buildFeed(site.env.siteUrl, { format: "json", category: null, guides })),
    JSON_FEED_TYPE,
  );
}

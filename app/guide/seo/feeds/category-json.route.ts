import type { RouteHandle } from "#app/platform/route-handle.ts";

import type { Route } from "./+types/category-json.route";
import { loadCategoryFeed } from "./category-feed.server.ts";
import { fileResponse, fileNotFound } from "../files/file-response.ts";
import { JSON_FEED_TYPE, jsonFeed } from "./json-feed.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const feed = await loadCategoryFeed(context, { slug: params.category, format: "json" });
  return feed === null ? fileNotFound() : fileResponse(jsonFeed(feed), JSON_FEED_TYPE);
}

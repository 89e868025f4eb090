import type { Route } from "./+types/category-json.route";
import { categoryFeed } from "./category-feed.server.ts";
import { fileResponse, noSuchFile } from "./file-response.ts";
import { JSON_FEED_TYPE, jsonFeed } from "./json-feed.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const feed = await categoryFeed(context, { slug: params.category, format: "json" });
  return feed === null ? noSuchFile() : fileResponse(jsonFeed(feed), JSON_FEED_TYPE);
}

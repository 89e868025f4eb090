import { CATEGORY_NAMES, isCategorySlug } from "#app/features/places/categories.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/category-json.route";
import { feedGuides } from "./feed-queries.server.ts";
import { feedOf } from "./feed.ts";
import { fileResponse, noSuchFile } from "./file-response.ts";
import { JSON_FEED_TYPE, jsonFeed } from "./json-feed.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const slug = params.category;
  if (!isCategorySlug(slug)) return noSuchFile();
  const site = siteOf(context);
  const guides = await feedGuides(site.db, { category: slug }, site);
  const category = { slug, name: CATEGORY_NAMES[slug] };
  return fileResponse(jsonFeed(feedOf(site.env.siteUrl, { format: "json", category, guides })), JSON_FEED_TYPE);
}

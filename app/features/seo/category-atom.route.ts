import { CATEGORY_NAMES, isCategorySlug } from "#app/features/places/categories.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/category-atom.route";
import { ATOM_TYPE, atomFeed } from "./atom-feed.ts";
import { feedGuides } from "./feed-queries.server.ts";
import { feedOf } from "./feed.ts";
import { fileResponse, noSuchFile } from "./file-response.ts";

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const slug = params.category;
  if (!isCategorySlug(slug)) return noSuchFile();
  const site = siteOf(context);
  const guides = await feedGuides(site.db, { category: slug }, site);
  const category = { slug, name: CATEGORY_NAMES[slug] };
  return fileResponse(atomFeed(feedOf(site.env.siteUrl, { format: "atom", category, guides })), ATOM_TYPE);
}

import type { RouterContextProvider } from "react-router";

import { CATEGORY_NAMES, isCategorySlug } from "#app/features/places/categories.ts";
import { siteOf } from "#app/platform/site.ts";

import { feedGuides } from "./feed-queries.server.ts";
import { type Feed, feedOf } from "./feed.ts";

/** A category's latest guides for its feed in either format; null where there is no such category. */
export async function categoryFeed(
  context: Readonly<RouterContextProvider>,
  { slug, format }: { slug: string; format: "atom" | "json" },
): Promise<Feed | null> {
  if (!isCategorySlug(slug)) return null;
  const site = siteOf(context);
  const guides = await feedGuides(site.db, { category: slug }, site);
  return feedOf(site.env.siteUrl, { format, category: { slug, name: CATEGORY_NAMES[slug] }, guides });
}

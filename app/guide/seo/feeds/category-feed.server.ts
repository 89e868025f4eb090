import type { RouterContextProvider } from "react-router";

import { CATEGORY_NAMES, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { siteOf } from "#app/platform/site.ts";

import { findFeedGuides } from "./feed-queries.server.ts";
import { type Feed, buildFeed } from "./feed.ts";

/** The feed of a category's latest guides. Null when the category doesn't exist. */
export async function loadCategoryFeed(
  context: Readonly<RouterContextProvider>,
  { slug, format }: { slug: string; format: "atom" | "json" },
): Promise<Feed | null> {
  if (!isCategorySlug(slug)) return null;
  const site = siteOf(context);
  const guides = await findFeedGuides(site.db, { category: slug }, site);
  return buildFeed(site.env.siteUrl, { format, category: { slug, name: CATEGORY_NAMES[slug] }, guides });
}

import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { listGuideCards, isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { LlmsData } from "./llms.ts";

/** A sample of guides. The sitemap has all of them. */
const GUIDES_LISTED = 20;

/** The data for `/llms.txt`. */
export async function loadLlmsData(db: Database, moment: PageContext): Promise<LlmsData> {
  moment.page.tags.add("places").add("neighborhoods");
  const counted = await db
    .select({
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      placeCount: sql<number>`count(${places.id})::int`,
    })
    .from(categories)
    .leftJoin(places, and(eq(places.categorySlug, categories.slug), eq(places.status, "published")))
    .groupBy(categories.slug)
    .orderBy(asc(categories.position));
  return {
    placeCount: await db.$count(places, eq(places.status, "published")),
    guideCount: await db.$count(posts, isGuideVisible({ now: moment.now })),
    categories: counted,
    // The file is public, so the viewer is left out.
    guides: await listGuideCards(db, { limit: GUIDES_LISTED }, { now: moment.now, page: moment.page }),
    neighborhoods: await db
      .select({ slug: neighborhoods.slug, name: neighborhoods.name, summary: neighborhoods.summary })
      .from(neighborhoods)
      .orderBy(sql`lower(${neighborhoods.name})`),
  };
}

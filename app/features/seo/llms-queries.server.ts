import { and, asc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { guideCards, isOut } from "#app/features/guides/guide-cards.server.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import type { GuideToTheSite } from "./llms.ts";

/** Enough to show what is written here; the sitemap has them all. */
const GUIDES_NAMED = 20;

/** What `/llms.txt` says of the site, counted. */
export async function guideToTheSite(db: Database, moment: PageMoment): Promise<GuideToTheSite> {
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
    guideCount: await db.$count(posts, isOut({ now: moment.now })),
    categories: counted,
    // The file is everybody's, whoever asks for it.
    guides: await guideCards(db, { limit: GUIDES_NAMED }, { now: moment.now, page: moment.page }),
    neighborhoods: await db
      .select({ slug: neighborhoods.slug, name: neighborhoods.name, summary: neighborhoods.summary })
      .from(neighborhoods)
      .orderBy(asc(neighborhoods.name)),
  };
}

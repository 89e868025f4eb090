import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { Category, CategorySlug } from "#app/guide/places/facts/categories.ts";
import { placeCards, placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { findCategoryCandidates } from "#app/guide/search/candidates/category/find-category-candidates.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { type CategoryHub, HUB_PLACES_PER_PAGE, type HubFilters, hubHref, changeHubFilters } from "./category-hub.ts";

const HUB_FEATURED = 3;

/** Loads a category's hub: counts, facets and one page of places. `readMax` is lowered in tests. */
export async function loadCategoryHub(
  db: Database,
  input: { category: CategorySlug; filters: HubFilters; guides: GuideCardData[]; readMax?: number },
  moment: PageContext,
): Promise<CategoryHub> {
  const { category: slug, filters, readMax } = input;
  moment.page.tags.add("places").add(`category:${slug}`);
  const category = await findCategory(db, slug);
  const hrefWith = (change: Partial<HubFilters>) => hubHref(slug, changeHubFilters(filters, change));
  const candidates = await findCategoryCandidates(db, { category: slug, filters, hrefWith, readMax }, moment);
  const start = (filters.page - 1) * HUB_PLACES_PER_PAGE;
  const pageIds = candidates.places.slice(start, start + HUB_PLACES_PER_PAGE).map(({ id }) => id);
  return {
    category,
    placeCount: candidates.placeCount,
    describedCount: candidates.describedCount,
    neighborhoodCount: candidates.neighborhoodCount,
    lastCheckedLabel: await lastCheckedLabel(db, slug),
    featured: await featuredInHub(db, slug, moment),
    places: {
      items: await placeCardsById(db, pageIds, moment),
      total: candidates.total,
      listed: candidates.places.length,
      page: filters.page,
      pageCount: Math.max(1, Math.ceil(candidates.places.length / HUB_PLACES_PER_PAGE)),
    },
    filters,
    facets: candidates.facets,
    relaxations: candidates.relaxations,
    hasDemoRatings: candidates.hasDemoRatings,
    guides: input.guides,
    guideCount: await db.$count(posts, and(isGuideVisible(moment), eq(posts.categorySlug, slug))),
  };
}

async function findCategory(db: Database, slug: CategorySlug): Promise<Category> {
  const [row] = await db.select().from(categories).where(eq(categories.slug, slug));
  if (row === undefined) throw new Error(`The database has no category ${slug}: the seed data was never loaded`);
  return row;
}

async function featuredInHub(db: Database, category: CategorySlug, moment: PageContext) {
  return placeCards(
    db,
    {
      where: and(eq(places.categorySlug, category), isNotNull(places.hubRank)),
      orderBy: [asc(places.hubRank)],
      limit: HUB_FEATURED,
    },
    moment,
  );
}

/** The latest full date on which a source checked a fact of the category's places. */
async function lastCheckedLabel(db: Database, category: CategorySlug): Promise<string | null> {
  const ids = db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.status, "published"), eq(places.categorySlug, category)));
  const [row] = await db
    .select({ checkedOn: placeFacts.checkedOn })
    .from(placeFacts)
    .where(and(inArray(placeFacts.placeId, ids), sql`length(${placeFacts.checkedOn}) = 10`))
    .orderBy(desc(placeFacts.checkedOn))
    .limit(1);
  return row?.checkedOn == null ? null : formatLongDay(row.checkedOn);
}

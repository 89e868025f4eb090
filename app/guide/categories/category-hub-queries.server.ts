import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { Category, CategorySlug } from "#app/guide/places/facts/categories.ts";
import { filterPlaces, filterRelaxations, countFacets } from "#app/guide/places/filters/filter-places.ts";
import { placeCards, placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { type CategoryHub, HUB_PLACES_PER_PAGE, type HubFilters, hubHref, changeHubFilters } from "./category-hub.ts";
import { hubCandidates, type HubList, publishedIn } from "./hub-candidates.server.ts";
import { loadLargeHubList } from "./large-hub.server.ts";
import { sortHub } from "./sort-hub.ts";

/**
 * Up to this many places are loaded and filtered one by one. Larger categories are counted in SQL, and only the first
 * places are listed.
 */
const CANDIDATES_MAX = 5_000;

const HUB_FEATURED = 3;

/**
 * Loads a category's hub: counts, facets and one page of places.
 *
 * All places of the category are read and filtered here, because an index can't compute "open now". For too many places
 * see `loadLargeHubList`. `candidatesMax` is lowered in tests.
 */
export async function loadCategoryHub(
  db: Database,
  input: { category: CategorySlug; filters: HubFilters; guides: GuideCardData[]; candidatesMax?: number },
  moment: PageContext,
): Promise<CategoryHub> {
  const { category: slug, filters, candidatesMax = CANDIDATES_MAX } = input;
  moment.page.tags.add("places").add(`category:${slug}`);
  const category = await findCategory(db, slug);
  // Served by places_by_category.
  const placeCount = await db.$count(places, publishedIn(slug));
  const listInput = { category: slug, filters, candidatesMax };
  const list =
    placeCount > candidatesMax
      ? await loadLargeHubList(db, listInput, moment)
      : await loadWholeHubList(db, listInput, moment);
  const start = (filters.page - 1) * HUB_PLACES_PER_PAGE;
  const pageIds = list.places.slice(start, start + HUB_PLACES_PER_PAGE).map(({ id }) => id);
  return {
    category,
    placeCount,
    neighborhoodCount: list.neighborhoodCount,
    lastCheckedLabel: await lastCheckedLabel(db, slug),
    featured: await featuredInHub(db, slug, moment),
    places: {
      items: await placeCardsById(db, pageIds, moment),
      total: list.total,
      listed: list.places.length,
      page: filters.page,
      pageCount: Math.max(1, Math.ceil(list.places.length / HUB_PLACES_PER_PAGE)),
    },
    filters,
    facets: list.facets,
    relaxations: list.relaxations,
    hasDemoRatings: hasDemoRating(list.candidates),
    guides: input.guides,
    guideCount: await db.$count(posts, and(isGuideVisible(moment), eq(posts.categorySlug, slug))),
  };
}

/** The list of a category small enough to load all its places. */
async function loadWholeHubList(
  db: Database,
  { category, filters, candidatesMax }: { category: CategorySlug; filters: HubFilters; candidatesMax: number },
  moment: PageContext,
): Promise<HubList> {
  const rows = { category, where: publishedIn(category), orderBy: [asc(places.name)], limit: candidatesMax };
  const candidates = await hubCandidates(db, rows, moment);
  const filtered = sortHub(filterPlaces(candidates, filters, moment.now), filters);
  const hrefWith = (change: Partial<HubFilters>) => hubHref(category, changeHubFilters(filters, change));
  return {
    places: filtered,
    total: filtered.length,
    neighborhoodCount: new Set(candidates.map(({ neighborhood }) => neighborhood.slug)).size,
    facets: countFacets(candidates, filters, moment.now),
    relaxations: filtered.length > 0 ? [] : filterRelaxations(candidates, { filters, now: moment.now, hrefWith }),
    candidates,
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

const longDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", day: "numeric", year: "numeric" });

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
  return row?.checkedOn == null ? null : longDay.format(new Date(`${row.checkedOn}T12:00:00Z`));
}

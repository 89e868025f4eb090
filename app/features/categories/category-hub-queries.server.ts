import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { isOut } from "#app/features/guides/guide-cards.server.ts";
import type { GuideCardData } from "#app/features/guides/guide.ts";
import { limitPageLife, type PageMoment } from "#app/platform/page-life.ts";

import type { Category, CategorySlug } from "../places/categories.ts";
import { type CategoryHub, HUB_PLACES_PER_PAGE, type HubFilters, hubHref, withFilter } from "./category-hub.ts";
import { type HubCandidate, sortHub } from "./sort-hub.ts";
import { filterPlaces, filterRelaxations, placeFacets } from "../places/filter-places.ts";
import { hoursKept } from "../places/hours-kept.server.ts";
import { wordsHoldUntil } from "../places/hours-words.ts";
import { placeCards, placeCardsById } from "../places/place-cards.server.ts";
import {
  demoRatings,
  isDemoRating,
  isRealRating,
  ratingColumns,
  realRatings,
} from "../places/rating-columns.server.ts";
import { ratingSummary, showsDemoRating } from "../places/rating-summary.ts";

/** A hub weighs this many places at most; a category that outgrows it needs the search engine's index. */
const CANDIDATES_MAX = 5_000;

const HUB_FEATURED = 3;

/**
 * A category's hub: counts, facets and one page of places. The category's narrow rows are read whole (served by
 * places_by_category) and weighed here, because "open now" is arithmetic that no index knows.
 */
export async function loadCategoryHub(
  db: Database,
  input: { category: CategorySlug; filters: HubFilters; guides: GuideCardData[] },
  moment: PageMoment,
): Promise<CategoryHub> {
  moment.page.tags.add("places").add(`category:${input.category}`);
  const category = await findCategory(db, input.category);
  const candidates = await hubCandidates(db, input.category, moment);
  const left = sortHub(filterPlaces(candidates, input.filters, moment.now), input.filters);
  const start = (input.filters.page - 1) * HUB_PLACES_PER_PAGE;
  const shown = left.slice(start, start + HUB_PLACES_PER_PAGE).map(({ id }) => id);
  return {
    category,
    placeCount: candidates.length,
    neighborhoodCount: new Set(candidates.map(({ neighborhood }) => neighborhood.slug)).size,
    lastCheckedLabel: await lastCheckedLabel(db, input.category),
    featured: await featuredInHub(db, input.category, moment),
    places: {
      items: await placeCardsById(db, shown, moment),
      total: left.length,
      page: input.filters.page,
      pageCount: Math.max(1, Math.ceil(left.length / HUB_PLACES_PER_PAGE)),
    },
    filters: input.filters,
    facets: placeFacets(candidates, input.filters, moment.now),
    relaxations:
      left.length > 0
        ? []
        : filterRelaxations(candidates, {
            filters: input.filters,
            now: moment.now,
            hrefWith: (change) => hubHref(input.category, withFilter(input.filters, change)),
          }),
    hasDemoRatings: showsDemoRating(candidates),
    guides: input.guides,
    guideCount: await db.$count(posts, and(isOut(moment), eq(posts.categorySlug, input.category))),
  };
}

async function findCategory(db: Database, slug: CategorySlug): Promise<Category> {
  const [row] = await db.select().from(categories).where(eq(categories.slug, slug));
  if (row === undefined) throw new Error(`The database has no category ${slug}: the catalogue was never loaded`);
  return row;
}

async function hubCandidates(db: Database, category: CategorySlug, moment: PageMoment): Promise<HubCandidate[]> {
  const rows = await db
    .select({
      id: places.id,
      name: places.name,
      type: places.type,
      neighborhoodSlug: places.neighborhoodSlug,
      neighborhoodName: neighborhoods.name,
      priceRange: places.priceRange,
      hours: hoursKept,
      attributes: places.attributes,
      lat: places.lat,
      lng: places.lng,
      featuredRank: places.featuredRank,
      hubRank: places.hubRank,
      ...ratingColumns,
    })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(and(eq(places.status, "published"), eq(places.categorySlug, category)))
    .orderBy(asc(places.name))
    .limit(CANDIDATES_MAX);
  // "Open now" is a count on the page, so the page is true until any of these places opens or closes.
  for (const { hours } of rows) limitPageLife(moment.page, wordsHoldUntil(hours, moment.now));
  return rows.map(
    ({ neighborhoodSlug, neighborhoodName, lat, lng, realCount, realSum, demoCount, demoSum, ...row }) => ({
      ...row,
      category,
      rating: ratingSummary({ realCount, realSum, demoCount, demoSum }),
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position: lat === null || lng === null ? null : { lat, lng },
    }),
  );
}

async function featuredInHub(db: Database, category: CategorySlug, moment: PageMoment) {
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

/** The newest full day on which a source checked a fact of the category's places. */
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

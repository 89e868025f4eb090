import { and, eq, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { hoursTextExpiresAt } from "#app/guide/places/hours/format-hours.ts";
import { demoRatings, isDemoRating, isRealRating, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import { ratingSummary, realRating } from "#app/guide/places/cards/rating-summary.ts";
import { rankingColumns } from "#app/guide/places/cards/ranking-columns.server.ts";
import type { CategoryPlace } from "./sort-category.ts";

export function publishedIn(category: CategorySlug): SQL | undefined {
  return and(eq(places.status, "published"), eq(places.categorySlug, category));
}

/**
 * Loads the places of a category with the columns for filtering and sorting. `where` and `orderBy` may use places,
 * ratings and place_search.
 */
export async function loadCategoryPlaces(
  db: Database,
  input: { category: CategorySlug; where: SQL | undefined; orderBy: SQL[]; limit: number },
  moment: PageContext,
): Promise<CategoryPlace[]> {
  const rows = await db
    .select({ ...rankingColumns, knownFacts: placeSearch.knownFacts })
    .from(places)
    .innerJoin(placeSearch, eq(placeSearch.placeId, places.id))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(input.where)
    .orderBy(...input.orderBy)
    .limit(input.limit);
  // The page counts open places, so it expires when any of them opens or closes.
  for (const { hours } of rows) expirePageAt(moment.page, hoursTextExpiresAt(hours, moment.now));
  return rows.map(
    ({ neighborhoodSlug, neighborhoodName, lat, lng, realCount, realSum, demoCount, demoSum, ...row }) => ({
      ...row,
      category: input.category,
      rating: ratingSummary({ realCount, realSum, demoCount, demoSum }),
      realRating: realRating({ realCount, realSum, demoCount, demoSum }),
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position: lat === null || lng === null ? null : { lat, lng },
    }),
  );
}

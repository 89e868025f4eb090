import { and, eq, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { limitPageLife, type PageMoment } from "#app/platform/page-life.ts";

import type { CategorySlug } from "../places/categories.ts";
import { wordsHoldUntil } from "../places/hours-words.ts";
import type { PlaceFacets, Relaxation } from "../places/place-filters.ts";
import { demoRatings, isDemoRating, isRealRating, realRatings } from "../places/rating-columns.server.ts";
import { ratingSummary } from "../places/rating-summary.ts";
import { weighingColumns } from "../places/weighing-columns.server.ts";
import type { HubCandidate } from "./sort-hub.ts";

/** What the filters leave of a category, in the order asked for, and what every other choice would leave. */
export type HubList = {
  /** Fewer than `total` where there are more than a hub weighs. */
  places: HubCandidate[];
  total: number;
  /** In how many neighborhoods the category's places are, whatever the filters. */
  neighborhoodCount: number;
  facets: PlaceFacets;
  relaxations: Relaxation[];
  /** All that were looked at one by one. */
  candidates: readonly HubCandidate[];
};

export function publishedIn(category: CategorySlug): SQL | undefined {
  return and(eq(places.status, "published"), eq(places.categorySlug, category));
}

/** The narrow rows of a category that are weighed. `where` and `orderBy` may name places, ratings and place_search. */
export async function hubCandidates(
  db: Database,
  input: { category: CategorySlug; where: SQL | undefined; orderBy: SQL[]; limit: number },
  moment: PageMoment,
): Promise<HubCandidate[]> {
  const rows = await db
    .select(weighingColumns)
    .from(places)
    .innerJoin(placeSearch, eq(placeSearch.placeId, places.id))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .where(input.where)
    .orderBy(...input.orderBy)
    .limit(input.limit);
  // "Open now" is a count on the page, so the page is true until any of these places opens or closes.
  for (const { hours } of rows) limitPageLife(moment.page, wordsHoldUntil(hours, moment.now));
  return rows.map(
    ({ neighborhoodSlug, neighborhoodName, lat, lng, realCount, realSum, demoCount, demoSum, ...row }) => ({
      ...row,
      category: input.category,
      rating: ratingSummary({ realCount, realSum, demoCount, demoSum }),
      neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
      position: lat === null || lng === null ? null : { lat, lng },
    }),
  );
}

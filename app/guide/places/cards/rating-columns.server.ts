import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { places } from "#app/db/schema/places.ts";
import { placeRatings } from "#app/db/schema/reviews.ts";

/** For left joins on `isRealRating` and `isDemoRating`. Served by the primary key of place_ratings. */
export const realRatings = alias(placeRatings, "real_ratings");
export const demoRatings = alias(placeRatings, "demo_ratings");
export const isRealRating = and(eq(realRatings.placeId, places.id), eq(realRatings.isDemo, false));
export const isDemoRating = and(eq(demoRatings.placeId, places.id), eq(demoRatings.isDemo, true));

/** The columns of `RatingCounts`. */
export const ratingColumns = {
  realCount: realRatings.reviewCount,
  realSum: realRatings.starsSum,
  demoCount: demoRatings.reviewCount,
  demoSum: demoRatings.starsSum,
};

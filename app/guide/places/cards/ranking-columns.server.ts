import { sql } from "drizzle-orm";

import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";

import { isDescribed } from "../facts/listing-depth.server.ts";
import { effectiveHours } from "../hours/effective-hours.server.ts";
import { ratingColumns } from "./rating-columns.server.ts";

/** The number of published guides that mention the place. Served by post_places_by_place. */
const guideCount = sql<number>`(select count(*)::int from ${postPlaces} join ${posts} on ${posts.id} = ${postPlaces.postId}
  where ${postPlaces.placeId} = ${places.id} and ${posts.status} = 'published')`;

/** Columns for filters, facet counts and ranking. Needs joins with neighborhoods and both ratings. */
export const rankingColumns = {
  id: places.id,
  name: places.name,
  type: places.type,
  neighborhoodSlug: places.neighborhoodSlug,
  neighborhoodName: neighborhoods.name,
  priceRange: places.priceRange,
  hours: effectiveHours,
  attributes: places.attributes,
  lat: places.lat,
  lng: places.lng,
  featuredRank: places.featuredRank,
  hubRank: places.hubRank,
  isDescribed,
  guideCount,
  ...ratingColumns,
};

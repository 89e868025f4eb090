import { sql } from "drizzle-orm";

import { places } from "#app/db/schema/places.ts";

/**
 * Whether somebody has written about the place. Otherwise it is only listed: it has a register's facts, its page names the
 * register, and described places come before it.
 */
export const isDescribed = sql<boolean>`(${places.description} <> '')`;

/** Whether search engines may list the page: a description, or hours with a way to ask before going there. */
export const isIndexed = sql<boolean>`(${isDescribed}
  or (coalesce(${places.hours}::text, ${places.hoursText}) is not null and coalesce(${places.phone}, ${places.website}) is not null))`;

/** Columns that count the selected places, those of them that are described, and those with known hours. */
export const placeCounts = {
  placeCount: sql<number>`count(*)::int`,
  describedCount: sql<number>`(count(*) filter (where ${isDescribed}))::int`,
  hoursKnownCount: sql<number>`count(${places.hours})::int`,
};

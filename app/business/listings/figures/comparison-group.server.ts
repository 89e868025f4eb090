import { and, asc, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

/** With fewer places, the median would reveal another place's numbers. */
export const COMPARISON_PLACES_MIN = 5;

/** More than any neighborhood has of a type or category. Beyond it, the first ones are used. */
const SIMILAR_MAX = 300;

/** The places that a place is compared with: the same type or category in its neighborhood, or none. */
export type ComparisonGroup = { by: "type" | "category"; placeIds: number[] } | { by: null };

type Compared = Pick<typeof places.$inferSelect, "id" | "type" | "categorySlug" | "neighborhoodSlug">;

/** Served by places_by_type_near and places_by_neighborhood. */
export async function findComparisonGroup(db: Database, place: Compared): Promise<ComparisonGroup> {
  for (const by of ["type", "category"] as const) {
    const rows = await db
      .select({ id: places.id })
      .from(places)
      .where(
        and(
          by === "type" ? eq(places.type, place.type) : eq(places.categorySlug, place.categorySlug),
          eq(places.neighborhoodSlug, place.neighborhoodSlug),
          eq(places.status, "published"),
          ne(places.id, place.id),
        ),
      )
      .orderBy(asc(places.id))
      .limit(SIMILAR_MAX);
    if (rows.length >= COMPARISON_PLACES_MIN) return { by, placeIds: rows.map(({ id }) => id) };
  }
  return { by: null };
}

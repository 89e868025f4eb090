import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

/** The fields that pages about a place (reviews, claims, corrections) need. */
type NamedPlace = Pick<typeof places.$inferSelect, "id" | "slug" | "name" | "status" | "closure">;

/** Finds a place by slug, open or closed. Null when it doesn't exist or was removed. */
export async function findPlaceBySlug(db: Database, slug: string): Promise<NamedPlace | null> {
  const [place] = await db
    .select({ id: places.id, slug: places.slug, name: places.name, status: places.status, closure: places.closure })
    .from(places)
    .where(and(eq(places.slug, slug), ne(places.status, "removed")));
  return place ?? null;
}

import { and, eq, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";

/** A place as far as whatever is about it needs to know. */
type NamedPlace = Pick<typeof places.$inferSelect, "id" | "slug" | "name" | "status" | "closure">;

/** The place by the end of its address, closed or not; null when it isn't there or was taken off the site. */
export async function findNamedPlace(db: Database, slug: string): Promise<NamedPlace | null> {
  const [place] = await db
    .select({ id: places.id, slug: places.slug, name: places.name, status: places.status, closure: places.closure })
    .from(places)
    .where(and(eq(places.slug, slug), ne(places.status, "removed")));
  return place ?? null;
}

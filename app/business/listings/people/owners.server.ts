import { and, asc, eq, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type OwnerRole, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";

/** Per member; more places than anyone manages here. */
const OWNED_MAX = 200;

/** A place that a member owns or manages, with the member's role. */
export type OwnedPlace = { place: typeof places.$inferSelect; role: OwnerRole };

/** The place if this member manages it; otherwise null, whether or not it exists. Served by the key of place_owners. */
export async function findOwnedPlace(
  db: Database,
  { slug, userId }: { slug: string; userId: string },
): Promise<OwnedPlace | null> {
  const [owned] = await db
    .select({ place: places, role: placeOwners.role })
    .from(placeOwners)
    .innerJoin(places, eq(places.id, placeOwners.placeId))
    .where(and(eq(places.slug, slug), eq(placeOwners.userId, userId), ne(places.status, "removed")));
  return owned ?? null;
}

/** A member's places, by name. Served by place_owners_by_user. */
export async function listOwnedPlaces(db: Database, userId: string): Promise<OwnedPlace[]> {
  return db
    .select({ place: places, role: placeOwners.role })
    .from(placeOwners)
    .innerJoin(places, eq(places.id, placeOwners.placeId))
    .where(and(eq(placeOwners.userId, userId), ne(places.status, "removed")))
    .orderBy(sql`lower(${places.name})`, asc(places.id))
    .limit(OWNED_MAX);
}

/** Whether a member manages a place or has claimed one. Served by place_owners_by_user and place_claims_by_claimer. */
export async function hasBusinesses(db: Database, userId: string): Promise<boolean> {
  const [row] = await db
    .select({
      has: sql<boolean>`exists (select 1 from place_owners o where o.user_id = users.id)
        or exists (select 1 from place_claims c where c.claimer_id = users.id)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row?.has ?? false;
}

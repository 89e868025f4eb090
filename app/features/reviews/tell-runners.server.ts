import { and, eq, isNull, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

/** People who run one place and are told; more than any has. */
const TOLD_MAX = 50;

/**
 * Tells whoever runs a place that a review of it is published; of one's own review nobody is told. Call it in the
 * transaction that publishes it. Served by the key of place_owners.
 */
export async function tellRunnersOfReview(
  db: Database,
  { placeId, authorId, stars, now }: { placeId: number; authorId: string; stars: number; now: Date },
): Promise<void> {
  const runners = await db
    .select({ userId: placeOwners.userId, place: { slug: places.slug, name: places.name } })
    .from(placeOwners)
    .innerJoin(places, eq(places.id, placeOwners.placeId))
    .innerJoin(users, eq(users.id, placeOwners.userId))
    .where(and(eq(placeOwners.placeId, placeId), ne(placeOwners.userId, authorId), isNull(users.deletedAt)))
    .orderBy(placeOwners.userId)
    .limit(TOLD_MAX);
  for (const { userId, place } of runners) {
    await tellPerson(db, { userId, told: { kind: "place-reviewed", place, stars }, now });
  }
}

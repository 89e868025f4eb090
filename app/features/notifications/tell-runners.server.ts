import { and, eq, isNull, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";

import type { Notification } from "./notification.server.ts";
import { tellPerson } from "./notifications.server.ts";

/** A place as what is told names it. */
export type PlaceTold = { slug: string; name: string };

/** People who run one place and are told; more than any has. */
const TOLD_MAX = 50;

/**
 * Tells whoever runs a place what others have done about it; of what they do themselves nobody is told. Call it in the
 * transaction of what it tells. Served by the key of place_owners.
 *
 * @param given.by Who did it.
 * @param given.caseId The case whose decision it tells, so that it can be taken back with that.
 */
export async function tellRunnersOf(
  db: Database,
  given: {
    placeId: number;
    by: string;
    told: (place: PlaceTold) => Notification;
    caseId?: string | null;
    now: Date;
  },
): Promise<void> {
  const { placeId, by, told, caseId = null, now } = given;
  const runners = await db
    .select({ userId: placeOwners.userId, place: { slug: places.slug, name: places.name } })
    .from(placeOwners)
    .innerJoin(places, eq(places.id, placeOwners.placeId))
    .innerJoin(users, eq(users.id, placeOwners.userId))
    .where(and(eq(placeOwners.placeId, placeId), ne(placeOwners.userId, by), isNull(users.deletedAt)))
    .orderBy(placeOwners.userId)
    .limit(TOLD_MAX);
  for (const { userId, place } of runners) await tellPerson(db, { userId, told: told(place), caseId, now });
}

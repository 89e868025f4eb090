import { and, eq, isNull, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";

import type { Notification } from "./notification.server.ts";
import { notifyUser } from "./notifications.server.ts";

/** A place as notifications name it. */
export type NotificationPlace = { slug: string; name: string };

/** Notified owners and managers per place; more than any place has. */
const MANAGERS_MAX = 50;

/**
 * Notifies a place's owners and managers of what others did, except the user who did it. Call it in the transaction
 * of the change. Served by the key of place_owners.
 *
 * @param given.by The user who did it.
 * @param given.caseId The case of the decision it reports, so that undoing the decision retracts it.
 */
export async function notifyManagers(
  db: Database,
  given: {
    placeId: number;
    by: string;
    notification: (place: NotificationPlace) => Notification;
    caseId?: string | null;
    now: Date;
  },
): Promise<void> {
  const { placeId, by, notification, caseId = null, now } = given;
  const managers = await db
    .select({ userId: placeOwners.userId, place: { slug: places.slug, name: places.name } })
    .from(placeOwners)
    .innerJoin(places, eq(places.id, placeOwners.placeId))
    .innerJoin(users, eq(users.id, placeOwners.userId))
    .where(and(eq(placeOwners.placeId, placeId), ne(placeOwners.userId, by), isNull(users.deletedAt)))
    .orderBy(placeOwners.userId)
    .limit(MANAGERS_MAX);
  for (const { userId, place } of managers)
    await notifyUser(db, { userId, notification: notification(place), caseId, now });
}

import { and, asc, eq, isNull, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type OwnerRole, placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { becomeBusiness, leaveBusiness } from "#app/features/accounts/standing.server.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import type { Notification } from "#app/features/notifications/notification.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

/** A place as claims and its people need it. */
export type HeldPlace = Pick<typeof places.$inferSelect, "id" | "slug" | "name" | "website" | "status">;

/**
 * Holds a place until the transaction ends, so that who runs it is changed by one at a time. Everything that changes
 * `place_owners` begins with it, and takes people's rows after it.
 */
export async function holdPlace(db: Database, placeId: number): Promise<HeldPlace | null> {
  const { id, slug, name, website, status } = places;
  const [place] = await db
    .select({ id, slug, name, website, status })
    .from(places)
    .where(and(eq(places.id, placeId), ne(places.status, "removed")))
    .for("no key update");
  return place ?? null;
}

export async function isRun(db: Database, placeId: number): Promise<boolean> {
  return (await db.$count(placeOwners, eq(placeOwners.placeId, placeId))) > 0;
}

/**
 * Has somebody run a held place; who is a manager already may become an owner, and never the other way round.
 *
 * @param given.addedBy Who let them in; null for a claim.
 * @param given.actor Who did it, for the audit log: themselves unless told otherwise. Null: somebody invented, who is in no log.
 * @returns False when they are suspended or have left: nothing was done.
 */
export async function letRun(
  db: Database,
  given: { placeId: number; userId: string; role: OwnerRole; addedBy: string | null; actor?: Actor | null; now: Date },
): Promise<boolean> {
  const { now: since, actor = { kind: "owner", id: given.userId }, ...owner } = given;
  if (!(await becomeBusiness(db, owner.userId))) return false;
  const written = db.insert(placeOwners).values({ ...owner, since });
  await (owner.role === "owner"
    ? written.onConflictDoUpdate({ target: [placeOwners.placeId, placeOwners.userId], set: { role: "owner" } })
    : written.onConflictDoNothing());
  const after = { person: owner.userId, role: owner.role };
  if (actor !== null) await recordPeople(db, { ...given, actor, action: "place.person-added", before: null, after });
  return true;
}

/** Has somebody run a held place no longer; whom they had asked to join is asked no more. */
export async function letGo(
  db: Database,
  { placeId, userId, actor, now }: { placeId: number; userId: string; actor: Actor; now: Date },
): Promise<void> {
  const gone = await db
    .delete(placeOwners)
    .where(and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId)))
    .returning({ role: placeOwners.role });
  const before = { person: userId, role: gone[0]?.role };
  await recordPeople(db, { placeId, actor, now, action: "place.person-removed", before, after: null });
  // Served by place_owners_by_user.
  const runsAny = async () => (await db.$count(placeOwners, eq(placeOwners.userId, userId))) > 0;
  await leaveBusiness(db, { userId, runsAny });
  await db
    .update(placeInvitations)
    .set({ closedAt: now })
    .where(
      and(
        eq(placeInvitations.placeId, placeId),
        eq(placeInvitations.invitedBy, userId),
        isNull(placeInvitations.closedAt),
      ),
    );
}

/** Writes down that somebody runs a place, or runs it as something else, or no longer. */
export async function recordPeople(
  db: Database,
  given: Pick<Parameters<typeof recordChange>[1], "actor" | "action" | "before" | "after" | "now"> & {
    placeId: number;
  },
): Promise<void> {
  const { placeId, actor, action, before, after, now } = given;
  await recordChange(db, { actor, action, subject: { kind: "place", id: String(placeId) }, before, after, now });
}

/** Who runs a place, in the order of their ids, which is the order in which their rows are taken. */
export async function runnersOf(db: Database, placeId: number): Promise<{ userId: string; role: OwnerRole }[]> {
  const { userId, role } = placeOwners;
  return db.select({ userId, role }).from(placeOwners).where(eq(placeOwners.placeId, placeId)).orderBy(asc(userId));
}

/** Tells all who run a place, but for those who know. */
export async function tellRunners(
  db: Database,
  { placeId, but, told, now }: { placeId: number; but: readonly string[]; told: Notification; now: Date },
): Promise<void> {
  for (const { userId } of await runnersOf(db, placeId)) {
    if (!but.includes(userId)) await tellPerson(db, { userId, told, now });
  }
}

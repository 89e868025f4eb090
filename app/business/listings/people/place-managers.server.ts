import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type OwnerRole, placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { grantBusinessRole, revokeBusinessRole } from "#app/people/accounts/standing/account-status.server.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import type { Notification } from "#app/core/notifications/notification.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

/** A locked place, with the columns that claims and managers need. */
export type LockedPlaceRow = Pick<
  typeof places.$inferSelect,
  "id" | "slug" | "name" | "website" | "status" | "closure"
>;

/**
 * Locks a place until the transaction ends, so that changes of its managers run one at a time. Everything that changes
 * `place_owners` takes this lock first and locks rows of `users` after it.
 */
export async function lockPlaceForUpdate(db: Database, placeId: number): Promise<LockedPlaceRow | null> {
  const { id, slug, name, website, status, closure } = places;
  const [place] = await db
    .select({ id, slug, name, website, status, closure })
    .from(places)
    .where(and(eq(places.id, placeId), ne(places.status, "removed")))
    .for("no key update");
  return place ?? null;
}

export async function isManaged(db: Database, placeId: number): Promise<boolean> {
  return (await db.$count(placeOwners, eq(placeOwners.placeId, placeId))) > 0;
}

/**
 * Adds an owner or manager to a locked place. A manager can become an owner by it; an owner stays one.
 *
 * @param given.addedBy Who invited the person; null for a claim.
 * @param given.actor For the audit log; by default the added person. Null for demo people, who aren't logged.
 * @returns False when the account is suspended or deleted; then nothing changes.
 */
export async function addManager(
  db: Database,
  given: { placeId: number; userId: string; role: OwnerRole; addedBy: string | null; actor?: Actor | null; now: Date },
): Promise<boolean> {
  const { now: since, actor = { kind: "owner", id: given.userId }, ...owner } = given;
  if (!(await grantBusinessRole(db, owner.userId))) return false;
  const insert = db.insert(placeOwners).values({ ...owner, since });
  await (owner.role === "owner"
    ? insert.onConflictDoUpdate({ target: [placeOwners.placeId, placeOwners.userId], set: { role: "owner" } })
    : insert.onConflictDoNothing());
  const after = { person: owner.userId, role: owner.role };
  if (actor !== null)
    await auditManagerChange(db, { ...given, actor, action: "place.person-added", before: null, after });
  return true;
}

/** Removes an owner or manager from a locked place, and closes the invitations that this person sent. */
export async function removeManager(
  db: Database,
  { placeId, userId, actor, now }: { placeId: number; userId: string; actor: Actor; now: Date },
): Promise<void> {
  const removed = await db
    .delete(placeOwners)
    .where(and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId)))
    .returning({ role: placeOwners.role });
  const before = { person: userId, role: removed[0]?.role };
  await auditManagerChange(db, { placeId, actor, now, action: "place.person-removed", before, after: null });
  // Served by place_owners_by_user.
  const managesAny = async () => (await db.$count(placeOwners, eq(placeOwners.userId, userId))) > 0;
  await revokeBusinessRole(db, { userId, managesAny });
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

/** Removes development accounts as owners of places that they neither claimed nor were invited to: demo data added them. */
export async function removeDemoOwners(db: Database): Promise<void> {
  await db.execute(sql`delete from place_owners o using users u
    where u.id = o.user_id and u.is_persona and o.added_by is null
      and not exists (select 1 from place_claims c where c.place_id = o.place_id and c.claimer_id = o.user_id)`);
}

/** Records in the audit log that a place's owners, managers or invitations changed. */
export async function auditManagerChange(
  db: Database,
  given: Pick<Parameters<typeof recordChange>[1], "actor" | "action" | "before" | "after" | "now"> & {
    placeId: number;
  },
): Promise<void> {
  const { placeId, actor, action, before, after, now } = given;
  await recordChange(db, { actor, action, subject: { kind: "place", id: String(placeId) }, before, after, now });
}

/** A place's owners and managers, ordered by id: the order in which their rows are locked. */
export async function listManagerRoles(db: Database, placeId: number): Promise<{ userId: string; role: OwnerRole }[]> {
  const { userId, role } = placeOwners;
  return db.select({ userId, role }).from(placeOwners).where(eq(placeOwners.placeId, placeId)).orderBy(asc(userId));
}

/** Notifies a place's owners and managers, except those in `but`. */
export async function notifyManagers(
  db: Database,
  {
    placeId,
    but,
    notification,
    now,
  }: { placeId: number; but: readonly string[]; notification: Notification; now: Date },
): Promise<void> {
  for (const { userId } of await listManagerRoles(db, placeId)) {
    if (!but.includes(userId)) await notifyUser(db, { userId, notification, now });
  }
}

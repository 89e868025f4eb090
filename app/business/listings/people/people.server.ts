import { randomBytes, randomUUID } from "node:crypto";

import { and, asc, desc, eq, gt, isNull, lt, lte } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type OwnerRole, placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatDay } from "#app/lib/format-time.ts";

import { mailInvitation } from "../claims/business-mails.server.ts";
import { hashSecret } from "../claims/claim-codes.server.ts";
import { INVITATION_DAYS, type PendingInvitation, type PlaceManager } from "./place-manager.ts";
import {
  type LockedPlaceRow,
  lockPlaceForUpdate,
  removeManager,
  addManager,
  auditManagerChange,
  listManagerRoles,
  notifyManagers,
} from "./place-managers.server.ts";

/** Per place and per inviter, revoked invitations included. */
export const INVITATIONS_PER_DAY_MAX = 20;
/** Enough for a shop's whole staff. */
export const MANAGERS_MAX = 50;
/** Expired and revoked invitations count toward the limits, so they are deleted later. */
export const INVITATION_RETENTION_DAYS = 30;

const Email = z.email().max(254);

type ActorInput = { placeId: number; actorId: string; now: Date };

/** The role is checked inside the transaction: "not-owner" even if the page was rendered for an owner. */
type Refusal = "not-owner" | "no-such-place";

/**
 * Invites an email address. The answer doesn't reveal whether an account has it. While an invitation to the address is
 * open, inviting it again changes nothing and sends no second mail.
 */
export async function inviteManager(
  db: Database,
  { typed, role, ...input }: ActorInput & { typed: string; role: OwnerRole },
): Promise<"invited" | "no-address" | "too-many" | Refusal> {
  const read = Email.safeParse(typed.trim().toLowerCase());
  if (!read.success) return "no-address";
  return asOwner(db, input, async (tx, place) => {
    const { placeId, actorId: invitedBy, now } = input;
    if (await isAtLimit(tx, input)) return "too-many";
    const [id, key] = [randomUUID(), randomBytes(32).toString("hex")];
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
    // An expired invitation would block a new one in the unique index.
    await tx
      .update(placeInvitations)
      .set({ closedAt: now })
      .where(
        and(
          eq(placeInvitations.placeId, placeId),
          isNull(placeInvitations.closedAt),
          lte(placeInvitations.expiresAt, now),
        ),
      );
    const inserted = await tx
      .insert(placeInvitations)
      .values({ id, placeId, email: read.data, role, keyHash: hashSecret(key), invitedBy, invitedAt: now, expiresAt })
      .onConflictDoNothing()
      .returning({ id: placeInvitations.id });
    if (inserted.length > 0) {
      const mail = { invitationId: id, address: read.data, role, key, place, days: INVITATION_DAYS, now };
      await mailInvitation(tx, mail);
      // The invited person has no role here yet, so the audit log doesn't have the address.
      const actor = { kind: "owner", id: invitedBy } as const;
      const after = { invitation: id, role };
      await auditManagerChange(tx, { placeId, actor, action: "place.invite", before: null, after, now });
    }
    return "invited";
  });
}

/** Served by place_invitations_by_place and place_invitations_by_inviter. */
async function isAtLimit(db: Database, { placeId, actorId, now }: ActorInput): Promise<boolean> {
  const isRecent = gt(placeInvitations.invitedAt, new Date(now.getTime() - DAY_MS));
  const ofPlace = await db.$count(placeInvitations, and(eq(placeInvitations.placeId, placeId), isRecent));
  const ofPerson = await db.$count(placeInvitations, and(eq(placeInvitations.invitedBy, actorId), isRecent));
  return ofPlace >= INVITATIONS_PER_DAY_MAX || ofPerson >= INVITATIONS_PER_DAY_MAX;
}

/** Revokes an invitation of the actor's place. Invitations of other places stay as they are. */
export async function revokeInvitation(
  db: Database,
  { invitationId, ...input }: ActorInput & { invitationId: string },
): Promise<"done" | Refusal> {
  return asOwner(db, input, async (tx) => {
    const { placeId, actorId, now } = input;
    const [closed] = await tx
      .update(placeInvitations)
      .set({ closedAt: now })
      .where(
        and(
          eq(placeInvitations.id, invitationId),
          eq(placeInvitations.placeId, placeId),
          isNull(placeInvitations.closedAt),
        ),
      )
      .returning({ role: placeInvitations.role });
    if (closed === undefined) return "done" as const;
    const actor = { kind: "owner", id: actorId } as const;
    const before = { invitation: invitationId, role: closed.role };
    await auditManagerChange(tx, { placeId, actor, action: "place.invitation-revoked", before, after: null, now });
    return "done" as const;
  });
}

/** An open invitation, as the holder of its key sees it. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: OwnerRole;
  place: { id: number; slug: string; name: string };
};

/** By the secret key of its mail, or by its id, which is for the invited person alone. */
type InvitationRef = { key: string } | { id: string };

/** Served by the key of place_invitations. */
export async function findInvitation(
  db: Database,
  { now, ...ref }: InvitationRef & { now: Date },
): Promise<OpenInvitation | null> {
  const [found] = await db
    .select({
      id: placeInvitations.id,
      email: placeInvitations.email,
      role: placeInvitations.role,
      place: { id: places.id, slug: places.slug, name: places.name },
    })
    .from(placeInvitations)
    .innerJoin(places, eq(places.id, placeInvitations.placeId))
    .where(
      and(
        "key" in ref ? eq(placeInvitations.keyHash, hashSecret(ref.key)) : eq(placeInvitations.id, ref.id),
        isNull(placeInvitations.closedAt),
        gt(placeInvitations.expiresAt, now),
      ),
    );
  return found ?? null;
}

/**
 * Accepts an invitation, which works once.
 *
 * @returns "other-address": the signed-in account has another email address. "full": the place has the maximum of
 * managers. "gone": the invitation isn't open anymore.
 */
export async function acceptInvitation(
  db: Database,
  { person, now, ...ref }: InvitationRef & { person: { id: string; email: string | null }; now: Date },
): Promise<"joined" | "other-address" | "gone" | "full"> {
  return db.transaction(async (tx) => {
    const found = await findInvitation(tx, { ...ref, now });
    if (found === null) return "gone";
    if (!isInvitee(found, person)) return "other-address";
    const place = await lockPlaceForUpdate(tx, found.place.id);
    if (place === null) return "gone";
    const managers = await listManagerRoles(tx, place.id);
    if (managers.length >= MANAGERS_MAX) return "full";
    // It can have been revoked or used while this transaction waited for the lock.
    const accepted = await tx
      .delete(placeInvitations)
      .where(and(eq(placeInvitations.id, found.id), isNull(placeInvitations.closedAt)))
      .returning();
    const [invitation] = accepted;
    if (invitation === undefined) return "gone";
    const { role, invitedBy: addedBy } = invitation;
    const isNew = managers.every(({ userId }) => userId !== person.id);
    if (!(await addManager(tx, { placeId: place.id, userId: person.id, role, addedBy, now }))) return "gone";
    const notification = { kind: "people-changed", place: placeRef(place), change: "joined" } as const;
    if (isNew) await notifyManagers(tx, { placeId: place.id, but: [person.id], notification, now });
    return "joined";
  });
}

/** Whether an invitation is for the signed-in person: signing in has proved the email address. */
export function isInvitee({ email }: { email: string }, person: { email: string | null }): boolean {
  return person.email !== null && person.email.toLowerCase() === email;
}

/** Changes the role of another owner or manager. */
export async function changeManagerRole(
  db: Database,
  { userId, role, ...input }: ActorInput & { userId: string; role: OwnerRole },
): Promise<"done" | "not-there" | Refusal> {
  return asOwner(db, input, async (tx, place) => {
    if (userId === input.actorId || !(await changeOwnerRole(tx, { ...input, userId, role }))) return "not-there";
    await notifyUser(tx, {
      userId,
      notification: { kind: "owner-role-given", place: placeRef(place), role },
      now: input.now,
    });
    return "done";
  });
}

/** Transfers ownership: makes another person an owner, and the actor a manager. */
export async function transferOwnership(
  db: Database,
  { userId, ...input }: ActorInput & { userId: string },
): Promise<"done" | "not-there" | Refusal> {
  const { placeId, actorId, now } = input;
  return asOwner(db, input, async (tx, place) => {
    if (userId === actorId || !(await changeOwnerRole(tx, { ...input, userId, role: "owner" }))) return "not-there";
    await changeOwnerRole(tx, { ...input, userId: actorId, role: "manager" });
    await notifyUser(tx, {
      userId,
      notification: { kind: "owner-role-given", place: placeRef(place), role: "owner" },
      now,
    });
    const notification = { kind: "people-changed", place: placeRef(place), change: "handed-over" } as const;
    await notifyManagers(tx, { placeId, but: [userId, actorId], notification, now });
    return "done";
  });
}

/** Removes another owner or manager. */
export async function removeManagerByOwner(
  db: Database,
  { userId, ...input }: ActorInput & { userId: string },
): Promise<"done" | "not-there" | Refusal> {
  const { placeId, actorId, now } = input;
  return asOwner(db, input, async (tx, place) => {
    const managers = await listManagerRoles(tx, placeId);
    if (userId === actorId || managers.every((each) => each.userId !== userId)) return "not-there";
    await removeManager(tx, { placeId, userId, actor: { kind: "owner", id: actorId }, now });
    await notifyUser(tx, { userId, notification: { kind: "place-left", place: placeRef(place), how: "removed" }, now });
    const notification = { kind: "people-changed", place: placeRef(place), change: "left" } as const;
    await notifyManagers(tx, { placeId, but: [actorId], notification, now });
    return "done";
  });
}

/**
 * Removes the actor from the place. If the last owner leaves, all managers are removed too, and the place can be claimed.
 *
 * @param given.isConfirmed Whether the last owner has confirmed that; without it the last owner can't leave.
 */
export async function leavePlace(
  db: Database,
  { placeId, actorId, isConfirmed, now }: ActorInput & { isConfirmed: boolean },
): Promise<"left" | "released" | "last-owner" | "not-there"> {
  return db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, placeId);
    const managers = place === null ? [] : await listManagerRoles(tx, placeId);
    const own = managers.find(({ userId }) => userId === actorId);
    if (place === null || own === undefined) return "not-there";
    const others = managers.filter(({ userId }) => userId !== actorId);
    const isLast = own.role === "owner" && others.every(({ role }) => role !== "owner");
    if (isLast && !isConfirmed) return "last-owner";
    const actor = { kind: "owner", id: actorId } as const;
    for (const { userId } of isLast ? managers : [own]) await removeManager(tx, { placeId, userId, actor, now });
    if (!isLast) {
      const notification = { kind: "people-changed", place: placeRef(place), change: "left" } as const;
      await notifyManagers(tx, { placeId, but: [], notification, now });
      return "left";
    }
    for (const { userId } of others) {
      await notifyUser(tx, {
        userId,
        notification: { kind: "place-left", place: placeRef(place), how: "released" },
        now,
      });
    }
    return "released";
  });
}

/** Runs an action that only owners can do, with the place locked. */
async function asOwner<Outcome>(
  db: Database,
  { placeId, actorId }: ActorInput,
  act: (tx: Database, place: LockedPlaceRow) => Promise<Outcome>,
): Promise<Outcome | Refusal> {
  return db.transaction(async (tx) => {
    const place = await lockPlaceForUpdate(tx, placeId);
    if (place === null) return "no-such-place";
    const managers = await listManagerRoles(tx, placeId);
    const isOwner = managers.some(({ userId, role }) => userId === actorId && role === "owner");
    return isOwner ? act(tx, place) : "not-owner";
  });
}

async function changeOwnerRole(
  db: Database,
  { placeId, actorId, userId, role, now }: ActorInput & { userId: string; role: OwnerRole },
): Promise<boolean> {
  const changed = await db
    .update(placeOwners)
    .set({ role })
    .where(and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId)))
    .returning({ userId: placeOwners.userId });
  if (changed.length === 0) return false;
  const actor = { kind: "owner", id: actorId } as const;
  const after = { person: userId, role };
  await auditManagerChange(db, { placeId, actor, now, action: "place.person-role", before: { person: userId }, after });
  return true;
}

function placeRef({ slug, name }: LockedPlaceRow): { slug: string; name: string } {
  return { slug, name };
}

/** A place's owners and managers, owners first. Served by the key of place_owners. */
export async function listManagers(
  db: Database,
  { placeId, viewerId }: { placeId: number; viewerId: string },
): Promise<PlaceManager[]> {
  const rows = await db
    .select({ userId: users.id, name: users.name, role: placeOwners.role, since: placeOwners.since })
    .from(placeOwners)
    .innerJoin(users, eq(users.id, placeOwners.userId))
    .where(eq(placeOwners.placeId, placeId))
    .orderBy(desc(placeOwners.role), asc(placeOwners.since), asc(users.id));
  return rows.map(({ userId, name, role, since }) => ({
    userId,
    name: name || "Anonymous",
    role,
    sinceLabel: formatDay(since),
    isYou: userId === viewerId,
  }));
}

/** Served by place_invitations_by_place. */
export async function listOpenInvitations(
  db: Database,
  { placeId, now }: { placeId: number; now: Date },
): Promise<PendingInvitation[]> {
  const rows = await db
    .select()
    .from(placeInvitations)
    .where(
      and(
        eq(placeInvitations.placeId, placeId),
        isNull(placeInvitations.closedAt),
        gt(placeInvitations.expiresAt, now),
      ),
    )
    .orderBy(desc(placeInvitations.invitedAt), asc(placeInvitations.id));
  return rows.map(({ id, email, role, invitedAt, expiresAt }) => ({
    id,
    email,
    role,
    invitedLabel: formatDay(invitedAt),
    expiresLabel: formatDay(expiresAt),
  }));
}

/** The open invitations of a signed-in person, oldest first. */
export async function listOwnInvitations(
  db: Database,
  { email, now }: { email: string | null; now: Date },
): Promise<{ id: string; role: OwnerRole; place: { slug: string; name: string } }[]> {
  if (email === null) return [];
  const isTheirs = and(eq(placeInvitations.email, email.toLowerCase()), isNull(placeInvitations.closedAt));
  return db
    .select({
      id: placeInvitations.id,
      role: placeInvitations.role,
      place: { slug: places.slug, name: places.name },
    })
    .from(placeInvitations)
    .innerJoin(places, eq(places.id, placeInvitations.placeId))
    .where(and(isTheirs, gt(placeInvitations.expiresAt, now)))
    .orderBy(asc(placeInvitations.expiresAt))
    .limit(INVITATIONS_SHOWN_MAX);
}

/** More than anybody gets. */
const INVITATIONS_SHOWN_MAX = 20;

/** Served by place_invitations_by_day. */
export async function purgeOldInvitations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - INVITATION_RETENTION_DAYS * DAY_MS);
  await db.delete(placeInvitations).where(lt(placeInvitations.expiresAt, before));
}

import { randomBytes, randomUUID } from "node:crypto";

import { and, asc, desc, eq, gt, isNull, lt, lte } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { type OwnerRole, placeInvitations, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

import { mailInvitation } from "./business-mails.server.ts";
import { hashOf } from "./claim-codes.server.ts";
import { INVITATION_DAYS, type Invited, type Runner } from "./people.ts";
import { type HeldPlace, holdPlace, letGo, letRun, recordPeople, runnersOf, tellRunners } from "./run-place.server.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Of one place, taken back ones too, and of one person for all their places. */
export const INVITATIONS_PER_DAY_MAX = 20;
/** A shop's whole staff. */
export const RUNNERS_MAX = 50;
/** Taken back and expired ones are counted so long, and then forgotten. */
const INVITATION_DAYS_KEPT = 30;

const Email = z.email().max(254);

type Acting = { placeId: number; actorId: string; now: Date };

/** Nobody but an owner may, at the moment at which it is done: "not-owner" whatever the page had shown. */
type Refused = "not-owner" | "no-such-place";

/**
 * Asks whoever has an address to join. Nothing in the answer tells whether anybody here has it. Sent again while the first
 * is open, it stays the first, and no second mail goes out.
 */
export async function invite(
  db: Database,
  { typed, role, ...acting }: Acting & { typed: string; role: OwnerRole },
): Promise<"invited" | "no-address" | "too-many" | Refused> {
  const read = Email.safeParse(typed.trim().toLowerCase());
  if (!read.success) return "no-address";
  return asOwner(db, acting, async (tx, place) => {
    const { placeId, actorId: invitedBy, now } = acting;
    if (await isAtLimit(tx, acting)) return "too-many";
    const [id, key] = [randomUUID(), randomBytes(32).toString("hex")];
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
    // An expired one makes room for a new one.
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
    const written = await tx
      .insert(placeInvitations)
      .values({ id, placeId, email: read.data, role, keyHash: hashOf(key), invitedBy, invitedAt: now, expiresAt })
      .onConflictDoNothing()
      .returning({ id: placeInvitations.id });
    if (written.length > 0) {
      const mail = { invitationId: id, address: read.data, role, key, place, days: INVITATION_DAYS, now };
      await mailInvitation(tx, mail);
      // Whom it asks is nobody's here yet, and their address stands in no log.
      const actor = { kind: "owner", id: invitedBy } as const;
      const after = { invitation: id, role };
      await recordPeople(tx, { placeId, actor, action: "place.invite", before: null, after, now });
    }
    return "invited";
  });
}

/** Served by place_invitations_by_place and place_invitations_by_inviter. */
async function isAtLimit(db: Database, { placeId, actorId, now }: Acting): Promise<boolean> {
  const isRecent = gt(placeInvitations.invitedAt, new Date(now.getTime() - DAY_MS));
  const ofPlace = await db.$count(placeInvitations, and(eq(placeInvitations.placeId, placeId), isRecent));
  const ofPerson = await db.$count(placeInvitations, and(eq(placeInvitations.invitedBy, actorId), isRecent));
  return ofPlace >= INVITATIONS_PER_DAY_MAX || ofPerson >= INVITATIONS_PER_DAY_MAX;
}

/** Takes an invitation of the actor's place back; any other is left as it is. */
export async function takeBackInvitation(
  db: Database,
  { invitationId, ...acting }: Acting & { invitationId: string },
): Promise<"done" | Refused> {
  return asOwner(db, acting, async (tx) => {
    const { placeId, actorId, now } = acting;
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
    await recordPeople(tx, { placeId, actor, action: "place.invitation-withdrawn", before, after: null, now });
    return "done" as const;
  });
}

/** An invitation as whoever holds its key sees it; null when the key opens none. */
export type OpenInvitation = {
  id: string;
  email: string;
  role: OwnerRole;
  place: { id: number; slug: string; name: string };
};

/** Served by the key of place_invitations. */
export async function findInvitation(
  db: Database,
  { key, now }: { key: string; now: Date },
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
        eq(placeInvitations.keyHash, hashOf(key)),
        isNull(placeInvitations.closedAt),
        gt(placeInvitations.expiresAt, now),
      ),
    );
  return found ?? null;
}

/**
 * Takes an invitation up; it is used with that.
 *
 * @returns "other-address": it was sent to another address than the one of whoever is signed in. "full": as many run it as
 * may. "gone": it is open no more.
 */
export async function acceptInvitation(
  db: Database,
  { key, person, now }: { key: string; person: { id: string; email: string | null }; now: Date },
): Promise<"joined" | "other-address" | "gone" | "full"> {
  return db.transaction(async (tx) => {
    const found = await findInvitation(tx, { key, now });
    if (found === null) return "gone";
    if (!isFor(found, person)) return "other-address";
    const place = await holdPlace(tx, found.place.id);
    if (place === null) return "gone";
    const runners = await runnersOf(tx, place.id);
    if (runners.length >= RUNNERS_MAX) return "full";
    // Taken back or used while the place was waited for, it is open no more.
    const used = await tx
      .delete(placeInvitations)
      .where(and(eq(placeInvitations.id, found.id), isNull(placeInvitations.closedAt)))
      .returning();
    const [invitation] = used;
    if (invitation === undefined) return "gone";
    const { role, invitedBy: addedBy } = invitation;
    const isNew = runners.every(({ userId }) => userId !== person.id);
    if (!(await letRun(tx, { placeId: place.id, userId: person.id, role, addedBy, now }))) return "gone";
    const told = { kind: "people-changed", place: named(place), change: "joined" } as const;
    if (isNew) await tellRunners(tx, { placeId: place.id, but: [person.id], told, now });
    return "joined";
  });
}

/** Signing in proves the address. */
export function isFor({ email }: { email: string }, person: { email: string | null }): boolean {
  return person.email !== null && person.email.toLowerCase() === email;
}

/** Makes somebody else who runs the place an owner or a manager. */
export async function giveRole(
  db: Database,
  { userId, role, ...acting }: Acting & { userId: string; role: OwnerRole },
): Promise<"done" | "not-there" | Refused> {
  return asOwner(db, acting, async (tx, place) => {
    if (userId === acting.actorId || !(await changeOwnerRole(tx, { ...acting, userId, role }))) return "not-there";
    await tellPerson(tx, { userId, told: { kind: "owner-role-given", place: named(place), role }, now: acting.now });
    return "done";
  });
}

/** Makes somebody else an owner, and the actor a manager. */
export async function handOver(
  db: Database,
  { userId, ...acting }: Acting & { userId: string },
): Promise<"done" | "not-there" | Refused> {
  const { placeId, actorId, now } = acting;
  return asOwner(db, acting, async (tx, place) => {
    if (userId === actorId || !(await changeOwnerRole(tx, { ...acting, userId, role: "owner" }))) return "not-there";
    await changeOwnerRole(tx, { ...acting, userId: actorId, role: "manager" });
    await tellPerson(tx, { userId, told: { kind: "owner-role-given", place: named(place), role: "owner" }, now });
    const told = { kind: "people-changed", place: named(place), change: "handed-over" } as const;
    await tellRunners(tx, { placeId, but: [userId, actorId], told, now });
    return "done";
  });
}

/** Takes somebody else out. */
export async function takeOut(
  db: Database,
  { userId, ...acting }: Acting & { userId: string },
): Promise<"done" | "not-there" | Refused> {
  const { placeId, actorId, now } = acting;
  return asOwner(db, acting, async (tx, place) => {
    const runners = await runnersOf(tx, placeId);
    if (userId === actorId || runners.every((each) => each.userId !== userId)) return "not-there";
    await letGo(tx, { placeId, userId, actor: { kind: "owner", id: actorId }, now });
    await tellPerson(tx, { userId, told: { kind: "place-left", place: named(place), how: "removed" }, now });
    const told = { kind: "people-changed", place: named(place), change: "left" } as const;
    await tellRunners(tx, { placeId, but: [actorId], told, now });
    return "done";
  });
}

/**
 * Has whoever asks run the place no longer. With its last owner all managers go, and nobody runs it: it may be claimed.
 *
 * @param given.isMeant Whether they know that it is given up with that; without it the last owner stays.
 */
export async function leavePlace(
  db: Database,
  { placeId, actorId, isMeant, now }: Acting & { isMeant: boolean },
): Promise<"left" | "released" | "last-owner" | "not-there"> {
  return db.transaction(async (tx) => {
    const place = await holdPlace(tx, placeId);
    const runners = place === null ? [] : await runnersOf(tx, placeId);
    const own = runners.find(({ userId }) => userId === actorId);
    if (place === null || own === undefined) return "not-there";
    const others = runners.filter(({ userId }) => userId !== actorId);
    const isLast = own.role === "owner" && others.every(({ role }) => role !== "owner");
    if (isLast && !isMeant) return "last-owner";
    const actor = { kind: "owner", id: actorId } as const;
    for (const { userId } of isLast ? runners : [own]) await letGo(tx, { placeId, userId, actor, now });
    if (!isLast) {
      const told = { kind: "people-changed", place: named(place), change: "left" } as const;
      await tellRunners(tx, { placeId, but: [], told, now });
      return "left";
    }
    for (const { userId } of others) {
      await tellPerson(tx, { userId, told: { kind: "place-left", place: named(place), how: "released" }, now });
    }
    return "released";
  });
}

/** Runs what only an owner may do, with the place held. */
async function asOwner<Outcome>(
  db: Database,
  { placeId, actorId }: Acting,
  act: (tx: Database, place: HeldPlace) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  return db.transaction(async (tx) => {
    const place = await holdPlace(tx, placeId);
    if (place === null) return "no-such-place";
    const runners = await runnersOf(tx, placeId);
    const isOwner = runners.some(({ userId, role }) => userId === actorId && role === "owner");
    return isOwner ? act(tx, place) : "not-owner";
  });
}

async function changeOwnerRole(
  db: Database,
  { placeId, actorId, userId, role, now }: Acting & { userId: string; role: OwnerRole },
): Promise<boolean> {
  const changed = await db
    .update(placeOwners)
    .set({ role })
    .where(and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId)))
    .returning({ userId: placeOwners.userId });
  if (changed.length === 0) return false;
  const actor = { kind: "owner", id: actorId } as const;
  const after = { person: userId, role };
  await recordPeople(db, { placeId, actor, now, action: "place.person-role", before: { person: userId }, after });
  return true;
}

function named({ slug, name }: HeldPlace): { slug: string; name: string } {
  return { slug, name };
}

/** Who runs a place, owners first. Served by the key of place_owners. */
export async function peopleOf(
  db: Database,
  { placeId, viewerId }: { placeId: number; viewerId: string },
): Promise<Runner[]> {
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
    sinceLabel: day.format(since),
    isYou: userId === viewerId,
  }));
}

/** Served by place_invitations_by_place. */
export async function invitationsOf(
  db: Database,
  { placeId, now }: { placeId: number; now: Date },
): Promise<Invited[]> {
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
    invitedLabel: day.format(invitedAt),
    expiresLabel: day.format(expiresAt),
  }));
}

/** How many invitations wait for whoever has an address; what they are for, only their mail tells. Served by place_invitations_by_email. */
export async function invitationCountFor(
  db: Database,
  { email, now }: { email: string | null; now: Date },
): Promise<number> {
  if (email === null) return 0;
  const isTheirs = and(eq(placeInvitations.email, email.toLowerCase()), isNull(placeInvitations.closedAt));
  return db.$count(placeInvitations, and(isTheirs, gt(placeInvitations.expiresAt, now)));
}

/** Served by place_invitations_by_day. */
export async function forgetOldInvitations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - INVITATION_DAYS_KEPT * DAY_MS);
  await db.delete(placeInvitations).where(lt(placeInvitations.expiresAt, before));
}

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "medium" });

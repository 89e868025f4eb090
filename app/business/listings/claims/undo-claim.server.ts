import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { lockDecidedCase, reopenCases, type UndoInput } from "#app/core/cases/undo-decision.server.ts";
import type { UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";

import { mailUser } from "./business-mails.server.ts";
import { claimPath } from "./claim.ts";
import {
  type LockedPlaceRow,
  lockPlaceForUpdate,
  removeManager,
  auditManagerChange,
  listManagerRoles,
  notifyManagers,
} from "../people/place-managers.server.ts";

/** The claimer's role before the approval, and how many managers the approval removed. */
const SavedState = z.object({ role: z.enum(["owner", "manager"]).nullable(), replaced: z.number() });

type ClaimRow = typeof placeClaims.$inferSelect;

/**
 * Undoes a decision about a claim: the claimer is removed or gets the previous role back, and the claim is open again.
 *
 * @returns "replaced": the approval removed other managers. "changed": the claimer has left or added people. "again": the
 * claimer has an open claim again. A refused undo changes nothing.
 */
export async function undoClaimDecision(db: Database, undoing: UndoInput): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db.transaction(async (tx) => {
    const [claim] = await tx.select().from(placeClaims).where(eq(placeClaims.caseId, caseId));
    const place = claim === undefined ? null : await lockPlaceForUpdate(tx, claim.placeId);
    if (claim === undefined || place === null) return "gone";
    if (claim.claimerId === undoneBy) return "own";
    await tx.select({ id: users.id }).from(users).where(eq(users.id, claim.claimerId)).for("no key update");
    const decided = await lockDecidedCase(tx, undoing);
    if (typeof decided === "string") return decided;
    if (await hasNewClaim(tx, claim)) return "again";
    if (decided.decision === "approved") {
      const refusal = await revokeClaim(tx, { place, claim, undoState: decided.undoState, ...undoing });
      if (refusal !== null) return refusal;
    }
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    await tx.update(placeClaims).set({ closedAt: null, outcome: null }).where(eq(placeClaims.id, claim.id));
    // Every decision about a claim is mailed, so the claimer knows of it.
    await retractNotifications(tx, { caseIds: opened, isMailed: true, now });
    await mailUndone(tx, { place, claim, now });
    return "undone";
  });
}

/** Served by place_claims_open. */
async function hasNewClaim(db: Database, { placeId, claimerId, method }: ClaimRow): Promise<boolean> {
  const isOf = and(
    eq(placeClaims.placeId, placeId),
    eq(placeClaims.claimerId, claimerId),
    eq(placeClaims.method, method),
  );
  return (await db.$count(placeClaims, and(isOf, isNull(placeClaims.closedAt)))) > 0;
}

async function revokeClaim(
  db: Database,
  given: UndoInput & { place: LockedPlaceRow; claim: ClaimRow; undoState: unknown },
): Promise<UndoRefusal | null> {
  const { place, claim, undoState, undoneBy, now } = given;
  const was = SavedState.safeParse(undoState);
  // Approved before the previous state was recorded.
  if (!was.success) return "changed";
  if (was.data.replaced > 0) return "replaced";
  const { claimerId: userId } = claim;
  const managers = await listManagerRoles(db, place.id);
  const isStillOwner = managers.some((manager) => manager.userId === userId && manager.role === "owner");
  const wasAddedByClaimer = and(eq(placeOwners.placeId, place.id), eq(placeOwners.addedBy, userId));
  if (!isStillOwner || (await db.$count(placeOwners, wasAddedByClaimer)) > 0) return "changed";
  const actor = { kind: "staff", id: undoneBy } as const;
  if (was.data.role === null) await removeManager(db, { placeId: place.id, userId, actor, now });
  else if (was.data.role === "manager") {
    const own = and(eq(placeOwners.placeId, place.id), eq(placeOwners.userId, userId));
    await db.update(placeOwners).set({ role: "manager" }).where(own);
    const [before, after] = [
      { person: userId, role: "owner" },
      { person: userId, role: "manager" },
    ];
    await auditManagerChange(db, { placeId: place.id, actor, now, action: "place.person-role", before, after });
  }
  const about = { slug: place.slug, name: place.name };
  const notification = { kind: "people-changed", place: about, change: "left" } as const;
  await notifyManagers(db, { placeId: place.id, but: [userId], notification, now });
  return null;
}

/** Members who get notifications by mail already get this one. */
async function mailUndone(
  db: Database,
  { place, claim, now }: { place: LockedPlaceRow; claim: ClaimRow; now: Date },
): Promise<void> {
  const { id, claimerId: userId } = claim;
  if ((await db.$count(users, and(eq(users.id, userId), users.hasEmailNotifications))) > 0) return;
  await mailUser(db, {
    key: `claim-undone:${id}:${now.getTime()}`,
    userId,
    subject: `We’re reviewing your claim to ${place.name} again`,
    paragraphs: [
      `An editor has undone the decision about your claim to ${place.name}. We’re reviewing it again and will email you when it’s decided.`,
    ],
    link: { label: "See its status", path: claimPath(place.slug) },
    now,
  });
}

import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import { closePlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { type CaseDecision, saveUndoState } from "#app/core/cases/close-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { formatDay, formatMonth } from "#app/lib/format-time.ts";

import { mailUser } from "./business-mails.server.ts";
import { claimPath } from "./claim.ts";
import type { ClaimCase } from "./claim-case.ts";
import { grantClaim } from "./claims.server.ts";
import {
  type LockedPlaceRow,
  lockPlaceForUpdate,
  removeManager,
  listManagerRoles,
} from "../people/place-managers.server.ts";

type ClaimDecision = CaseDecision & {
  caseId: string;
  /** Whether the claimer replaces the current owners and managers. */
  replaces: boolean;
};

/**
 * Carries out an editor's decision about a claim.
 *
 * @returns "closed": decided by another editor already, or withdrawn. "own-claim": editors can't decide their own claims.
 * "not-them": the claimer's account is suspended or deleted. In all three cases nothing changes.
 */
export async function decideClaim(
  db: Database,
  decided: ClaimDecision,
): Promise<"decided" | "closed" | "own-claim" | "not-them"> {
  const { caseId, decision, replaces, decidedBy, now } = decided;
  return db.transaction(async (tx) => {
    // Served by place_claims_by_case.
    const [claim] = await tx.select().from(placeClaims).where(eq(placeClaims.caseId, caseId));
    if (claim === undefined) return "closed";
    const place = await lockPlaceForUpdate(tx, claim.placeId);
    if (place === null) return "closed";
    const [claimer] = await tx.select().from(users).where(eq(users.id, claim.claimerId)).for("no key update");
    if (claimer === undefined || (decision === "approved" && isInactive(claimer))) return "not-them";
    if (claim.claimerId === decidedBy) return "own-claim";
    if ((await closePlaceCase(tx, decided)) === null) return "closed";
    if (decision === "rejected") {
      await rejectClaim(tx, { ...decided, place, claim });
      return "decided";
    }
    const actor = { kind: "staff", id: decidedBy } as const;
    const role = await previousRole(tx, { placeId: place.id, userId: claim.claimerId });
    const others = (await listManagerRoles(tx, place.id)).filter(({ userId }) => userId !== claim.claimerId).length;
    await saveUndoState(tx, { caseId, was: { role, replaced: replaces ? others : 0 } });
    if (replaces) await removeOtherManagers(tx, { place, ownerId: claim.claimerId, actor, now });
    await grantClaim(tx, { place, claim, actor, caseId, now });
    return "decided";
  });
}

/** The claimer's previous role here, which an undo restores. */
async function previousRole(db: Database, { placeId, userId }: { placeId: number; userId: string }) {
  return (await listManagerRoles(db, placeId)).find((manager) => manager.userId === userId)?.role ?? null;
}

function isInactive({ suspendedAt, deletedAt }: { suspendedAt: Date | null; deletedAt: Date | null }): boolean {
  return suspendedAt !== null || deletedAt !== null;
}

type RejectInput = ClaimDecision & { place: LockedPlaceRow; claim: typeof placeClaims.$inferSelect };

async function rejectClaim(db: Database, { place, claim, reason, now }: RejectInput): Promise<void> {
  const { id, claimerId: userId } = claim;
  await db.update(placeClaims).set({ closedAt: now, outcome: "rejected" }).where(eq(placeClaims.id, id));
  const about = { slug: place.slug, name: place.name };
  await notifyUser(db, {
    userId,
    notification: { kind: "claim-rejected", place: about, reason },
    caseId: claim.caseId,
    now,
  });
  await mailUser(db, {
    key: `claim-rejected:${id}:${now.getTime()}`,
    userId,
    subject: `Your claim to ${place.name}`,
    paragraphs: [
      `An editor read your claim to ${place.name} and didn’t approve it. They wrote: “${reason}”`,
      "You can send more proof, or use another method.",
    ],
    link: { label: "Claim again", path: claimPath(place.slug) },
    now,
  });
}

/** Removes a place's owners and managers, after an editor found that they shouldn't manage it. */
async function removeOtherManagers(
  db: Database,
  { place, ownerId, actor, now }: { place: LockedPlaceRow; ownerId: string; actor: Actor; now: Date },
): Promise<void> {
  const notification = { kind: "place-left", place: { slug: place.slug, name: place.name }, how: "replaced" } as const;
  for (const { userId } of await listManagerRoles(db, place.id)) {
    if (userId === ownerId) continue;
    await removeManager(db, { placeId: place.id, userId, actor, now });
    await notifyUser(db, { userId, notification, now });
  }
}

/** Open claims for editors, by case id. */
export async function findClaimCases(db: Database, caseIds: string[]): Promise<Map<string, ClaimCase>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .select({ claim: placeClaims, place: places, claimer: users })
    .from(placeClaims)
    .innerJoin(places, eq(places.id, placeClaims.placeId))
    .innerJoin(users, eq(users.id, placeClaims.claimerId))
    .where(inArray(placeClaims.caseId, caseIds));
  // Served by the key of place_owners.
  const managers = await db
    .select({ placeId: placeOwners.placeId, role: placeOwners.role, since: placeOwners.since, name: users.name })
    .from(placeOwners)
    .innerJoin(users, eq(users.id, placeOwners.userId))
    .where(
      inArray(
        placeOwners.placeId,
        rows.map(({ place }) => place.id),
      ),
    );
  return new Map(
    rows.map(({ claim, place, claimer }) => [
      claim.caseId ?? "",
      {
        place: { slug: place.slug, name: place.name, website: place.website, phone: place.phone },
        claimer: {
          name: claimer.name || "Anonymous",
          email: claimer.email,
          joinedLabel: formatMonth(claimer.joinedAt),
          isInactive: isInactive(claimer),
        },
        paragraphs: claim.evidence.split(/\n\s*\n/),
        managers: managers
          .filter(({ placeId }) => placeId === place.id)
          .map(({ role, since, name }) => ({ role, name: name || "Anonymous", sinceLabel: formatDay(since) })),
      },
    ]),
  );
}

import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { lockDecided, reopenCases, type Undoing } from "#app/features/moderation/undo-decision.server.ts";
import type { UndoRefusal } from "#app/features/moderation/undo.ts";
import { takeBackTold } from "#app/features/notifications/take-back.server.ts";

import { mailPerson } from "./business-mails.server.ts";
import { claimPath } from "./claim.ts";
import { type HeldPlace, holdPlace, letGo, recordPeople, runnersOf, tellRunners } from "./run-place.server.ts";

/** What whoever claims was there before, and how many were put out for them. */
const Restores = z.object({ role: z.enum(["owner", "manager"]).nullable(), replaced: z.number() });

type ClaimRow = typeof placeClaims.$inferSelect;

/**
 * Undoes a decision about a claim: whoever was let in runs the place no longer, or as before, and the claim waits.
 *
 * @returns "replaced": others were put out. "changed": they run it no longer, or have let others in. "again": they have
 * claimed it anew. Refused, nothing was done.
 */
export async function undoClaimDecision(db: Database, undoing: Undoing): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = undoing;
  return db.transaction(async (tx) => {
    const [claim] = await tx.select().from(placeClaims).where(eq(placeClaims.caseId, caseId));
    const place = claim === undefined ? null : await holdPlace(tx, claim.placeId);
    if (claim === undefined || place === null) return "gone";
    if (claim.claimerId === undoneBy) return "own";
    await tx.select({ id: users.id }).from(users).where(eq(users.id, claim.claimerId)).for("no key update");
    const decided = await lockDecided(tx, undoing);
    if (typeof decided === "string") return decided;
    if (await isClaimedAnew(tx, claim)) return "again";
    if (decided.decision === "approved") {
      const refusal = await takeOut(tx, { place, claim, restores: decided.restores, ...undoing });
      if (refusal !== null) return refusal;
    }
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    await tx.update(placeClaims).set({ closedAt: null, outcome: null }).where(eq(placeClaims.id, claim.id));
    // A decision about a claim is mailed to everybody, so it is known.
    await takeBackTold(tx, { caseIds: opened, isMailed: true, now });
    await mailUndone(tx, { place, claim, now });
    return "undone";
  });
}

/** Served by place_claims_open. */
async function isClaimedAnew(db: Database, { placeId, claimerId, way }: ClaimRow): Promise<boolean> {
  const isOf = and(eq(placeClaims.placeId, placeId), eq(placeClaims.claimerId, claimerId), eq(placeClaims.way, way));
  return (await db.$count(placeClaims, and(isOf, isNull(placeClaims.closedAt)))) > 0;
}

async function takeOut(
  db: Database,
  given: Undoing & { place: HeldPlace; claim: ClaimRow; restores: unknown },
): Promise<UndoRefusal | null> {
  const { place, claim, restores, undoneBy, now } = given;
  const was = Restores.safeParse(restores);
  // Granted before what was so was kept.
  if (!was.success) return "changed";
  if (was.data.replaced > 0) return "replaced";
  const { claimerId: userId } = claim;
  const runners = await runnersOf(db, place.id);
  const isIn = runners.some((runner) => runner.userId === userId && runner.role === "owner");
  const letIn = and(eq(placeOwners.placeId, place.id), eq(placeOwners.addedBy, userId));
  if (!isIn || (await db.$count(placeOwners, letIn)) > 0) return "changed";
  const actor = { kind: "staff", id: undoneBy } as const;
  if (was.data.role === null) await letGo(db, { placeId: place.id, userId, actor, now });
  else if (was.data.role === "manager") {
    const own = and(eq(placeOwners.placeId, place.id), eq(placeOwners.userId, userId));
    await db.update(placeOwners).set({ role: "manager" }).where(own);
    const [before, after] = [
      { person: userId, role: "owner" },
      { person: userId, role: "manager" },
    ];
    await recordPeople(db, { placeId: place.id, actor, now, action: "place.person-role", before, after });
  }
  const about = { slug: place.slug, name: place.name };
  const told = { kind: "people-changed", place: about, change: "left" } as const;
  await tellRunners(db, { placeId: place.id, but: [userId], told, now });
  return null;
}

/** Whoever wants everything by mail hears of it there already. */
async function mailUndone(
  db: Database,
  { place, claim, now }: { place: HeldPlace; claim: ClaimRow; now: Date },
): Promise<void> {
  const { id, claimerId: userId } = claim;
  if ((await db.$count(users, and(eq(users.id, userId), users.wantsMail))) > 0) return;
  await mailPerson(db, {
    key: `claim-undone:${id}:${now.getTime()}`,
    userId,
    subject: `Your claim to ${place.name} is looked at again`,
    paragraphs: [
      `An editor has taken back what we wrote to you about your claim to ${place.name}. It is looked at again, and you hear from us once it is decided anew.`,
    ],
    link: { label: "See where it stands", path: claimPath(place.slug) },
    now,
  });
}

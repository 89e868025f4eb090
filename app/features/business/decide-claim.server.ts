import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placeClaims, placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import { closePlaceCase } from "#app/features/moderation/cases.server.ts";
import { type CaseDecision, keepForUndo } from "#app/features/moderation/close-cases.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";

import { mailPerson } from "./business-mails.server.ts";
import { claimPath } from "./claim.ts";
import type { ClaimCase } from "./claim-case.ts";
import { grantClaim } from "./claims.server.ts";
import { type HeldPlace, holdPlace, letGo, runnersOf } from "./run-place.server.ts";

type ClaimDecision = CaseDecision & {
  caseId: string;
  /** Whether whoever runs it now is to run it no longer. */
  replaces: boolean;
};

/**
 * Carries out an editor's decision about a claim.
 *
 * @returns "closed": somebody else has decided, or it was taken back. "own-claim": nobody decides about their own.
 * "not-them": whoever claims is suspended or has left. In all three nothing was done.
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
    const place = await holdPlace(tx, claim.placeId);
    if (place === null) return "closed";
    const [claimer] = await tx.select().from(users).where(eq(users.id, claim.claimerId)).for("no key update");
    if (claimer === undefined || (decision === "approved" && isOut(claimer))) return "not-them";
    if (claim.claimerId === decidedBy) return "own-claim";
    if ((await closePlaceCase(tx, decided)) === null) return "closed";
    if (decision === "rejected") {
      await rejectClaim(tx, { ...decided, place, claim });
      return "decided";
    }
    const actor = { kind: "staff", id: decidedBy } as const;
    const role = await roleBefore(tx, { placeId: place.id, userId: claim.claimerId });
    const others = (await runnersOf(tx, place.id)).filter(({ userId }) => userId !== claim.claimerId).length;
    await keepForUndo(tx, { caseId, was: { role, replaced: replaces ? others : 0 } });
    if (replaces) await replaceRunners(tx, { place, by: claim.claimerId, actor, now });
    await grantClaim(tx, { place, claim, actor, caseId, now });
    return "decided";
  });
}

/** What they were there before: whoever was a manager stays one when it is undone. */
async function roleBefore(db: Database, { placeId, userId }: { placeId: number; userId: string }) {
  return (await runnersOf(db, placeId)).find((runner) => runner.userId === userId)?.role ?? null;
}

function isOut({ suspendedAt, deletedAt }: { suspendedAt: Date | null; deletedAt: Date | null }): boolean {
  return suspendedAt !== null || deletedAt !== null;
}

type Rejecting = ClaimDecision & { place: HeldPlace; claim: typeof placeClaims.$inferSelect };

async function rejectClaim(db: Database, { place, claim, reason, now }: Rejecting): Promise<void> {
  const { id, claimerId: userId } = claim;
  await db.update(placeClaims).set({ closedAt: now, outcome: "rejected" }).where(eq(placeClaims.id, id));
  const about = { slug: place.slug, name: place.name };
  await tellPerson(db, { userId, told: { kind: "claim-rejected", place: about, reason }, caseId: claim.caseId, now });
  await mailPerson(db, {
    key: `claim-rejected:${id}:${now.getTime()}`,
    userId,
    subject: `Your claim to ${place.name}`,
    paragraphs: [
      `An editor has read your claim to ${place.name} and did not grant it. They write: “${reason}”`,
      "You can send more, or prove it another way.",
    ],
    link: { label: "Claim it again", path: claimPath(place.slug) },
    now,
  });
}

/** An editor has found that others than those who should run a place. */
async function replaceRunners(
  db: Database,
  { place, by, actor, now }: { place: HeldPlace; by: string; actor: Actor; now: Date },
): Promise<void> {
  const told = { kind: "place-left", place: { slug: place.slug, name: place.name }, how: "replaced" } as const;
  for (const { userId } of await runnersOf(db, place.id)) {
    if (userId === by) continue;
    await letGo(db, { placeId: place.id, userId, actor, now });
    await tellPerson(db, { userId, told, now });
  }
}

/** Open claims for an editor, by the id of their case. */
export async function claimCases(db: Database, caseIds: string[]): Promise<Map<string, ClaimCase>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .select({ claim: placeClaims, place: places, claimer: users })
    .from(placeClaims)
    .innerJoin(places, eq(places.id, placeClaims.placeId))
    .innerJoin(users, eq(users.id, placeClaims.claimerId))
    .where(inArray(placeClaims.caseId, caseIds));
  // Served by the key of place_owners.
  const runners = await db
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
          joinedLabel: month.format(claimer.joinedAt),
          isOut: isOut(claimer),
        },
        paragraphs: claim.evidence.split(/\n\s*\n/),
        runners: runners
          .filter(({ placeId }) => placeId === place.id)
          .map(({ role, since, name }) => ({ role, name: name || "Anonymous", sinceLabel: day.format(since) })),
      },
    ]),
  );
}

const month = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", year: "numeric" });
const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "medium" });

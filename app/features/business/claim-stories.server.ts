import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeClaims } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";

import type { ClaimStory } from "./claim.ts";
import { maskAddress } from "./mask-address.ts";

/** Nobody looks further back. */
const STORIES_MAX = 20;

type Told = {
  claim: typeof placeClaims.$inferSelect;
  place: { slug: string; name: string };
  reason: string | null;
};

/** What somebody has claimed, of one place or of all, the latest first. Served by place_claims_by_claimer. */
export async function claimStories(
  db: Database,
  { claimerId, placeId = null, now }: { claimerId: string; placeId?: number | null; now: Date },
): Promise<ClaimStory[]> {
  const rows = await db
    .select({
      claim: placeClaims,
      place: { slug: places.slug, name: places.name },
      reason: moderationCases.decisionReason,
    })
    .from(placeClaims)
    .innerJoin(places, eq(places.id, placeClaims.placeId))
    .leftJoin(moderationCases, eq(moderationCases.id, placeClaims.caseId))
    .where(and(eq(placeClaims.claimerId, claimerId), placeId === null ? undefined : eq(placeClaims.placeId, placeId)))
    .orderBy(desc(placeClaims.startedAt), desc(placeClaims.id))
    .limit(STORIES_MAX);
  return rows.map((row) => story(row, now));
}

function story(told: Told, now: Date): ClaimStory {
  const { claim, place } = told;
  const { id, way, startedAt, expiresAt, closedAt } = claim;
  const isExpired = closedAt === null && expiresAt !== null && expiresAt <= now;
  const outcome = claim.outcome ?? (isExpired ? "expired" : "waiting");
  const endedAt = closedAt ?? (isExpired ? expiresAt : null);
  return {
    id,
    way,
    place,
    outcome,
    steps: [
      step(startedAt, beginning(claim)),
      endedAt === null ? { at: "", label: "Now", text: WAITING[way] } : step(endedAt, ending(told, outcome)),
    ],
  };
}

function step(at: Date, text: string): ClaimStory["steps"][number] {
  return { at: at.toISOString(), label: instant.format(at), text };
}

function beginning({ way, mailAddress, domain }: Told["claim"]): string {
  if (way === "evidence") return "What proves that it is yours was sent to the editors.";
  if (way === "site") return `You were given a code to put on ${domain ?? "the website"}.`;
  return `A code was mailed to ${mailAddress === null ? "the website’s domain" : maskAddress(mailAddress)}.`;
}

const WAITING = {
  mail: "It waits for you to type the code.",
  site: "It waits for you to put the code on the website and have us look.",
  evidence: "It waits for an editor.",
};

function ending({ claim: { way }, reason }: Told, outcome: ClaimStory["outcome"]): string {
  const why = reason === null || reason === "" ? "" : ` They write: “${reason}”`;
  switch (outcome) {
    case "granted":
      return way === "evidence" ? `An editor granted it.${why}` : "The code was right, so it is yours to run.";
    case "rejected":
      return `An editor did not grant it.${why}`;
    case "expired":
      return "The code ran out.";
    case "withdrawn":
      return "You took it back.";
    default:
      return "It was not needed any more.";
  }
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  dateStyle: "medium",
  timeStyle: "short",
});

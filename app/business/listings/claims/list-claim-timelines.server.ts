import { and, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeClaims } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { formatInstant } from "#app/lib/format-time.ts";

import type { ClaimTimeline } from "./claim.ts";
import { maskEmail } from "./mask-email.ts";

/** The page has no second page of claims. */
const TIMELINES_MAX = 20;

type ClaimRow = {
  claim: typeof placeClaims.$inferSelect;
  place: { slug: string; name: string };
  reason: string | null;
};

/** A member's claims to one place or to all, newest first. Served by place_claims_by_claimer. */
export async function listClaimTimelines(
  db: Database,
  { claimerId, placeId = null, now }: { claimerId: string; placeId?: number | null; now: Date },
): Promise<ClaimTimeline[]> {
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
    .limit(TIMELINES_MAX);
  return rows.map((row) => toTimeline(row, now));
}

function toTimeline(row: ClaimRow, now: Date): ClaimTimeline {
  const { claim, place } = row;
  const { id, method, startedAt, expiresAt, closedAt } = claim;
  const isExpired = closedAt === null && expiresAt !== null && expiresAt <= now;
  const outcome = claim.outcome ?? (isExpired ? "expired" : "waiting");
  const endedAt = closedAt ?? (isExpired ? expiresAt : null);
  return {
    id,
    method,
    place,
    outcome,
    steps: [
      step(startedAt, startText(claim)),
      endedAt === null ? { at: "", label: "Now", text: WAITING_TEXTS[method] } : step(endedAt, endText(row, outcome)),
    ],
  };
}

function step(at: Date, text: string): ClaimTimeline["steps"][number] {
  return { at: at.toISOString(), label: formatInstant(at), text };
}

function startText({ method, email, domain }: ClaimRow["claim"]): string {
  if (method === "evidence") return "You sent proof to our editors.";
  if (method === "site") return `You got a code to put on ${domain ?? "the website"}.`;
  return `We emailed a code to ${email === null ? "the website’s domain" : maskEmail(email)}.`;
}

const WAITING_TEXTS = {
  mail: "Waiting for you to enter the code.",
  site: "Waiting for you to put the code on the website and have us check.",
  evidence: "Waiting for an editor.",
};

function endText({ claim: { method }, reason }: ClaimRow, outcome: ClaimTimeline["outcome"]): string {
  const why = reason === null || reason === "" ? "" : ` The editor wrote: “${reason}”`;
  switch (outcome) {
    case "granted":
      return method === "evidence"
        ? `An editor approved it.${why}`
        : "The code was correct, so you manage the place now.";
    case "rejected":
      return `An editor didn’t approve it.${why}`;
    case "expired":
      return "The code expired.";
    case "withdrawn":
      return "You withdrew it.";
    default:
      return "It was no longer needed.";
  }
}

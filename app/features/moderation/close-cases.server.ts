import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type CaseKind, type Decision, moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { IN_ORDER } from "./decision-reasons.ts";
import { recordDecisions } from "./record-decision.server.ts";
import { TRANSPARENCY_TAG } from "./transparency.ts";

/**
 * What an editor decides. `reason`: as whoever it concerns reads it. `code`: which of the closed list it is; approved
 * without one, nothing was wrong.
 */
export type CaseDecision = { decision: Decision; reason: string; code?: string; decidedBy: string; now: Date };

export type ClosedCase = { id: string; kind: CaseKind; openedAt: Date };

/**
 * Closes every open case that `which` says, counts the decision and writes it down. Call it in the transaction of the
 * decision, with what it is about locked.
 *
 * @returns What was open; nothing when somebody else has decided, or it is gone.
 */
export async function closeCases(db: Database, which: SQL, given: CaseDecision): Promise<ClosedCase[]> {
  const { decision, reason, decidedBy, now: closedAt } = given;
  const code = given.code ?? (decision === "approved" ? IN_ORDER : "other");
  const closed = await db
    .update(moderationCases)
    .set({ closedAt, decision, decisionReason: reason, decisionCode: code, decidedBy, restores: null })
    .where(and(which, isNull(moderationCases.closedAt)))
    .returning();
  if (closed.length === 0) return [];
  const came = await db
    .select({ id: moderationCases.id, isAgain: CAME_AGAIN })
    .from(moderationCases)
    .where(
      inArray(
        moderationCases.id,
        closed.map(({ id }) => id),
      ),
    );
  await db.insert(moderationDecisions).values(
    closed.map(({ id: caseId, kind, openedAt }) => {
      const isAgain = came.some((each) => each.id === caseId && each.isAgain);
      return { caseId, kind, decision, code, openedAt, decidedAt: closedAt, isAgain };
    }),
  );
  await recordDecisions(db, closed, given);
  await notifyPages(db, [TRANSPARENCY_TAG]);
  return closed;
}

/** The same review, or the same person's claim to the same place, was rejected before this case was opened. */
const CAME_AGAIN = sql<boolean>`(exists (select 1 from moderation_cases before
    where before.review_id = moderation_cases.review_id and before.decision = 'rejected'
      and before.closed_at <= moderation_cases.opened_at)
  or exists (select 1 from place_claims own
    join place_claims before on before.place_id = own.place_id and before.claimer_id = own.claimer_id
    where own.case_id = moderation_cases.id and before.outcome = 'rejected' and before.closed_at <= own.started_at))`;

/** Keeps how things were before a decision, for whoever undoes it. Call it when the case is closed. */
export async function keepForUndo(db: Database, { caseId, was }: { caseId: string; was: unknown }): Promise<void> {
  await db.update(moderationCases).set({ restores: was }).where(eq(moderationCases.id, caseId));
}

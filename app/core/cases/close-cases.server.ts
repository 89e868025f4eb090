import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type CaseKind, type Decision, moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { NO_PROBLEM } from "./decision-reasons.ts";
import { recordDecisions } from "./record-decision.server.ts";
import { TRANSPARENCY_TAG } from "./transparency.ts";
import { UNDO_MS_MAX } from "./undo.ts";

/** `reason` is the text that the person concerned reads. `code` defaults to "in-order" for an approval, else to "other". */
export type CaseDecision = { decision: Decision; reason: string; code?: string; decidedBy: string; now: Date };

/** A decision that may be nobody's: what readers agree on. */
export type CaseClosing = Omit<CaseDecision, "decidedBy"> & { decidedBy: string | null };

export type ClosedCase = { id: string; kind: CaseKind; openedAt: Date };

/**
 * Closes every open case that matches `which`, counts the decision and writes the audit log. Call it in the transaction
 * of the decision, with the subject locked.
 *
 * @returns The closed cases; empty if they were already decided or deleted.
 */
export async function closeCases(db: Database, which: SQL, given: CaseClosing): Promise<ClosedCase[]> {
  const { decision, reason, decidedBy, now: closedAt } = given;
  const code = given.code ?? (decision === "approved" ? NO_PROBLEM : "other");
  const closed = await db
    .update(moderationCases)
    .set({ closedAt, decision, decisionReason: reason, decisionCode: code, decidedBy, undoState: null })
    .where(and(which, isNull(moderationCases.closedAt)))
    .returning();
  if (closed.length === 0) return [];
  const resubmissions = await db
    .select({ id: moderationCases.id, isRepeat: IS_RESUBMISSION })
    .from(moderationCases)
    .where(
      inArray(
        moderationCases.id,
        closed.map(({ id }) => id),
      ),
    );
  await db.insert(moderationDecisions).values(
    closed.map(({ id: caseId, kind, openedAt }) => {
      const isRepeat = resubmissions.some((each) => each.id === caseId && each.isRepeat);
      return { caseId, kind, decision, code, openedAt, decidedAt: closedAt, isRepeat };
    }),
  );
  await recordDecisions(db, closed, given);
  await invalidatePages(db, [TRANSPARENCY_TAG]);
  return closed;
}

/**
 * Whether the same review or answer, or the same person's claim to the place, was rejected before.
 * Served by moderation_cases_by_review, moderation_cases_by_answer and place_claims_by_case.
 */
const IS_RESUBMISSION = sql<boolean>`(exists (select 1 from moderation_cases before
    where before.review_id = moderation_cases.review_id and before.decision = 'rejected'
      and before.closed_at <= moderation_cases.opened_at)
  or exists (select 1 from moderation_cases before
    where before.answer_id = moderation_cases.answer_id and before.decision = 'rejected'
      and before.closed_at <= moderation_cases.opened_at)
  or exists (select 1 from place_claims own
    join place_claims before on before.place_id = own.place_id and before.claimer_id = own.claimer_id
    where own.case_id = moderation_cases.id and before.outcome = 'rejected' and before.closed_at <= own.started_at))`;

/** Saves the state before a decision, so that it can be undone. Call it after closing the case. */
export async function saveUndoState(db: Database, { caseId, was }: { caseId: string; was: unknown }): Promise<void> {
  await db.update(moderationCases).set({ undoState: was }).where(eq(moderationCases.id, caseId));
}

/** Deletes saved states of decisions that can no longer be undone. Served by moderation_cases_closed. */
export async function purgeUndoStates(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_MS_MAX);
  await db
    .update(moderationCases)
    .set({ undoState: null })
    .where(and(lt(moderationCases.closedAt, before), isNotNull(moderationCases.undoState)));
}

import { and, desc, eq, inArray, isNotNull, isNull, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { moderationCases, moderationDecisions } from "#app/db/schema/moderation.ts";
import { formatShortInstant } from "#app/lib/format-time.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { recordUndo } from "./record-decision.server.ts";
import type { UndoneDecision } from "./cases.ts";
import { reasonCodeLabel } from "./decision-reasons.ts";
import { TRANSPARENCY_TAG } from "./transparency.ts";
import { UNDO_MS_MAX, type UndoRefusal } from "./undo.ts";

type CaseRow = typeof moderationCases.$inferSelect;

export type UndoInput = { caseId: string; undoneBy: string; now: Date };

/** A decided case whose decision can be undone. */
export type UndoableCase = CaseRow & { closedAt: Date; decision: NonNullable<CaseRow["decision"]> };

/** Locks a case whose decision can still be undone. Lock its subject first. */
export async function lockDecidedCase(db: Database, { caseId, now }: UndoInput): Promise<UndoableCase | UndoRefusal> {
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, caseId)).for("update");
  if (row === undefined) return "gone";
  const { closedAt, decision } = row;
  if (closedAt === null || decision === null) return "open";
  if (now.getTime() - closedAt.getTime() > UNDO_MS_MAX) return "late";
  return { ...row, closedAt, decision };
}

/**
 * Reopens the cases that one decision closed, and counts the decision as undone. Call it in the transaction that
 * reverses the decision's effect.
 *
 * @returns The ids of the cases; "again" if the same subject already has a new open case.
 */
export async function reopenCases(
  db: Database,
  { decided, undoneBy, now }: { decided: UndoableCase; undoneBy: string; now: Date },
): Promise<string[] | "again"> {
  const cases = await casesOfDecision(db, decided);
  if (await hasNewCase(db, cases)) return "again";
  const ids = cases.map(({ id }) => id);
  await db
    .update(moderationCases)
    .set({
      closedAt: null,
      decision: null,
      decisionReason: null,
      decisionCode: null,
      decidedBy: null,
      undoState: null,
    })
    .where(inArray(moderationCases.id, ids));
  await db
    .update(moderationDecisions)
    .set({ undoneAt: now })
    .where(and(inArray(moderationDecisions.caseId, ids), isNull(moderationDecisions.undoneAt)));
  await recordUndo(db, cases, { undoneBy, now });
  await invalidatePages(db, [TRANSPARENCY_TAG]);
  return ids;
}

/** One decision about a review settles its held case and all reports. */
async function casesOfDecision(db: Database, decided: UndoableCase): Promise<CaseRow[]> {
  const { reviewId, closedAt } = decided;
  if (reviewId === null) return [decided];
  const isOf = and(eq(moderationCases.reviewId, reviewId), eq(moderationCases.closedAt, closedAt));
  return db.select().from(moderationCases).where(isOf).for("update");
}

/** Whether a subject that can have only one open case has got a new one. */
async function hasNewCase(db: Database, closed: CaseRow[]): Promise<boolean> {
  for (const row of closed) {
    const subject = uniqueSubject(row);
    if (subject === undefined) continue;
    if ((await db.$count(moderationCases, and(subject, isNull(moderationCases.closedAt)))) > 0) return true;
  }
  return false;
}

function uniqueSubject({ kind, placeId, ...row }: CaseRow): SQL | undefined {
  const isOfKind = eq(moderationCases.kind, kind);
  if (row.reviewId !== null) return and(eq(moderationCases.reviewId, row.reviewId), isOfKind);
  if (kind === "reported-closed" && placeId !== null) return and(eq(moderationCases.placeId, placeId), isOfKind);
  if (row.photoId !== null) return eq(moderationCases.photoId, row.photoId);
  return postCondition(row);
}

function postCondition({ questionId, answerId }: Pick<CaseRow, "questionId" | "answerId">): SQL | undefined {
  if (questionId !== null) return eq(moderationCases.questionId, questionId);
  return answerId === null ? undefined : eq(moderationCases.answerId, answerId);
}

/** Whether no later decision about the same review, question or answer exists; only the latest can be undone. */
export async function isLatestDecision(db: Database, decided: UndoableCase): Promise<boolean> {
  const { reviewId, closedAt } = decided;
  const isAbout = reviewId === null ? postCondition(decided) : eq(moderationCases.reviewId, reviewId);
  if (isAbout === undefined) return true;
  const rows = await db
    .select({ closedAt: moderationCases.closedAt })
    .from(moderationCases)
    .where(and(isAbout, isNotNull(moderationCases.closedAt)));
  return rows.every((row) => row.closedAt === null || row.closedAt <= closedAt);
}

/** Older undone decisions don't help the editor. */
const UNDONE_SHOWN = 3;

/** Undone decisions of an open case, latest first. Served by moderation_decisions_by_case. */
export async function listUndoneDecisions(db: Database, caseId: string): Promise<UndoneDecision[]> {
  const rows = await db
    .select()
    .from(moderationDecisions)
    .where(and(eq(moderationDecisions.caseId, caseId), isNotNull(moderationDecisions.undoneAt)))
    .orderBy(desc(moderationDecisions.undoneAt), desc(moderationDecisions.id))
    .limit(UNDONE_SHOWN);
  return rows.flatMap(({ id, decision, code, undoneAt }) =>
    undoneAt === null
      ? []
      : [
          {
            id,
            decision,
            why: reasonCodeLabel(code),
            undoneAt: undoneAt.toISOString(),
            undoneLabel: formatShortInstant(undoneAt),
          },
        ],
  );
}

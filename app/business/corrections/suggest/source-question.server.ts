import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type CorrectableField, correctionChanges, corrections } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places, sources } from "#app/db/schema/places.ts";
import { openPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { formatSourceDate } from "#app/guide/places/facts/fact-origin.ts";
import { sortKeys } from "#app/guide/places/facts/place-facts.ts";

export type SourceQuestion = {
  placeId: number;
  sourceId: string;
  /** The source's own date, as precise as it says. */
  checkedOn: string | null;
  content:
    | { kind: "edit"; changes: { field: CorrectableField; before: unknown; after: unknown }[] }
    | { kind: "closed"; closure: "permanent" | "temporary" };
  /** What the editors are asked, in place of the usual question. */
  note?: string;
  now: Date;
};

/**
 * Opens a case for the editors about what a source says: that facts of people are wrong, or that a place is closed. A place has
 * one open question about a field and one about its closing; what editors refused isn't asked again. Call it in a transaction.
 *
 * @returns False when there is nothing to ask, or the place or source is gone.
 */
export async function openSourceQuestion(db: Database, question: SourceQuestion): Promise<boolean> {
  const { placeId, sourceId, checkedOn, content, now } = question;
  const [place] = await db.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("no key update");
  const [source] = await db.select({ title: sources.title }).from(sources).where(eq(sources.id, sourceId));
  if (place === undefined || source === undefined) return false;
  const changes = content.kind === "edit" ? await unansweredChanges(db, placeId, content.changes) : [];
  if (content.kind === "edit" ? changes.length === 0 : await isClosingAnswered(db, placeId)) return false;
  const kind = content.kind === "edit" ? ("suggested-edit" as const) : ("reported-closed" as const);
  const reasons = content.kind === "edit" ? changes.map(({ field }) => field) : [content.closure];
  const caseId = await openPlaceCase(db, { kind, placeId, reasons, now });
  const since = checkedOn === null ? "" : ` since ${formatSourceDate(checkedOn)}`;
  const usualNote =
    content.kind === "edit"
      ? `${source.title} says otherwise${since}: still right? Approve to use theirs, reject to keep ours.`
      : `${source.title} says that it is closed${since}.`;
  const [row] = await db
    .insert(corrections)
    .values({
      caseId,
      placeId,
      kind: content.kind,
      closure: content.kind === "closed" ? content.closure : null,
      descriptionNote: "",
      basis: "other",
      note: question.note ?? usualNote,
      sourceId,
      sentAt: now,
    })
    .returning({ id: corrections.id });
  if (row === undefined) throw new Error(`The question about place ${placeId} was not written`);
  if (changes.length > 0) {
    const rows = changes.map(({ field, before, after }) => ({
      correctionId: row.id,
      field,
      // A JSON null, since a plain null would be an SQL null.
      before: before === null ? sql`'null'::jsonb` : before,
      after: after === null ? sql`'null'::jsonb` : after,
    }));
    await db.insert(correctionChanges).values(rows);
  }
  return true;
}

/** The changes of fields without an open question, whose values no editor has refused. Served by moderation_cases_by_place. */
async function unansweredChanges<Change extends { field: CorrectableField; after: unknown }>(
  db: Database,
  placeId: number,
  changes: Change[],
): Promise<Change[]> {
  const fields = changes.map(({ field }) => field);
  const earlier = await db
    .select({ field: correctionChanges.field, after: correctionChanges.after, closedAt: moderationCases.closedAt })
    .from(moderationCases)
    .innerJoin(corrections, and(eq(corrections.caseId, moderationCases.id), isNotNull(corrections.sourceId)))
    .innerJoin(correctionChanges, eq(correctionChanges.correctionId, corrections.id))
    .where(
      and(
        eq(moderationCases.placeId, placeId),
        inArray(correctionChanges.field, fields),
        or(isNull(moderationCases.closedAt), eq(correctionChanges.isApplied, false)),
      ),
    );
  return changes.filter(
    ({ field, after }) =>
      !earlier.some(
        (sent) =>
          sent.field === field && (sent.closedAt === null || canonicalText(sent.after) === canonicalText(after)),
      ),
  );
}

/** Whether a source's word about the place's closing waits for an editor, or was refused. */
async function isClosingAnswered(db: Database, placeId: number): Promise<boolean> {
  const answered = await db
    .select({ id: corrections.id })
    .from(moderationCases)
    .innerJoin(corrections, and(eq(corrections.caseId, moderationCases.id), isNotNull(corrections.sourceId)))
    .where(
      and(
        eq(moderationCases.placeId, placeId),
        eq(corrections.kind, "closed"),
        or(isNull(moderationCases.closedAt), eq(moderationCases.decision, "rejected")),
      ),
    )
    .limit(1);
  return answered.length > 0;
}

function canonicalText(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

import { and, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections, type ReportedClosure } from "#app/db/schema/corrections.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { closePlaceCase, openPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { type CaseDecision, saveUndoState } from "#app/core/cases/close-cases.server.ts";
import { changeFacts, type FactChange } from "#app/guide/places/facts/change-place.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { snapshotClosure, snapshotFacts } from "#app/guide/places/facts/restore-place.server.ts";
import { notifyManagers } from "#app/core/notifications/notify-managers.server.ts";
import { FACT_VALUES } from "#app/guide/places/facts/place-facts.ts";

import type { DecisionFields } from "./decision-form.ts";
import { notifyReporters } from "./notify-reporters.server.ts";
import type { Pin } from "../suggest/pin.ts";

/** The source of visitors' suggestions that an editor confirmed; see seeds/catalogue/sources.yaml. */
const READERS_SOURCE = "reader-suggestions";
/** The source of descriptions, which our editors write. */
const OWN_SOURCE = "rowhouse";

/**
 * `seen`: when the place last changed, as the editor's page showed it; protects against deciding about unseen facts.
 * `applied`: the changes to apply. `pin`: for the new address.
 */
export type CorrectionDecision = CaseDecision & DecisionFields & { caseId: string };

/**
 * Carries out an editor's decision. Approving an edit applies the selected changes. Approving a closure report sets the
 * status that the editor chose; rejecting it clears a "reported" status.
 *
 * @returns "changed": the place has changed since. "closed": already decided. "nothing": no change or status is selected.
 * "no-successor": a duplicate needs another place. "no-pin": a new address needs a pin. These change nothing.
 */
export async function decideCorrection(
  db: Database,
  input: CorrectionDecision,
): Promise<"decided" | "changed" | "closed" | "nothing" | "no-successor" | "no-pin"> {
  const { caseId, decision } = input;
  return db.transaction(async (tx) => {
    const [open] = await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId));
    if (open === undefined || open.placeId === null || open.closedAt !== null) return "closed";
    const [place] = await tx.select().from(places).where(eq(places.id, open.placeId)).for("update");
    if (place === undefined) return "closed";
    if (decision === "approved" && place.updatedAt.toISOString() !== input.seen) return "changed";

    const isEdit = open.kind === "suggested-edit";
    if (decision === "approved" && !(await canApprove(tx, { ...input, isEdit }))) return "nothing";
    const successorId = await findSuccessor(tx, { placeId: place.id, slug: input.successorSlug });
    if (decision === "approved" && input.closure === "duplicate" && successorId === null) return "no-successor";

    if (decision === "approved" && isEdit && (await isPinMissing(tx, input))) return "no-pin";

    if ((await closePlaceCase(tx, input)) === null) return "closed";
    await notifyReporters(tx, { ...input, exceptId: input.decidedBy });
    if (isEdit) await settleChanges(tx, input);
    const change = { placeId: place.id, changedBy: input.decidedBy, caseId, now: input.now };
    if (isEdit && decision === "approved") {
      const changes = await factChanges(tx, { ...input, place });
      const fields = changes.map(({ field }) => field);
      await saveUndoState(tx, { caseId, was: await snapshotFacts(tx, { placeId: place.id, fields }) });
      await changeFacts(tx, { ...change, changes });
    } else if (!isEdit && (decision === "approved" || place.closure === "reported")) {
      await saveUndoState(tx, { caseId, was: snapshotClosure(place) });
      const closure = decision === "approved" ? toPlaceClosure(input.closure) : null;
      await setClosure(tx, { ...change, closure, successorId: decision === "approved" ? successorId : null });
      if (closure !== null) await notifyManagersOfClosure(tx, { ...input, placeId: place.id, closure });
    }
    return "decided";
  });
}

/**
 * Sets a place's closure on an editor's own initiative and closes all its open closure reports.
 *
 * @returns "no-successor": a duplicate needs another place; nothing was changed.
 */
export async function decideClosure(
  db: Database,
  input: Omit<CaseDecision, "decision"> & { placeId: number; closure: ReportedClosure; successorSlug: string | null },
): Promise<"decided" | "no-successor"> {
  const { placeId, closure, decidedBy, now } = input;
  return db.transaction(async (tx) => {
    const successorId = await findSuccessor(tx, { placeId, slug: input.successorSlug });
    if (closure === "duplicate" && successorId === null) return "no-successor";
    const caseId = await openPlaceCase(tx, { kind: "reported-closed", placeId, reasons: [closure], now });
    await closePlaceCase(tx, { ...input, caseId, decision: "approved" });
    await notifyReporters(tx, { ...input, caseId, decision: "approved", exceptId: decidedBy });
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place !== undefined) await saveUndoState(tx, { caseId, was: snapshotClosure(place) });
    const placeClosure = toPlaceClosure(closure);
    await setClosure(tx, { placeId, closure: placeClosure, successorId, changedBy: decidedBy, caseId, now });
    if (placeClosure !== null) await notifyManagersOfClosure(tx, { ...input, caseId, closure: placeClosure });
    return "decided";
  });
}

/** Notifies the place's managers of its new status, so that the listing doesn't close without their knowledge. */
async function notifyManagersOfClosure(
  db: Database,
  given: Pick<CaseDecision, "decidedBy" | "reason" | "now"> & {
    placeId: number;
    caseId: string;
    closure: NonNullable<ReturnType<typeof toPlaceClosure>>;
  },
): Promise<void> {
  const { placeId, caseId, closure, reason, decidedBy: by, now } = given;
  await notifyManagers(db, {
    placeId,
    by,
    notification: (place) => ({ kind: "place-closed", place, closure, reason }),
    caseId,
    now,
  });
}

function toPlaceClosure(closure: ReportedClosure | null) {
  return closure === "open" ? null : closure;
}

async function findSuccessor(
  db: Database,
  { placeId, slug }: { placeId: number; slug: string | null },
): Promise<number | null> {
  if (slug === null) return null;
  const [other] = await db
    .select({ id: places.id })
    .from(places)
    .where(and(eq(places.slug, slug), eq(places.status, "published")));
  return other === undefined || other.id === placeId ? null : other.id;
}

/** An edit can be approved with applied changes, or if it has only a note about the description. */
async function canApprove(
  db: Database,
  { caseId, applied, closure, isEdit }: CorrectionDecision & { isEdit: boolean },
): Promise<boolean> {
  if (!isEdit) return closure !== null;
  const [edit] = await db.select().from(corrections).where(eq(corrections.caseId, caseId));
  return applied.length > 0 || (edit?.descriptionNote ?? "") !== "";
}

/** Whether an applied change of the address lacks the editor's choice of a pin. */
async function isPinMissing(db: Database, { caseId, applied, pin }: CorrectionDecision): Promise<boolean> {
  if (pin !== null || !applied.includes("address")) return false;
  return (await changesOf(db, caseId)).some(({ field }) => field === "address");
}

async function changesOf(db: Database, caseId: string) {
  return db
    .select({
      correctionId: correctionChanges.correctionId,
      field: correctionChanges.field,
      after: correctionChanges.after,
      sourceId: corrections.sourceId,
    })
    .from(correctionChanges)
    .innerJoin(corrections, eq(corrections.id, correctionChanges.correctionId))
    .where(eq(corrections.caseId, caseId));
}

async function settleChanges(db: Database, { caseId, decision, applied }: CorrectionDecision): Promise<void> {
  for (const { correctionId, field } of await changesOf(db, caseId)) {
    await db
      .update(correctionChanges)
      .set({ isApplied: decision === "approved" && applied.includes(field) })
      .where(and(eq(correctionChanges.correctionId, correctionId), eq(correctionChanges.field, field)));
  }
}

async function factChanges(
  db: Database,
  { caseId, applied, description, pin, place }: CorrectionDecision & { place: typeof places.$inferSelect },
): Promise<FactChange[]> {
  const changes: FactChange[] = [];
  for (const { field, after, sourceId } of await changesOf(db, caseId)) {
    if (!applied.includes(field)) continue;
    const imported = sourceId === null ? null : await findSaying(db, { placeId: place.id, sourceId, field, after });
    if (imported !== null) {
      changes.push({ field, value: after, ...imported });
      continue;
    }
    const value = field === "attributeCorrections" ? await mergeAttributeCorrections(db, place.id, after) : after;
    changes.push({ field, value, sourceId: READERS_SOURCE });
  }
  if (changes.some(({ field }) => field === "address") && isPinMoved(pin, place)) {
    changes.push({ field: "position", value: pin === "none" ? null : pin, sourceId: READERS_SOURCE });
  }
  if (description !== null && description !== place.description) {
    changes.push({ field: "description", value: description, sourceId: OWN_SOURCE });
  }
  return changes;
}

function isPinMoved(pin: Pin | null, { lat, lng }: typeof places.$inferSelect): boolean {
  if (pin === null || pin === "unchanged") return false;
  return pin === "none" ? lat !== null : pin.lat !== lat || pin.lng !== lng;
}

/** The record with which a source says so: its fact then follows the source. Null when the source no longer does. */
async function findSaying(
  db: Database,
  { placeId, sourceId, field, after }: { placeId: number; sourceId: string; field: string; after: unknown },
): Promise<Pick<FactChange, "sourceId" | "record"> | null> {
  const [record] = await db
    .select({ id: sourceRecords.recordId, checkedOn: sourceRecords.checkedOn })
    .from(sourceRecords)
    .where(
      and(
        eq(sourceRecords.placeId, placeId),
        eq(sourceRecords.sourceId, sourceId),
        sql`${sourceRecords.facts} -> ${field}::text = ${JSON.stringify(after)}::jsonb`,
      ),
    )
    .orderBy(sourceRecords.recordId)
    .limit(1);
  return record === undefined ? null : { sourceId, record };
}

/** Merges new attribute corrections into the existing ones. */
async function mergeAttributeCorrections(db: Database, placeId: number, after: unknown): Promise<unknown> {
  const [existing] = await db
    .select({ value: placeFacts.value })
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, placeId), eq(placeFacts.field, "attributeCorrections")));
  const { attributeCorrections } = FACT_VALUES.shape;
  return { ...attributeCorrections.parse(existing?.value), ...attributeCorrections.parse(after) };
}

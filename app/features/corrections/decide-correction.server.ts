import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { correctionChanges, corrections, type ReportedClosure } from "#app/db/schema/corrections.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { closePlaceCase, openPlaceCase } from "#app/features/moderation/cases.server.ts";
import { type CaseDecision, keepForUndo } from "#app/features/moderation/close-cases.server.ts";
import { changeFacts, type FactChange, markClosure } from "#app/features/places/change-place.server.ts";
import { keptClosure, keptFacts } from "#app/features/places/restore-place.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { tellRunnersOf } from "#app/features/notifications/tell-runners.server.ts";
import { FACT_VALUES } from "#app/features/places/place-facts.ts";

import type { DecisionFields } from "./decision-form.ts";
import type { Pin } from "./pin.ts";

/** The source of what readers suggest and an editor confirms; see seeds/catalogue/sources.yaml. */
const READERS_SOURCE = "reader-suggestions";
/** Descriptions are our own writing, whoever found what was wrong in them. */
const OWN_SOURCE = "rowhouse";

/**
 * `seen`: when the place last changed, as the editor's page said it: nobody decides about facts they haven't seen.
 * `applied`: which of the suggested changes are right. `pin`: where the map shows it at
 * the new address.
 */
export type CorrectionDecision = CaseDecision & DecisionFields & { caseId: string };

/**
 * Carries out an editor's decision. An edit: the changes that are right become the place's facts. A closing: the place is
 * marked as the editor says; rejected, a mark by reports alone goes.
 *
 * @returns "changed": the place is another by now. "closed": somebody else has decided. "nothing": an approved edit of
 * which nothing is to be applied, or a closing of no known kind. "no-successor": a duplicate of what is no other place.
 * "no-pin": another address, and nobody said where that is. In all these nothing was done.
 */
export async function decideCorrection(
  db: Database,
  decided: CorrectionDecision,
): Promise<"decided" | "changed" | "closed" | "nothing" | "no-successor" | "no-pin"> {
  const { caseId, decision } = decided;
  return db.transaction(async (tx) => {
    const [open] = await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId));
    if (open === undefined || open.placeId === null || open.closedAt !== null) return "closed";
    const [place] = await tx.select().from(places).where(eq(places.id, open.placeId)).for("update");
    if (place === undefined) return "closed";
    if (decision === "approved" && place.updatedAt.toISOString() !== decided.seen) return "changed";

    const isEdit = open.kind === "suggested-edit";
    if (decision === "approved" && !(await isWorthApproving(tx, { ...decided, isEdit }))) return "nothing";
    const successorId = await findSuccessor(tx, { placeId: place.id, slug: decided.successorSlug });
    if (decision === "approved" && decided.closure === "duplicate" && successorId === null) return "no-successor";

    if (decision === "approved" && isEdit && (await isPinMissing(tx, decided))) return "no-pin";

    if ((await closePlaceCase(tx, decided)) === null) return "closed";
    await answerReporters(tx, decided);
    if (isEdit) await settleChanges(tx, decided);
    const change = { placeId: place.id, changedBy: decided.decidedBy, caseId, now: decided.now };
    if (isEdit && decision === "approved") {
      const changes = await factChanges(tx, { ...decided, place });
      const fields = changes.map(({ field }) => field);
      await keepForUndo(tx, { caseId, was: await keptFacts(tx, { placeId: place.id, fields }) });
      await changeFacts(tx, { ...change, changes });
    } else if (!isEdit && (decision === "approved" || place.closure === "reported")) {
      await keepForUndo(tx, { caseId, was: keptClosure(place) });
      const closure = decision === "approved" ? markOf(decided.closure) : null;
      await markClosure(tx, { ...change, closure, successorId: decision === "approved" ? successorId : null });
      if (closure !== null) await tellOfClosure(tx, { ...decided, placeId: place.id, closure });
    }
    return "decided";
  });
}

/**
 * Marks a place on an editor's own decision, which also answers every open report of its being closed.
 *
 * @returns "no-successor": a duplicate of what is no other place; nothing was done.
 */
export async function decideClosure(
  db: Database,
  decided: Omit<CaseDecision, "decision"> & { placeId: number; closure: ReportedClosure; successorSlug: string | null },
): Promise<"decided" | "no-successor"> {
  const { placeId, closure, decidedBy, now } = decided;
  return db.transaction(async (tx) => {
    const successorId = await findSuccessor(tx, { placeId, slug: decided.successorSlug });
    if (closure === "duplicate" && successorId === null) return "no-successor";
    const caseId = await openPlaceCase(tx, { kind: "reported-closed", placeId, reasons: [closure], now });
    await closePlaceCase(tx, { ...decided, caseId, decision: "approved" });
    await answerReporters(tx, { ...decided, caseId, decision: "approved" });
    const [place] = await tx.select().from(places).where(eq(places.id, placeId)).for("update");
    if (place !== undefined) await keepForUndo(tx, { caseId, was: keptClosure(place) });
    const mark = markOf(closure);
    await markClosure(tx, { placeId, closure: mark, successorId, changedBy: decidedBy, caseId, now });
    if (mark !== null) await tellOfClosure(tx, { ...decided, caseId, closure: mark });
    return "decided";
  });
}

/** Tells every reporter of a case who has an account; from now on the same may be sent again. */
async function answerReporters(
  db: Database,
  {
    caseId,
    decision,
    closure,
    reason,
    decidedBy,
    now,
  }: CaseDecision & Pick<DecisionFields, "closure"> & { caseId: string },
): Promise<void> {
  const answered = await db.update(corrections).set({ digest: null }).where(eq(corrections.caseId, caseId)).returning();
  for (const { placeId, reporterId, key, closure: reported } of answered) {
    if (reporterId === null || reporterId === decidedBy) continue;
    const [place] = await db
      .select({ slug: places.slug, name: places.name })
      .from(places)
      .where(eq(places.id, placeId));
    if (place === undefined) throw new Error(`The place ${placeId} of a correction is not there`);
    // An editor may find something else than what was reported.
    const outcome = decision === "approved" && reported !== null && reported !== closure ? "answered" : decision;
    const told = { kind: "correction-decided", place, key, outcome, reason } as const;
    await tellPerson(db, { userId: reporterId, told, caseId, now });
  }
}

/** Tells whoever runs a place that it is marked: else its listing would go, or stand as closed, without a word. */
async function tellOfClosure(
  db: Database,
  given: Pick<CaseDecision, "decidedBy" | "reason" | "now"> & {
    placeId: number;
    caseId: string;
    closure: NonNullable<ReturnType<typeof markOf>>;
  },
): Promise<void> {
  const { placeId, caseId, closure, reason, decidedBy: by, now } = given;
  await tellRunnersOf(db, {
    placeId,
    by,
    told: (place) => ({ kind: "place-closed", place, closure, reason }),
    caseId,
    now,
  });
}

function markOf(closure: ReportedClosure | null) {
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

/** Of a suggestion about the description alone there is nothing else to apply. */
async function isWorthApproving(
  db: Database,
  { caseId, applied, closure, isEdit }: CorrectionDecision & { isEdit: boolean },
): Promise<boolean> {
  if (!isEdit) return closure !== null;
  const [edit] = await db.select().from(corrections).where(eq(corrections.caseId, caseId));
  return applied.length > 0 || (edit?.descriptionNote ?? "") !== "";
}

/** A pin at the old address would be wrong, and one that went unasked would be missed. */
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
  for (const { field, after } of await changesOf(db, caseId)) {
    if (!applied.includes(field)) continue;
    const value = field === "attributeCorrections" ? await withKnownCorrections(db, place.id, after) : after;
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
  if (pin === null || pin === "kept") return false;
  return pin === "none" ? lat !== null : pin.lat !== lat || pin.lng !== lng;
}

/** Those that were corrected before stay so. */
async function withKnownCorrections(db: Database, placeId: number, after: unknown): Promise<unknown> {
  const [known] = await db
    .select({ value: placeFacts.value })
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, placeId), eq(placeFacts.field, "attributeCorrections")));
  const { attributeCorrections } = FACT_VALUES.shape;
  return { ...attributeCorrections.parse(known?.value), ...attributeCorrections.parse(after) };
}

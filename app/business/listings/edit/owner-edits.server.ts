import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { GUARDED_FACTS, type GuardedFact, ownerEditChanges, ownerEdits } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { changedFieldLabel } from "#app/business/corrections/facts/format-fact.ts";
import { closePlaceCase, openPlaceCase, withdrawPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { type CaseDecision, saveUndoState } from "#app/core/cases/close-cases.server.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";
import { changeFacts, type FactChange } from "#app/guide/places/facts/change-place.server.ts";
import { FACT_VALUES } from "#app/guide/places/facts/place-facts.ts";
import { snapshotFacts } from "#app/guide/places/facts/restore-place.server.ts";
import type { Listing, ListingProblems, ListingFormValues } from "#app/business/submissions/form/listing-form.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { isInsidePolygons } from "#app/lib/geo.ts";

import type { GuardedChange, OwnerEditCase, PendingEdit } from "./owner-edit.ts";
import { canonicalJson, formatGuardedFact, parseListingChanges } from "./listing-changes.ts";
import { listingFromPlace, lockPlaceRow, OWNER_SOURCE } from "./owner-listing.server.ts";

type OwnerInput = { placeId: number; userId: string; now: Date };

/**
 * Submits an owner's change of guarded facts (name, kind, address, pin) and opens a case for an editor. A place has one
 * pending edit: a new one replaces it, and keeps what it says of other facts.
 *
 * @returns The problems of the form, or whether anything is pending by it.
 */
export async function submitOwnerEdit(
  db: Database,
  given: OwnerInput & { typed: ListingFormValues; opened: ListingFormValues; note: string },
): Promise<{ problems: ListingProblems; isStale: boolean; now: Listing } | "sent" | "unchanged"> {
  const { placeId, userId, typed, opened, now } = given;
  return db.transaction(async (tx) => {
    // The lock serializes the forms of one place.
    const listing = listingFromPlace(await lockPlaceRow(tx, placeId));
    const read = parseListingChanges({ facts: GUARDED_FACTS, typed, opened, now: listing });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now: listing };
    const changes = read.changes.flatMap(({ fact, before, after }) => {
      const field = GUARDED_FACTS.find((each) => each === fact);
      return field === undefined ? [] : [{ field, before, after }];
    });
    if (changes.length === 0) return "unchanged";
    const open = await findOpenEdit(tx, placeId);
    const pending = open === null ? [] : await findChanges(tx, [open.id]);
    if (open !== null && isContained(changes, pending) && (given.note === "" || given.note === open.note))
      return "sent";
    changes.push(...pending.filter(({ field }) => changes.every((each) => each.field !== field)));
    const note = given.note || (open?.note ?? "");
    if (open !== null) await withdrawPlaceCase(tx, open.caseId);
    const reasons = changes.map(({ field }) => field);
    const caseId = await openPlaceCase(tx, { kind: "owner-edit", placeId, reasons, now });
    const [edit] = await tx
      .insert(ownerEdits)
      .values({ caseId, placeId, userId, note, sentAt: now })
      .returning({ id: ownerEdits.id });
    if (edit === undefined) throw new Error(`The edit of place ${placeId} was not written`);
    await tx.insert(ownerEditChanges).values(
      changes.map(({ field, before, after }) => ({
        editId: edit.id,
        field,
        before: jsonValue(before),
        after: jsonValue(after),
      })),
    );
    return "sent";
  });
}

/** Stores null as JSON null, because SQL null would mean "no value". */
function jsonValue(value: unknown): unknown {
  return value === null ? sql`'null'::jsonb` : value;
}

/** Whether the same changes are pending already. */
function isContained(changes: { field: GuardedFact; after: unknown }[], pending: ChangeRow[]): boolean {
  return changes.every(({ field, after }) =>
    pending.some((other) => other.field === field && canonicalJson(other.after) === canonicalJson(after)),
  );
}

/** Served by owner_edits_one_open. */
async function findOpenEdit(db: Database, placeId: number) {
  const [open] = await db
    .select()
    .from(ownerEdits)
    .where(and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true)));
  return open ?? null;
}

/** Withdraws the pending edit; false when there is none. */
export async function withdrawOwnerEdit(db: Database, placeId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const open = await findOpenEdit(tx, placeId);
    return open !== null && (await withdrawPlaceCase(tx, open.caseId));
  });
}

/** A place's pending edit, for its owners and managers; null when there is none. */
export async function findPendingEdit(db: Database, placeId: number): Promise<PendingEdit | null> {
  const [row] = await findEditRows(db, and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true)));
  return row === undefined ? null : toOwnerEditCase(row, await findChanges(db, [row.edit.id]));
}

/** The last decision about an owner edit of the place; null when there is none. Served by owner_edits_by_place. */
export async function findLastDecidedEdit(
  db: Database,
  placeId: number,
): Promise<{ decision: CaseDecision["decision"]; reason: string; decidedLabel: string } | null> {
  const [row] = await db
    .select({
      decision: moderationCases.decision,
      reason: moderationCases.decisionReason,
      at: moderationCases.closedAt,
    })
    .from(ownerEdits)
    .innerJoin(moderationCases, eq(moderationCases.id, ownerEdits.caseId))
    .where(and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, false)))
    .orderBy(desc(ownerEdits.sentAt))
    .limit(1);
  if (row === undefined || row.decision === null || row.at === null) return null;
  return { decision: row.decision, reason: row.reason ?? "", decidedLabel: formatInstant(row.at) };
}

/** Owner edits for open cases, by case id. Served by owner_edits_by_case. */
export async function findOwnerEditCases(db: Database, caseIds: string[]): Promise<Map<string, OwnerEditCase>> {
  if (caseIds.length === 0) return new Map();
  const rows = await findEditRows(db, inArray(ownerEdits.caseId, caseIds));
  const changes = await findChanges(
    db,
    rows.map(({ edit }) => edit.id),
  );
  return new Map(rows.map((row) => [row.edit.caseId, toOwnerEditCase(row, changes)]));
}

type EditRow = Awaited<ReturnType<typeof findEditRows>>[number];
type ChangeRow = typeof ownerEditChanges.$inferSelect;

async function findEditRows(db: Database, where: ReturnType<typeof and>) {
  return db
    .select({ edit: ownerEdits, place: places, sender: { name: users.name } })
    .from(ownerEdits)
    .innerJoin(places, eq(places.id, ownerEdits.placeId))
    .leftJoin(users, eq(users.id, ownerEdits.userId))
    .where(where)
    .orderBy(asc(ownerEdits.sentAt));
}

async function findChanges(db: Database, editIds: string[]): Promise<ChangeRow[]> {
  if (editIds.length === 0) return [];
  return db.select().from(ownerEditChanges).where(inArray(ownerEditChanges.editId, editIds));
}

function toOwnerEditCase({ edit, place, sender }: EditRow, changes: ChangeRow[]): OwnerEditCase {
  const listing = listingFromPlace(place);
  const ownChanges = changes.filter(({ editId }) => editId === edit.id);
  return {
    id: edit.id,
    place: { slug: place.slug, name: place.name },
    seen: place.updatedAt.toISOString(),
    senderName: sender === null ? "Deleted account" : sender.name || "Anonymous",
    sinceLabel: formatInstant(edit.sentAt),
    note: edit.note,
    changes: GUARDED_FACTS.flatMap((field) => ownChanges.filter((change) => change.field === field)).map((change) =>
      guardedChange(change, listing),
    ),
  };
}

function guardedChange({ field, before, after }: ChangeRow, listing: Listing): GuardedChange {
  return {
    field,
    label: changedFieldLabel(field),
    before: formatGuardedFact(field, before),
    after: formatGuardedFact(field, after),
    now: canonicalJson(listing[field]) === canonicalJson(before) ? null : formatGuardedFact(field, listing[field]),
  };
}

export type OwnerEditDecision = CaseDecision & {
  editId: string;
  /** The changes that the editor accepts. */
  applied: GuardedFact[];
  /** The place's last change when the editor's page was rendered. */
  seen: string;
};

/**
 * Carries out an editor's decision: accepted changes become facts of the place, and the neighborhood follows the pin. The
 * sender is notified.
 *
 * @returns "changed": the place has changed since the editor's page was rendered. "closed": decided by another editor or
 * withdrawn. "nothing": approved without any change to apply. In all three cases nothing changes.
 */
export async function decideOwnerEdit(
  db: Database,
  decided: OwnerEditDecision,
): Promise<"decided" | "changed" | "closed" | "nothing"> {
  const { editId, decision, decidedBy, now } = decided;
  return db.transaction(async (tx) => {
    const [edit] = await tx
      .select()
      .from(ownerEdits)
      .where(and(eq(ownerEdits.id, editId), eq(ownerEdits.isOpen, true)));
    if (edit === undefined) return "closed";
    const { placeId, caseId } = edit;
    const place = await lockPlaceRow(tx, placeId);
    if (decision === "approved" && place.updatedAt.toISOString() !== decided.seen) return "changed";
    const requested = await findChanges(tx, [editId]);
    const applied = decision === "approved" ? requested.filter(({ field }) => decided.applied.includes(field)) : [];
    if (decision === "approved" && applied.length === 0) return "nothing";
    if ((await closePlaceCase(tx, { ...decided, caseId })) === null) return "closed";
    await recordAppliedChanges(tx, { editId, applied: applied.map(({ field }) => field) });
    const changes = await toFactChanges(tx, applied, place.neighborhoodSlug);
    const fields = changes.map(({ field }) => field);
    await saveUndoState(tx, { caseId, was: await snapshotFacts(tx, { placeId, fields }) });
    await changeFacts(tx, { placeId, changes, changedBy: decidedBy, caseId, now });
    if (edit.userId !== null && edit.userId !== decidedBy) {
      const inPart = applied.length < requested.length ? ("in-part" as const) : decision;
      const outcome = decision === "rejected" ? decision : inPart;
      const about = { slug: place.slug, name: place.name };
      const notification = { kind: "owner-edit-decided", place: about, outcome, reason: decided.reason } as const;
      await notifyUser(tx, { userId: edit.userId, notification, caseId, now });
    }
    return "decided";
  });
}

async function recordAppliedChanges(
  db: Database,
  { editId, applied }: { editId: string; applied: GuardedFact[] },
): Promise<void> {
  await db.update(ownerEdits).set({ isOpen: false }).where(eq(ownerEdits.id, editId));
  await db.update(ownerEditChanges).set({ isApplied: false }).where(eq(ownerEditChanges.editId, editId));
  if (applied.length === 0) return;
  await db
    .update(ownerEditChanges)
    .set({ isApplied: true })
    .where(and(eq(ownerEditChanges.editId, editId), inArray(ownerEditChanges.field, applied)));
}

async function toFactChanges(db: Database, applied: ChangeRow[], neighborhood: string): Promise<FactChange[]> {
  const changes: FactChange[] = applied.map(({ field, after }) => ({ field, value: after, sourceId: OWNER_SOURCE }));
  const moved = applied.find(({ field }) => field === "position");
  const point = FACT_VALUES.shape.position.parse(moved?.after);
  if (point == null) return changes;
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  const area = areas.find(({ shape }) => isInsidePolygons(shape, point));
  if (area === undefined || area.slug === neighborhood) return changes;
  return [...changes, { field: "neighborhood", value: area.slug, sourceId: OWNER_SOURCE }];
}

import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { GUARDED_FACTS, type GuardedFact, ownerEditChanges, ownerEdits } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { changedFieldLabel } from "#app/features/corrections/fact-words.ts";
import { closePlaceCase, openPlaceCase, withdrawPlaceCase } from "#app/features/moderation/cases.server.ts";
import { type CaseDecision, keepForUndo } from "#app/features/moderation/close-cases.server.ts";
import { tellPerson } from "#app/features/notifications/notifications.server.ts";
import { changeFacts, type FactChange } from "#app/features/places/change-place.server.ts";
import { FACT_VALUES } from "#app/features/places/place-facts.ts";
import { keptFacts } from "#app/features/places/restore-place.server.ts";
import type { Listing, ListingProblems, TypedListing } from "#app/features/submissions/typed-listing.ts";
import { isInside } from "#app/lib/geo.ts";

import type { GuardedChange, OwnerEditCase, WaitingEdit } from "./edit-listing.ts";
import { canonical, guardedWords, readChanges } from "./listing-changes.ts";
import { listingOf, lockedPlace, OWNER_SOURCE } from "./own-listing.server.ts";

type Acting = { placeId: number; userId: string; now: Date };

/**
 * Sends what an owner wants to be changed of what the place is and where it is, with a case for an editor. One waits at a
 * time: a new one takes the place of the old, and the same sent again is the same.
 *
 * @returns What is wrong with it; null when it waits.
 */
export async function sendOwnerEdit(
  db: Database,
  given: Acting & { typed: TypedListing; opened: TypedListing; note: string },
): Promise<{ problems: ListingProblems; isStale: boolean; now: Listing } | null> {
  const { placeId, userId, typed, opened, note, now } = given;
  return db.transaction(async (tx) => {
    // The lock has one place's forms come one after the other.
    const listing = listingOf(await lockedPlace(tx, placeId));
    const read = readChanges({ facts: GUARDED_FACTS, typed, opened, now: listing });
    if (read.problems !== null) return { problems: read.problems, isStale: read.isStale, now: listing };
    const changes = read.changes.flatMap(({ fact, before, after }) => {
      const field = GUARDED_FACTS.find((each) => each === fact);
      return field === undefined ? [] : [{ field, before, after }];
    });
    if (changes.length === 0) {
      const name = "Nothing is changed yet: change at least one of these, or leave them as they are.";
      return { problems: { name }, isStale: false, now: listing };
    }
    const open = await openEditOf(tx, placeId);
    if (open !== null && (await isSame(tx, open.id, changes))) return null;
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
        before: storable(before),
        after: storable(after),
      })),
    );
    return null;
  });
}

/** A bare null would be the database's own, which is no value at all. */
function storable(value: unknown): unknown {
  return value === null ? sql`'null'::jsonb` : value;
}

async function isSame(
  db: Database,
  editId: string,
  changes: { field: GuardedFact; after: unknown }[],
): Promise<boolean> {
  const known = await db.select().from(ownerEditChanges).where(eq(ownerEditChanges.editId, editId));
  return (
    known.length === changes.length &&
    changes.every(({ field, after }) =>
      known.some((other) => other.field === field && canonical(other.after) === canonical(after)),
    )
  );
}

/** Served by owner_edits_one_open. */
async function openEditOf(db: Database, placeId: number) {
  const [open] = await db
    .select()
    .from(ownerEdits)
    .where(and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true)));
  return open ?? null;
}

/** Takes back what waits; false when nothing does. */
export async function withdrawOwnerEdit(db: Database, placeId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const open = await openEditOf(tx, placeId);
    return open !== null && (await withdrawPlaceCase(tx, open.caseId));
  });
}

/** What waits of a place, for whoever runs it; null when nothing does. */
export async function waitingEdit(db: Database, placeId: number): Promise<WaitingEdit | null> {
  const [row] = await editRows(db, and(eq(ownerEdits.placeId, placeId), eq(ownerEdits.isOpen, true)));
  return row === undefined ? null : caseOf(row, await changesOf(db, [row.edit.id]));
}

/** What was last decided of what an owner asked for; null when nothing was. Served by owner_edits_by_place. */
export async function lastDecidedEdit(
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
  return { decision: row.decision, reason: row.reason ?? "", decidedLabel: instant.format(row.at) };
}

/** What open cases of owners' edits are about, by the case's id. Served by owner_edits_by_case. */
export async function ownerEditCases(db: Database, caseIds: string[]): Promise<Map<string, OwnerEditCase>> {
  if (caseIds.length === 0) return new Map();
  const rows = await editRows(db, inArray(ownerEdits.caseId, caseIds));
  const changes = await changesOf(
    db,
    rows.map(({ edit }) => edit.id),
  );
  return new Map(rows.map((row) => [row.edit.caseId, caseOf(row, changes)]));
}

type EditRow = Awaited<ReturnType<typeof editRows>>[number];
type ChangeRow = typeof ownerEditChanges.$inferSelect;

async function editRows(db: Database, where: ReturnType<typeof and>) {
  return db
    .select({ edit: ownerEdits, place: places, sender: { name: users.name } })
    .from(ownerEdits)
    .innerJoin(places, eq(places.id, ownerEdits.placeId))
    .leftJoin(users, eq(users.id, ownerEdits.userId))
    .where(where)
    .orderBy(asc(ownerEdits.sentAt));
}

async function changesOf(db: Database, editIds: string[]): Promise<ChangeRow[]> {
  if (editIds.length === 0) return [];
  return db.select().from(ownerEditChanges).where(inArray(ownerEditChanges.editId, editIds));
}

function caseOf({ edit, place, sender }: EditRow, changes: ChangeRow[]): OwnerEditCase {
  const listing = listingOf(place);
  const own = changes.filter(({ editId }) => editId === edit.id);
  return {
    id: edit.id,
    place: { slug: place.slug, name: place.name },
    seen: place.updatedAt.toISOString(),
    senderName: sender === null ? "Somebody who has left" : sender.name || "Anonymous",
    sinceLabel: instant.format(edit.sentAt),
    note: edit.note,
    changes: GUARDED_FACTS.flatMap((field) => own.filter((change) => change.field === field)).map((change) =>
      guardedChange(change, listing),
    ),
  };
}

function guardedChange({ field, before, after }: ChangeRow, listing: Listing): GuardedChange {
  return {
    field,
    label: changedFieldLabel(field),
    before: guardedWords(field, before),
    after: guardedWords(field, after),
    now: canonical(listing[field]) === canonical(before) ? null : guardedWords(field, listing[field]),
  };
}

export type OwnerEditDecision = CaseDecision & {
  editId: string;
  /** Which of the changes are right. */
  applied: GuardedFact[];
  /** When the place last changed, as the editor's page said it. */
  seen: string;
};

/**
 * Carries out an editor's decision: the changes that are right become the place's facts, and its neighborhood follows its
 * pin. Whoever asked is told.
 *
 * @returns "changed": the place is another by now. "closed": somebody else has decided, or it was withdrawn. "nothing":
 * an approved edit of which nothing is to be applied. In all these nothing was done.
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
    const place = await lockedPlace(tx, placeId);
    if (decision === "approved" && place.updatedAt.toISOString() !== decided.seen) return "changed";
    const asked = await changesOf(tx, [editId]);
    const applied = decision === "approved" ? asked.filter(({ field }) => decided.applied.includes(field)) : [];
    if (decision === "approved" && applied.length === 0) return "nothing";
    if ((await closePlaceCase(tx, { ...decided, caseId })) === null) return "closed";
    await settle(tx, { editId, applied: applied.map(({ field }) => field) });
    const changes = await factChanges(tx, applied, place.neighborhoodSlug);
    const fields = changes.map(({ field }) => field);
    await keepForUndo(tx, { caseId, was: await keptFacts(tx, { placeId, fields }) });
    await changeFacts(tx, { placeId, changes, changedBy: decidedBy, caseId, now });
    if (edit.userId !== null && edit.userId !== decidedBy) {
      const inPart = applied.length < asked.length ? ("in-part" as const) : decision;
      const outcome = decision === "rejected" ? decision : inPart;
      const about = { slug: place.slug, name: place.name };
      const told = { kind: "owner-edit-decided", place: about, outcome, reason: decided.reason } as const;
      await tellPerson(tx, { userId: edit.userId, told, caseId, now });
    }
    return "decided";
  });
}

async function settle(db: Database, { editId, applied }: { editId: string; applied: GuardedFact[] }): Promise<void> {
  await db.update(ownerEdits).set({ isOpen: false }).where(eq(ownerEdits.id, editId));
  await db.update(ownerEditChanges).set({ isApplied: false }).where(eq(ownerEditChanges.editId, editId));
  if (applied.length === 0) return;
  await db
    .update(ownerEditChanges)
    .set({ isApplied: true })
    .where(and(eq(ownerEditChanges.editId, editId), inArray(ownerEditChanges.field, applied)));
}

async function factChanges(db: Database, applied: ChangeRow[], neighborhood: string): Promise<FactChange[]> {
  const changes: FactChange[] = applied.map(({ field, after }) => ({ field, value: after, sourceId: OWNER_SOURCE }));
  const moved = applied.find(({ field }) => field === "position");
  const point = FACT_VALUES.shape.position.parse(moved?.after);
  if (point == null) return changes;
  const areas = await db.select({ slug: neighborhoods.slug, shape: neighborhoods.shape }).from(neighborhoods);
  const around = areas.find(({ shape }) => isInside(shape, point));
  if (around === undefined || around.slug === neighborhood) return changes;
  return [...changes, { field: "neighborhood", value: around.slug, sourceId: OWNER_SOURCE }];
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";

import { CLOSURES } from "#app/db/columns/place-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, placeChanges, placeFacts, places } from "#app/db/schema/places.ts";

import { applyFacts, lockPlaces, toFactSnapshots } from "./apply-facts.server.ts";
import { changeFacts } from "./change-place.server.ts";
import { FACT_VALUES, sortKeys } from "./place-facts.ts";
import {
  invalidatePlacePages,
  lockPlace,
  type PlaceChangeInput,
  recordPlaceChange,
} from "./record-place-change.server.ts";

const FactSnapshot = z.object({
  field: FACT_VALUES.keyof(),
  value: z.unknown(),
  sourceId: z.string(),
  sourceRecord: z.string().nullable(),
  checkedOn: z.string().nullable(),
  origin: z.enum(["seed", "import", "person"]),
  recordedAt: z.coerce.date(),
});
/** Facts before a change, with their sources, so that they can be fully restored. */
const FactsSnapshot = z.object({ fields: z.array(FACT_VALUES.keyof()), facts: z.array(FactSnapshot) });

const ClosureSnapshot = z.object({
  status: z.enum(["published", "closed", "removed"]),
  closure: z.enum(CLOSURES).nullable(),
  closedOn: z.string().nullable(),
  successorId: z.number().nullable(),
  isClosedByOwner: z.boolean(),
  reopensOn: z.string().nullable(),
});

/** Snapshot of fields that are about to change, for `restoreFacts`. */
export async function snapshotFacts(db: Database, { placeId, fields }: { placeId: number; fields: FactField[] }) {
  const facts =
    fields.length === 0
      ? []
      : await db
          .select()
          .from(placeFacts)
          .where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, fields)));
  return { fields, facts: toFactSnapshots(facts) };
}

/** Snapshot of a place's closure, for `restoreClosure`. */
export function snapshotClosure(place: typeof places.$inferSelect): z.infer<typeof ClosureSnapshot> {
  return ClosureSnapshot.parse(place);
}

/**
 * Restores facts to a snapshot taken before `changedAt`. Facts that didn't exist then are deleted. Call it in a
 * transaction.
 *
 * @param given.undoState Result of `snapshotFacts`.
 * @returns False, without changes, when any of the facts changed after `changedAt`.
 */
export async function restoreFacts(
  db: Database,
  given: PlaceChangeInput & { undoState: unknown; changedAt: Date },
): Promise<boolean> {
  const { placeId, changedAt, now } = given;
  const { fields, facts: put } = FactsSnapshot.parse(given.undoState);
  if (fields.length === 0) return true;
  const [place] = await lockPlaces(db, eq(places.id, placeId));
  if (place === undefined) return false;
  const changed = place.facts.filter(({ field }) => fields.includes(field));
  const isAsWritten = changed.every(({ recordedAt }) => recordedAt.getTime() === changedAt.getTime());
  if (changed.length < fields.length || !isAsWritten) return false;
  const drop = fields.filter((field) => !put.some((fact) => fact.field === field));
  await applyFacts(db, { changes: [{ place, put, drop }], author: given, now });
  return true;
}

type PlaceChange = typeof placeChanges.$inferSelect;

/**
 * Undoes one change of a fact, restoring the previous value and its source. Call it in a transaction.
 *
 * @param given.ownSource Source to use when the change didn't record the previous one.
 * @returns "changed": the fact changed again since. "withdrawn": the previous value's source no longer lists the place.
 */
export async function undoFactChange(
  db: Database,
  given: PlaceChangeInput & { change: PlaceChange & { field: FactField }; ownSource: string },
): Promise<"undone" | "changed" | "withdrawn"> {
  const { placeId, change, ownSource: sourceId, now } = given;
  const { field, before, after } = change;
  const [place] = await lockPlaces(db, eq(places.id, placeId));
  if (place === undefined) return "changed";
  const value = place.facts.find((fact) => fact.field === field)?.value ?? null;
  if (JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(after))) return "changed";
  if (change.previousFact === null) {
    const changes = [{ field, value: field === "attributeCorrections" ? (before ?? {}) : before, sourceId }];
    await changeFacts(db, { ...given, changes });
    return "undone";
  }
  const put = z.array(FactSnapshot).parse(change.previousFact);
  for (const fact of put) if (await isWithdrawn(db, { placeId, fact })) return "withdrawn";
  const drop = put.length === 0 ? [field] : [];
  await applyFacts(db, { changes: [{ place, put, drop }], author: given, now });
  return "undone";
}

/** Whether a fact was imported and its source has no record of the place anymore, because the import was withdrawn. */
async function isWithdrawn(
  db: Database,
  { placeId, fact: { origin, sourceId } }: { placeId: number; fact: z.infer<typeof FactSnapshot> },
): Promise<boolean> {
  if (origin !== "import") return false;
  const sameRecord = and(eq(sourceRecords.placeId, placeId), eq(sourceRecords.sourceId, sourceId));
  return (await db.$count(sourceRecords, sameRecord)) === 0;
}

/**
 * Restores a place's closure to a snapshot taken before `changedAt`. Call it in a transaction.
 *
 * @param given.undoState Result of `snapshotClosure`.
 * @returns False, without changes, when the closure changed since or the place was deleted.
 */
export async function restoreClosure(
  db: Database,
  given: PlaceChangeInput & { undoState: unknown; changedAt: Date },
): Promise<boolean> {
  const { placeId, changedBy, caseId, changedAt, now } = given;
  const snapshot = ClosureSnapshot.parse(given.undoState);
  const place = await lockPlace(db, placeId);
  if (place === null || place.deletedAt !== null) return false;
  // Served by place_changes_by_place.
  const [last] = await db
    .select({ changedAt: placeChanges.changedAt })
    .from(placeChanges)
    .where(and(eq(placeChanges.placeId, placeId), eq(placeChanges.field, "closure")))
    .orderBy(desc(placeChanges.changedAt), desc(placeChanges.id))
    .limit(1);
  if (last === undefined || last.changedAt.getTime() !== changedAt.getTime()) return false;
  await db
    .update(places)
    .set({ ...snapshot, updatedAt: now })
    .where(eq(places.id, placeId));
  const before = { status: place.status, closure: place.closure, successorId: place.successorId };
  const after = { status: snapshot.status, closure: snapshot.closure, successorId: snapshot.successorId };
  await db.insert(placeChanges).values({ placeId, field: "closure", before, after, changedAt: now, changedBy, caseId });
  const action = snapshot.closure === null && snapshot.status === "published" ? "place.reopen" : "place.close";
  await recordPlaceChange(db, { ...given, action, before, after });
  await invalidatePlacePages(db, [place]);
  return true;
}

import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, metroStations, placeChanges, placeFacts, places } from "#app/db/schema/places.ts";

import {
  changeFacts,
  type PlaceChangeInput,
  valuesByField,
  toFactSnapshots,
  lockPlace,
  invalidatePlacePages,
  recordPlaceChange,
  toJsonbValue,
} from "./change-place.server.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, FACT_VALUES, sortKeys } from "./place-facts.ts";

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
  closure: z.enum(["reported", "temporary", "permanent", "moved"]).nullable(),
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
  const { placeId, changedAt } = given;
  const { fields, facts } = FactsSnapshot.parse(given.undoState);
  if (fields.length === 0) return true;
  const place = await lockPlace(db, placeId);
  if (place === null) return false;
  const known = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const changed = known.filter(({ field }) => fields.includes(field));
  const isAsWritten = changed.every(({ recordedAt }) => recordedAt.getTime() === changedAt.getTime());
  if (changed.length < fields.length || !isAsWritten) return false;
  await replaceFacts(db, { ...given, place, known, fields, facts });
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
  const { placeId, change, ownSource: sourceId } = given;
  const { field, before, after } = change;
  const place = await lockPlace(db, placeId);
  if (place === null) return "changed";
  const known = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const value = known.find((fact) => fact.field === field)?.value ?? null;
  if (JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(after))) return "changed";
  if (change.previousFact === null) {
    const changes = [{ field, value: field === "attributeCorrections" ? (before ?? {}) : before, sourceId }];
    await changeFacts(db, { ...given, changes });
    return "undone";
  }
  const facts = z.array(FactSnapshot).parse(change.previousFact);
  for (const fact of facts) if (await isWithdrawn(db, { placeId, fact })) return "withdrawn";
  await replaceFacts(db, { ...given, place, known, fields: [field], facts });
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

/** Replaces some fields of a place with the given facts. Fields without a fact are deleted. */
async function replaceFacts(
  db: Database,
  given: PlaceChangeInput & {
    place: typeof places.$inferSelect;
    known: (typeof placeFacts.$inferSelect)[];
    fields: FactField[];
    facts: z.infer<typeof FactSnapshot>[];
  },
): Promise<void> {
  const { placeId, changedBy, caseId, now, place, known, fields, facts } = given;
  await db.delete(placeFacts).where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, fields)));
  for (const fact of facts) await db.insert(placeFacts).values({ ...fact, value: toJsonbValue(fact.value), placeId });
  const replaced = known.filter(({ field }) => fields.includes(field));
  for (const field of fields) {
    const previous = replaced.filter((fact) => fact.field === field);
    const after = facts.find((fact) => fact.field === field)?.value ?? null;
    const values = {
      before: toJsonbValue(previous[0]?.value ?? null),
      after: toJsonbValue(after),
      previousFact: toFactSnapshots(previous),
    };
    await db.insert(placeChanges).values({ placeId, field, ...values, changedAt: now, changedBy, caseId });
  }
  const columns = columnsFromFacts([...known.filter(({ field }) => !fields.includes(field)), ...facts]);
  const stations = await db.select().from(metroStations);
  await recordPlaceChange(db, {
    ...given,
    action: "place.edit",
    before: valuesByField(replaced),
    after: valuesByField(facts),
  });
  await db
    .update(places)
    .set({ ...columns, ...nearestStation(columns, stations), updatedAt: now })
    .where(eq(places.id, placeId));
  await invalidatePlacePages(db, [place, columns]);
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

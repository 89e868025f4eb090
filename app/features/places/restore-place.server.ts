import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, metroStations, placeChanges, placeFacts, places } from "#app/db/schema/places.ts";

import {
  changeFacts,
  type ChangeOf,
  fieldValues,
  keptOf,
  lockPlace,
  notifyPlacePages,
  recordPlaceChange,
  storable,
} from "./change-place.server.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, FACT_VALUES, sortKeys } from "./place-facts.ts";

const KeptFact = z.object({
  field: FACT_VALUES.keyof(),
  value: z.unknown(),
  sourceId: z.string(),
  sourceRecord: z.string().nullable(),
  checkedOn: z.string().nullable(),
  origin: z.enum(["seed", "import", "person"]),
  recordedAt: z.coerce.date(),
});
/** Facts as they stood before a change: with their source, so that they can be put back whole. */
const KeptFacts = z.object({ fields: z.array(FACT_VALUES.keyof()), facts: z.array(KeptFact) });

const KeptClosure = z.object({
  status: z.enum(["published", "closed", "removed"]),
  closure: z.enum(["reported", "temporary", "permanent", "moved"]).nullable(),
  closedOn: z.string().nullable(),
  successorId: z.number().nullable(),
  isClosedByOwner: z.boolean(),
  reopensOn: z.string().nullable(),
});

/** What `restoreFacts` puts back, of fields that are about to be changed. */
export async function keptFacts(db: Database, { placeId, fields }: { placeId: number; fields: FactField[] }) {
  const facts =
    fields.length === 0
      ? []
      : await db
          .select()
          .from(placeFacts)
          .where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, fields)));
  return { fields, facts: keptOf(facts) };
}

/** What `restoreClosure` puts back. */
export function keptClosure(place: typeof places.$inferSelect): z.infer<typeof KeptClosure> {
  return KeptClosure.parse(place);
}

/**
 * Puts facts back as they were before `changedAt`: those that weren't known go. Call it in a transaction.
 *
 * @param given.kept What `keptFacts` gave.
 * @returns False when one of them was changed since; then nothing was done.
 */
export async function restoreFacts(
  db: Database,
  given: ChangeOf & { kept: unknown; changedAt: Date },
): Promise<boolean> {
  const { placeId, changedAt } = given;
  const { fields, facts } = KeptFacts.parse(given.kept);
  if (fields.length === 0) return true;
  const place = await lockPlace(db, placeId);
  if (place === null) return false;
  const known = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const changed = known.filter(({ field }) => fields.includes(field));
  const isAsWritten = changed.every(({ recordedAt }) => recordedAt.getTime() === changedAt.getTime());
  if (changed.length < fields.length || !isAsWritten) return false;
  await putFactsBack(db, { ...given, place, known, fields, facts });
  return true;
}

type Change = typeof placeChanges.$inferSelect;

/**
 * Takes one change of a fact back: it is as it was, from the source it was from. Call it in a transaction.
 *
 * @param given.ownSource Whose word it is where the source was not kept.
 * @returns "changed": it was changed again since. "withdrawn": what it said came from a source that is no longer used.
 */
export async function undoFactChange(
  db: Database,
  given: ChangeOf & { change: Change & { field: FactField }; ownSource: string },
): Promise<"undone" | "changed" | "withdrawn"> {
  const { placeId, change, ownSource: sourceId } = given;
  const { field, before, after } = change;
  const place = await lockPlace(db, placeId);
  if (place === null) return "changed";
  const known = await db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId));
  const value = known.find((fact) => fact.field === field)?.value ?? null;
  if (JSON.stringify(sortKeys(value)) !== JSON.stringify(sortKeys(after))) return "changed";
  if (change.kept === null) {
    const changes = [{ field, value: field === "attributeCorrections" ? (before ?? {}) : before, sourceId }];
    await changeFacts(db, { ...given, changes });
    return "undone";
  }
  const facts = z.array(KeptFact).parse(change.kept);
  for (const fact of facts) if (await isWithdrawn(db, { placeId, fact })) return "withdrawn";
  await putFactsBack(db, { ...given, place, known, fields: [field], facts });
  return "undone";
}

/**
 * Whether a fact came by imports and its source says nothing of the place any more: it was taken back as a whole, though it
 * may be used again by now, or of this place.
 */
async function isWithdrawn(
  db: Database,
  { placeId, fact: { origin, sourceId } }: { placeId: number; fact: z.infer<typeof KeptFact> },
): Promise<boolean> {
  if (origin !== "import") return false;
  const says = and(eq(sourceRecords.placeId, placeId), eq(sourceRecords.sourceId, sourceId));
  return (await db.$count(sourceRecords, says)) === 0;
}

/** Makes some facts of a place what they were; those that are not among `facts` go. */
async function putFactsBack(
  db: Database,
  given: ChangeOf & {
    place: typeof places.$inferSelect;
    known: (typeof placeFacts.$inferSelect)[];
    fields: FactField[];
    facts: z.infer<typeof KeptFact>[];
  },
): Promise<void> {
  const { placeId, changedBy, caseId, now, place, known, fields, facts } = given;
  await db.delete(placeFacts).where(and(eq(placeFacts.placeId, placeId), inArray(placeFacts.field, fields)));
  for (const fact of facts) await db.insert(placeFacts).values({ ...fact, value: storable(fact.value), placeId });
  const replaced = known.filter(({ field }) => fields.includes(field));
  for (const field of fields) {
    const was = replaced.filter((fact) => fact.field === field);
    const after = facts.find((fact) => fact.field === field)?.value ?? null;
    const values = { before: storable(was[0]?.value ?? null), after: storable(after), kept: keptOf(was) };
    await db.insert(placeChanges).values({ placeId, field, ...values, changedAt: now, changedBy, caseId });
  }
  const columns = columnsFromFacts([...known.filter(({ field }) => !fields.includes(field)), ...facts]);
  const stations = await db.select().from(metroStations);
  await recordPlaceChange(db, {
    ...given,
    action: "place.edit",
    before: fieldValues(replaced),
    after: fieldValues(facts),
  });
  await db
    .update(places)
    .set({ ...columns, ...nearestStation(columns, stations), updatedAt: now })
    .where(eq(places.id, placeId));
  await notifyPlacePages(db, [place, columns]);
}

/**
 * Marks a place as it was marked before `changedAt`. Call it in a transaction.
 *
 * @param given.kept What `keptClosure` gave.
 * @returns False when it was marked otherwise since, or deleted; then nothing was done.
 */
export async function restoreClosure(
  db: Database,
  given: ChangeOf & { kept: unknown; changedAt: Date },
): Promise<boolean> {
  const { placeId, changedBy, caseId, changedAt, now } = given;
  const kept = KeptClosure.parse(given.kept);
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
    .set({ ...kept, updatedAt: now })
    .where(eq(places.id, placeId));
  const before = { status: place.status, closure: place.closure, successorId: place.successorId };
  const after = { status: kept.status, closure: kept.closure, successorId: kept.successorId };
  await db.insert(placeChanges).values({ placeId, field: "closure", before, after, changedAt: now, changedBy, caseId });
  const action = kept.closure === null && kept.status === "published" ? "place.reopen" : "place.close";
  await recordPlaceChange(db, { ...given, action, before, after });
  await notifyPlacePages(db, [place]);
  return true;
}

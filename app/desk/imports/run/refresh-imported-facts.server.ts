import { and, asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, places } from "#app/db/schema/places.ts";
import { applyFacts, type FactsChange, lockPlaces } from "#app/guide/places/facts/apply-facts.server.ts";
import { diffFacts, type Fact } from "#app/guide/places/facts/place-facts.ts";
import type { PlaceTags } from "#app/guide/places/facts/record-place-change.server.ts";

import { REQUIRED_FIELDS, replacedRegisterFacts, resolveImportedFacts } from "./resolve-imported-facts.ts";
import { seededFactOf, seededRecordId } from "./seeded-facts.ts";
import { factsDigest } from "./staged-entry.server.ts";

export type RefreshedFacts = {
  /** Fields that had no fact before. */
  filled: FactField[];
  /** The cache tags of the pages that show these places. */
  tags: PlaceTags[];
  /** Places that lack a required fact now and can't be shown; they were left unchanged. */
  incompleteIds: number[];
};

/**
 * Brings the imported facts of places in line with their source records. Other facts stay. Call it in a transaction.
 *
 * @param given.adopts Whether required facts become Rowhouse's own, without a date: members' content depends on the places.
 */
export async function refreshImportedFacts(
  db: Database,
  { ids, adopts = false, now }: { ids: number[]; adopts?: boolean; now: Date },
): Promise<RefreshedFacts> {
  const settled: RefreshedFacts = { filled: [], tags: [], incompleteIds: [] };
  if (ids.length === 0) return settled;
  const locked = await lockPlaces(db, inArray(places.id, [...new Set(ids)]));
  const records = await db
    .select()
    .from(sourceRecords)
    .where(inArray(sourceRecords.placeId, [0, ...locked.map(({ row }) => row.id)]))
    .orderBy(asc(sourceRecords.linkedAt), asc(sourceRecords.sourceId), asc(sourceRecords.recordId));
  const byPlace = Map.groupBy(records, ({ placeId }) => placeId);
  const changes: FactsChange[] = [];
  for (const place of locked) {
    const adopted = adopts ? place.facts.filter(isRequiredImport).map(toOwnFact) : [];
    const known = [...place.facts.filter((fact) => !adopts || !isRequiredImport(fact)), ...adopted];
    const { id } = place.row;
    const own = (byPlace.get(id) ?? []).map((record) => ({ ...record, seeded: seededFactOf(id, record) }));
    const wanted = resolveImportedFacts(known, own);
    const { put, drop } = diffFacts(known, { wanted, origin: "import" });
    const replaced = replacedRegisterFacts(place.facts, wanted);
    drop.push(...replaced.map(({ field }) => field).filter((field) => !put.some((fact) => fact.field === field)));
    if (adopted.length + put.length + drop.length === 0) continue;
    const remaining = new Set(
      [...known.filter(({ field }) => !drop.includes(field)), ...put].map(({ field }) => field),
    );
    if (REQUIRED_FIELDS.some((field) => !remaining.has(field))) {
      settled.incompleteIds.push(place.row.id);
      continue;
    }
    const had = new Set(known.map(({ field }) => field));
    settled.filled.push(...put.map(({ field }) => field).filter((field) => !had.has(field)));
    await storeSeededFacts(db, { placeId: id, replaced, restored: put.filter(({ origin }) => origin === "seed"), now });
    changes.push({ place, put: [...adopted, ...put], drop });
  }
  const applied = await applyFacts(db, { changes, author: null, now });
  settled.tags = applied.flatMap(({ tags }) => tags);
  return settled;
}

/** Register's facts that an import replaces stay among the records of their source, so that they come back without it. */
async function storeSeededFacts(
  db: Database,
  { placeId, replaced, restored, now }: { placeId: number; replaced: Fact[]; restored: Fact[]; now: Date },
): Promise<void> {
  if (replaced.length > 0) {
    const rows = replaced.map((fact) => {
      const { sourceId, checkedOn } = fact;
      const facts = { [fact.field]: fact.value };
      const digest = factsDigest({ facts: { name: "", ...facts }, checkedOn });
      return { sourceId, recordId: seededRecordId(placeId, fact), placeId, facts, digest, checkedOn, linkedAt: now };
    });
    await db
      .insert(sourceRecords)
      .values(rows)
      .onConflictDoUpdate({
        target: [sourceRecords.sourceId, sourceRecords.recordId],
        set: excludedColumns(sourceRecords, ["facts", "checkedOn"]),
      });
  }
  for (const fact of restored) {
    const isStored = eq(sourceRecords.recordId, seededRecordId(placeId, fact));
    await db.delete(sourceRecords).where(and(eq(sourceRecords.sourceId, fact.sourceId), isStored));
  }
}

function isRequiredImport({ field, origin }: Fact): boolean {
  return origin === "import" && REQUIRED_FIELDS.some((required) => required === field);
}

function toOwnFact({ field, value }: Fact): Fact {
  return { field, value, sourceId: "rowhouse", sourceRecord: null, checkedOn: null, origin: "person" };
}

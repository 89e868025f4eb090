import { asc, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import type { FactField } from "#app/db/schema/places.ts";
import {
  type FactsChange,
  lockPlaces,
  type PlaceTags,
  writeFacts,
} from "#app/guide/places/facts/imported-places.server.ts";
import { type Fact, isSameFact } from "#app/guide/places/facts/place-facts.ts";

import { REQUIRED_FIELDS, resolveImportedFacts } from "./resolve-imported-facts.ts";

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
 */
export async function refreshImportedFacts(
  db: Database,
  { ids, now }: { ids: number[]; now: Date },
): Promise<RefreshedFacts> {
  const settled: RefreshedFacts = { filled: [], tags: [], incompleteIds: [] };
  if (ids.length === 0) return settled;
  const locked = await lockPlaces(db, [...new Set(ids)]);
  const records = await db
    .select()
    .from(sourceRecords)
    .where(inArray(sourceRecords.placeId, [...locked.keys(), 0]))
    .orderBy(asc(sourceRecords.linkedAt), asc(sourceRecords.recordId));
  const byPlace = Map.groupBy(records, ({ placeId }) => placeId);
  const changes: FactsChange[] = [];
  for (const [placeId, { facts: known }] of locked) {
    const resolved = resolveImportedFacts(known, byPlace.get(placeId) ?? []);
    const change = { placeId, ...diffFacts(known, resolved) };
    if (change.put.length + change.drop.length === 0) continue;
    const remaining = new Set(
      [...known.filter(({ field }) => !change.drop.includes(field)), ...change.put].map(({ field }) => field),
    );
    if (REQUIRED_FIELDS.some((field) => !remaining.has(field))) {
      settled.incompleteIds.push(placeId);
      continue;
    }
    const had = new Set(known.map(({ field }) => field));
    settled.filled.push(...change.put.map(({ field }) => field).filter((field) => !had.has(field)));
    changes.push(change);
  }
  settled.tags = await writeFacts(db, { changes, locked, now });
  return settled;
}

function diffFacts(known: Fact[], resolved: Fact[]): Pick<FactsChange, "put" | "drop"> {
  const byField = new Map(known.map((fact) => [fact.field, fact]));
  const put = resolved.filter((fact) => {
    const before = byField.get(fact.field);
    return before === undefined || !isSameFact(before, fact);
  });
  const fields = new Set(resolved.map(({ field }) => field));
  const drop = known.filter(({ origin, field }) => origin === "import" && !fields.has(field)).map(({ field }) => field);
  return { put, drop };
}

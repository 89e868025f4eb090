import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";

import type { ImportedField } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { openSourceQuestion } from "#app/business/corrections/suggest/source-question.server.ts";
import { isPresumedOpen } from "#app/guide/places/facts/closure.ts";
import { readSourceHours } from "#app/guide/places/hours/source-hours.ts";
import { type Fact, sortKeys } from "#app/guide/places/facts/place-facts.ts";

import { MISSING_FILES_MAX } from "./resolve-imported-facts.ts";
import { rankRecords } from "./source-trust.ts";

/** Facts of people that a source may contradict. Of the others sources say too little, or each spells them in its way. */
const COMPARED_FIELDS = ["phone", "website", "hours", "address"] as const satisfies ImportedField[];

type ComparedField = (typeof COMPARED_FIELDS)[number];

type SourceRow = typeof sourceRecords.$inferSelect;

/**
 * Asks the editors about facts of people that the most trusted newer record contradicts. The fact stays until they decide.
 * Call it in a transaction.
 */
export async function askAboutContradictions(db: Database, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  const facts = await db
    .select()
    .from(placeFacts)
    .where(
      and(
        inArray(placeFacts.placeId, [0, ...ids]),
        eq(placeFacts.origin, "person"),
        inArray(placeFacts.field, [...COMPARED_FIELDS]),
        isNotNull(placeFacts.checkedOn),
      ),
    )
    .orderBy(placeFacts.placeId, placeFacts.field);
  if (facts.length === 0) return;
  const records = await db
    .select()
    .from(sourceRecords)
    .where(inArray(sourceRecords.placeId, [...new Set(facts.map(({ placeId }) => placeId))]))
    .orderBy(asc(sourceRecords.linkedAt), asc(sourceRecords.sourceId), asc(sourceRecords.recordId));
  const byPlace = Map.groupBy(
    records.filter(({ missingFiles }) => missingFiles < MISSING_FILES_MAX),
    ({ placeId }) => placeId,
  );
  for (const [placeId, own] of Map.groupBy(facts, (fact) => fact.placeId)) {
    const contradicted = own.flatMap((fact) => contradiction(fact, byPlace.get(placeId) ?? []));
    for (const [record, changes] of Map.groupBy(contradicted, (each) => each.record)) {
      const { sourceId, checkedOn } = record;
      await openSourceQuestion(db, { placeId, sourceId, checkedOn, content: { kind: "edit", changes }, now });
    }
  }
}

/** The change that the first record with this field proposes, if it is newer than the person's word. */
function contradiction(fact: Fact, records: SourceRow[]) {
  const field = COMPARED_FIELDS.find((compared) => compared === fact.field);
  if (field === undefined || fact.checkedOn === null) return [];
  const record = rankRecords(records).find(({ facts }) => facts[field] !== undefined);
  if (record === undefined || record.checkedOn === null || record.checkedOn <= fact.checkedOn) return [];
  const after = record.facts[field];
  if (comparableText(field, fact.value) === comparableText(field, after)) return [];
  return [{ record, field, before: fact.value, after }];
}

/** A website with and without "www." and a slash at its end is the same. */
function comparableText(field: ComparedField, value: unknown): string {
  if (field !== "website" || typeof value !== "string") return JSON.stringify(sortKeys(value));
  return value.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

/**
 * Asks the editors about hours that places show in the words of a source, where by their letter they say what hardly anybody means.
 * The words stay until they decide. Call it in a transaction.
 */
export async function askAboutDoubtfulHours(db: Database, { ids, now }: { ids: number[]; now: Date }): Promise<void> {
  const shown = await db
    .select()
    .from(placeFacts)
    .where(
      and(inArray(placeFacts.placeId, [0, ...ids]), eq(placeFacts.origin, "import"), eq(placeFacts.field, "hoursText")),
    )
    .orderBy(placeFacts.placeId);
  for (const { placeId, sourceId, checkedOn, value } of shown) {
    if (typeof value !== "string") continue;
    const read = readSourceHours(value);
    if (read.state !== "doubtful" || read.likely === null) continue;
    const changes = [{ field: "hours" as const, before: null, after: read.likely }];
    await openSourceQuestion(db, {
      placeId,
      sourceId,
      checkedOn,
      content: { kind: "edit", changes },
      note: `Its hours in the source, “${value}”, look like a slip. Are these meant? Approve to use them, reject to keep the source’s words.`,
      now,
    });
  }
}

/** Asks the editors whether a place is closed, as a source says. Call it in a transaction. */
export async function askAboutClosing(
  db: Database,
  {
    placeId,
    sourceId,
    checkedOn,
    closure,
    now,
  }: { placeId: number; sourceId: string; checkedOn: string | null; closure: "permanent" | "temporary"; now: Date },
): Promise<void> {
  const [place] = await db
    .select({ status: places.status, closure: places.closure })
    .from(places)
    .where(eq(places.id, placeId));
  if (place === undefined || place.closure === "temporary" || !isPresumedOpen(place)) return;
  await openSourceQuestion(db, { placeId, sourceId, checkedOn, content: { kind: "closed", closure }, now });
}

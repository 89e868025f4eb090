import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { z } from "zod";

import { IMPORTED_FIELDS, type ImportEffect, type ImportReport } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, placeFacts, places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { diffFacts, sortKeys } from "#app/guide/places/facts/place-facts.ts";
import { distanceMeters } from "#app/lib/geo.ts";

import { emptyReport } from "../screens/import-report.ts";
import { describeBrake } from "./brake.ts";
import type { ImportRow } from "./check-context.server.ts";
import { resolveImportedFacts, type SourceRecord } from "./resolve-imported-facts.ts";
import { seededFactOf } from "./seeded-facts.ts";

/** Entries whose places are read at once. */
const ENTRIES_PER_BATCH = 500;

/**
 * Holds a checked import of a source that runs by itself if it would change too much: it stays checked, with the reason as its
 * problem, until an editor runs or discards it.
 *
 * @returns The reason as sentences for an editor; null when the run may start, or the import isn't checked.
 */
export async function brakeReason(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<string | null> {
  const effect = await measureEffect(db, importId);
  const reason = describeBrake(effect);
  if (reason === null) return null;
  await db.transaction(async (tx) => {
    await tx
      .update(imports)
      .set({ problem: reason, progressedAt: now })
      .where(and(eq(imports.id, importId), eq(imports.stage, "checked")));
    const subject = { kind: "import", id: importId };
    await recordChange(tx, { actor, action: "import.hold", subject, before: null, after: { reason }, now });
  });
  return reason;
}

/**
 * Measures what the run of a checked import would do to published places, and stores it in the report. Measured once.
 *
 * @returns Null when the import isn't checked.
 */
export async function measureEffect(db: Database, importId: string): Promise<ImportEffect | null> {
  const [found] = await db
    .select({ row: imports, published: db.$count(places, eq(places.status, "published")) })
    .from(imports)
    .where(eq(imports.id, importId));
  if (found === undefined || found.row.stage !== "checked") return null;
  const { row, published } = found;
  const report: ImportReport = { ...emptyReport(), ...row.report };
  if (report.effect !== null) return report.effect;
  const isWhole = row.isWhole && report.ending.kind === "whole";
  const known = await db.$count(sourceRecords, eq(sourceRecords.sourceId, row.sourceId));
  const linked = isWhole ? known : 0;
  const present = report.changed + report.confirmed + report.unchanged + report.closing + report.jumps;
  const hasLinks = report.changed + report.confirmed + report.matched > 0;
  const effect = {
    published,
    changing: report.closing + (hasLinks ? await countChangingPlaces(db, row) : 0),
    linked,
    missing: isWhole ? Math.max(0, linked - present) : 0,
    isFirst: known === 0,
  };
  await db
    .update(imports)
    .set({ report: sql`${imports.report} || ${JSON.stringify({ effect })}::jsonb` })
    .where(and(eq(imports.id, importId), eq(imports.stage, "checked")));
  return effect;
}

async function countChangingPlaces(db: Database, row: ImportRow): Promise<number> {
  const changing = new Set<number>();
  let after = 0;
  for (;;) {
    // Served by import_records_by_state.
    const entries = await db
      .select()
      .from(importRecords)
      .where(
        and(
          eq(importRecords.importId, row.id),
          eq(importRecords.state, "staged"),
          inArray(importRecords.outcome, ["linked", "duplicate"]),
          gt(importRecords.id, after),
        ),
      )
      .orderBy(asc(importRecords.id))
      .limit(ENTRIES_PER_BATCH);
    for (const id of await findChangingPlaces(db, { row, entries })) changing.add(id);
    after = entries.at(-1)?.id ?? after;
    if (entries.length < ENTRIES_PER_BATCH) return changing.size;
  }
}

/** The published places that would lose a fact or show another value once the entries are linked. */
async function findChangingPlaces(
  db: Database,
  { row, entries }: { row: ImportRow; entries: (typeof importRecords.$inferSelect)[] },
): Promise<number[]> {
  const added = entries.flatMap(({ candidateId, recordId, facts, checkedOn }) =>
    candidateId === null || recordId === null
      ? []
      : [{ sourceId: row.sourceId, recordId, placeId: candidateId, facts, checkedOn, linkedAt: row.createdAt }],
  );
  const ids = [0, ...new Set(added.map(({ placeId }) => placeId))];
  const published = await db
    .select({ id: places.id })
    .from(places)
    .where(and(inArray(places.id, ids), eq(places.status, "published")));
  const facts = await db.select().from(placeFacts).where(inArray(placeFacts.placeId, ids));
  const records = await db
    .select()
    .from(sourceRecords)
    .where(inArray(sourceRecords.placeId, ids))
    .orderBy(asc(sourceRecords.linkedAt), asc(sourceRecords.sourceId), asc(sourceRecords.recordId));
  const factsOf = Map.groupBy(facts, ({ placeId }) => placeId);
  const recordsOf = Map.groupBy(records, ({ placeId }) => placeId);
  const addedTo = Map.groupBy(added, ({ placeId }) => placeId);
  return published.flatMap(({ id }) => {
    const current = factsOf.get(id) ?? [];
    const merged = mergeRecords(recordsOf.get(id) ?? [], addedTo.get(id) ?? []);
    const own = merged.map((record) => ({ ...record, seeded: seededFactOf(id, record) }));
    const { put, drop } = diffFacts(current, { wanted: resolveImportedFacts(current, own), origin: "import" });
    const before = new Map(current.map(({ field, value }) => [field, value]));
    const isReplaced = put.some(
      ({ field, value }) => before.has(field) && !isSameValue(field, before.get(field), value),
    );
    return drop.length > 0 || isReplaced ? [id] : [];
  });
}

/** The records of a place as they will be: an entry of a known record replaces it, and keeps its category and place in order. */
function mergeRecords(known: SourceRecord[], added: SourceRecord[]): SourceRecord[] {
  const keyOf = ({ sourceId, recordId }: SourceRecord) => JSON.stringify([sourceId, recordId]);
  const newer = new Map(added.map((record) => [keyOf(record), record]));
  const replaced = known.map((record) => {
    const entry = newer.get(keyOf(record));
    if (entry === undefined) return record;
    newer.delete(keyOf(record));
    const assigned = { ...record.facts };
    for (const field of IMPORTED_FIELDS) delete assigned[field];
    return { ...record, checkedOn: entry.checkedOn, facts: { ...assigned, ...entry.facts } };
  });
  return [...replaced, ...newer.values()];
}

/** Whether a visitor sees the same. A pin is the same within a building: every source sets it elsewhere. */
function isSameValue(field: FactField, before: unknown, after: unknown): boolean {
  if (field === "position") {
    const [from, to] = [Position.safeParse(before).data, Position.safeParse(after).data];
    if (from !== undefined && to !== undefined) return distanceMeters(from, to) <= SAME_PIN_METERS;
  }
  return canonicalText(before) === canonicalText(after);
}

const Position = z.object({ lat: z.number(), lng: z.number() });

/** Half a block. */
const SAME_PIN_METERS = 60;

function canonicalText(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

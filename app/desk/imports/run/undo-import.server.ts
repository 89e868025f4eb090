import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { rowsAsJson } from "#app/db/rows-as-json.ts";
import { importRecords, imports, type ImportStage, sourceRecords } from "#app/db/schema/importing.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { IMPORT_LOCK } from "./apply-import.server.ts";
import type { ImportContext } from "./check-import.server.ts";
import { deleteImportRecords } from "./delete-import-records.server.ts";
import { undoMissing } from "./missing-records.server.ts";
import { RUN_IMPORTS_JOB } from "./run-imports.ts";
import { removeUnsupported } from "./withdraw-source.server.ts";

/** Entries put back per transaction. */
const ENTRIES_PER_BATCH = 200;

/** The stages in which entries of an import may have been applied, and none is being applied. */
const UNDOABLE_STAGES: readonly ImportStage[] = ["done", "cancelled", "failed"];

/**
 * Starts to undo everything that an import did: its run, and what editors decided about its entries. A job goes on.
 *
 * @returns "not-now": it isn't finished, or did nothing. `problem`: why it can't be undone, as a sentence for an editor.
 */
export async function startUndo(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<"started" | "not-now" | { problem: string }> {
  return db.transaction(async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    const isApplied = and(eq(importRecords.importId, importId), eq(importRecords.state, "applied"));
    const count = row === undefined ? 0 : await tx.$count(importRecords, isApplied);
    if (row === undefined || !UNDOABLE_STAGES.includes(row.stage) || count === 0) return "not-now";
    const problem = await undoProblem(tx, row);
    if (problem !== null) return { problem };
    await tx
      .update(imports)
      .set({ stage: "undoing", problem: null, worker: null, progressedAt: now })
      .where(eq(imports.id, importId));
    const subject = { kind: "import", id: importId };
    const before = { file: row.fileName, source: row.sourceId, entries: count };
    await recordChange(tx, { actor, action: "import.request-undo", subject, before, after: null, now });
    await triggerJob(tx, RUN_IMPORTS_JOB);
    return "started";
  });
}

/** Why the import can't be undone. Served by import_records_by_state and import_records_by_record. */
async function undoProblem(db: Database, row: typeof imports.$inferSelect): Promise<string | null> {
  const own = and(eq(importRecords.importId, row.id), eq(importRecords.state, "applied"));
  if ((await db.$count(importRecords, and(own, sql`${importRecords.previousRecord} is null`))) > 0)
    return "This import is from before imports could be undone. Withdraw its source instead.";
  const active = and(
    eq(imports.sourceId, row.sourceId),
    ne(imports.id, row.id),
    inArray(imports.stage, ["running", "undoing", "withdrawing"]),
  );
  if ((await db.$count(imports, active)) > 0) return "Another import of this source is running. Wait until it is done.";
  const found = await db.execute(sql`
    select i.file_name as "fileName" from import_records r
    join import_records l on l.record_id = r.record_id and l.id > r.id and l.state = 'applied' and l.import_id <> r.import_id
    join imports i on i.id = l.import_id and i.source_id = ${row.sourceId}
    where r.import_id = ${row.id} and r.state = 'applied' limit 1`);
  const [later] = LaterImports.parse(found).rows;
  return later === undefined
    ? null
    : `A later import of this source, ${later.fileName}, changed the same entries. Undo that one first.`;
}

const LaterImports = z.object({ rows: z.array(z.object({ fileName: z.string() })) });

/**
 * Puts back what an import did, the last entry first, resuming where it stopped. Places that it added are removed unless
 * people have built on them; their name and kind then stay as ours.
 */
export async function undoImport({
  db,
  importId,
  worker,
  actor,
  now,
  isTimeUp,
}: ImportContext & { actor: Actor }): Promise<"done" | "paused" | "stopped"> {
  for (;;) {
    const undone = await db.transaction(async (tx) => undoBatch(tx, { importId, worker, actor, now: now() }));
    if (undone === "done") {
      const isStill = inArray(imports.stage, ["undone"]);
      for (const state of ["staged", "waiting"] as const) await deleteImportRecords(db, { importId, isStill, state });
    }
    if (undone !== "more") return undone;
    if (isTimeUp?.() === true) return "paused";
  }
}

async function undoBatch(
  db: Database,
  { importId, worker, actor, now }: { importId: string; worker: string; actor: Actor; now: Date },
): Promise<"more" | "done" | "stopped"> {
  await lockAdvisory(db, IMPORT_LOCK);
  const [row] = await db.select().from(imports).where(eq(imports.id, importId)).for("update");
  if (row === undefined || row.stage !== "undoing" || row.worker !== worker) return "stopped";
  // Served by import_records_by_state.
  const entries = await db
    .select()
    .from(importRecords)
    .where(and(eq(importRecords.importId, importId), eq(importRecords.state, "applied")))
    .orderBy(desc(importRecords.id))
    .limit(ENTRIES_PER_BATCH);
  const isLast = entries.length < ENTRIES_PER_BATCH;
  const ids = await restoreRecords(db, { sourceId: row.sourceId, entries });
  const counts = await removeUnsupported(db, { ids, now });
  await db.delete(importRecords).where(inArray(importRecords.id, [0, ...entries.map(({ id }) => id)]));
  const undone = row.report.undone ?? { entries: 0, removed: 0, retained: 0 };
  const total = {
    entries: undone.entries + entries.length,
    removed: undone.removed + counts.removed,
    retained: undone.retained + counts.retained,
  };
  if (isLast) await undoMissing(db, { row, now });
  await db
    .update(imports)
    .set({
      report: { ...row.report, undone: total },
      progressedAt: now,
      ...(isLast ? { stage: "undone" as const } : {}),
    })
    .where(eq(imports.id, importId));
  if (!isLast) return "more";
  const subject = { kind: "import", id: importId };
  const before = { file: row.fileName, source: row.sourceId };
  await recordChange(db, { actor, action: "import.undo-run", subject, before, after: total, now });
  return "done";
}

const PreviousRecord = z.object({
  source_id: z.string(),
  record_id: z.string(),
  place_id: z.number(),
  facts: z.custom<(typeof sourceRecords.$inferSelect)["facts"]>((value) => typeof value === "object" && value !== null),
  digest: z.string(),
  checked_on: z.string().nullable(),
  linked_at: z.coerce.date(),
  seen_import_id: z.string().nullable(),
  missing_files: z.number(),
});

/**
 * Puts the source's records back as they were before the entries. A record stays with the place that a merge has moved it to.
 *
 * @returns The places whose facts may change.
 */
async function restoreRecords(
  db: Database,
  { sourceId, entries }: { sourceId: string; entries: (typeof importRecords.$inferSelect)[] },
): Promise<number[]> {
  const recordIds = entries.flatMap(({ recordId }) => recordId ?? []);
  const own = and(
    eq(sourceRecords.sourceId, sourceId),
    sql`${sourceRecords.recordId} = any(${sql.param(recordIds)}::text[])`,
  );
  const current = await db.select().from(sourceRecords).where(own);
  const placeOf = new Map(current.map(({ recordId, placeId }) => [recordId, placeId]));
  const previous = entries.flatMap(({ previousRecord }) => z.array(PreviousRecord).parse(previousRecord));
  const existing = await db
    .select({ id: places.id })
    .from(places)
    .where(inArray(places.id, [0, ...previous.map(({ place_id: placeId }) => placeId)]));
  const existingIds = new Set(existing.map(({ id }) => id));
  const restored = previous
    .map((record) => ({
      sourceId: record.source_id,
      recordId: record.record_id,
      placeId: placeOf.get(record.record_id) ?? record.place_id,
      facts: record.facts,
      digest: record.digest,
      checkedOn: record.checked_on,
      linkedAt: record.linked_at,
      seenImportId: record.seen_import_id,
      missingFiles: record.missing_files,
    }))
    .filter(({ recordId, placeId }) => placeOf.has(recordId) || existingIds.has(placeId));
  await db.delete(sourceRecords).where(own);
  if (restored.length > 0) await db.insert(sourceRecords).select(rowsAsJson(sourceRecords, restored));
  return [...placeOf.values(), ...restored.map(({ placeId }) => placeId)];
}

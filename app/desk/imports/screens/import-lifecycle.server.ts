import { and, asc, eq, inArray, like, lt, type SQL, sql } from "drizzle-orm";

import type { CategoryMapping, ColumnMapping, ImportFormat, KindScheme } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { importCategoryMappings, importRecords, imports } from "#app/db/schema/importing.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { addSource } from "#app/guide/places/facts/imported-places.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { applyImport, IS_PUBLISHABLE, auditImportRun } from "../run/apply-import.server.ts";
import { checkImport, type ImportContext } from "../run/check-import.server.ts";
import { type CheckSettings, restartCheck } from "../run/restart-check.server.ts";
import type { ImportRow } from "../run/check-context.server.ts";
import { guessMapping, mappingProblem } from "../mapping/column-mapping.ts";
import { deleteImportRecords } from "../run/delete-import-records.server.ts";
import { acquireImportLease } from "../run/import-lease.server.ts";
import { uploadDayFolder, ImportFileMissing, parseStoredLocation } from "../readers/import-file.server.ts";
import { isTableFormat, SCHEME_BY_FORMAT } from "../readers/import-format.ts";
import type { ImportSource } from "../mapping/import-source.ts";
import type { FileInspection } from "../readers/read-file.server.ts";
import { RUN_IMPORTS_JOB } from "../run/run-imports.ts";
import { measureEffect } from "../run/measure-effect.server.ts";
import { undoImport } from "../run/undo-import.server.ts";
import { withdrawSource } from "../run/withdraw-source.server.ts";

/** The file of an import that nobody touched for this long is deleted. */
const RETENTION_DAYS = 30;

/** Every upload this old is deleted, including aborted uploads and imports that were restarted again and again. */
const RETENTION_DAYS_MAX = 60;

/** Extra days that each cleanup covers, in case the process was down. */
const DAYS_OVERLAP = 7;

/**
 * Creates an import from an inspected file. The columns of a table are guessed.
 *
 * @param input.place An operator's path, or `formatStoredLocation` of an upload.
 * @returns The import's id, or a message about what is wrong with the file.
 */
export async function addImport(
  db: Database,
  input: {
    place: string;
    found: FileInspection;
    fileName: string;
    byteCount: number;
    source: ImportSource;
    mapping?: ColumnMapping;
    defaultCategory?: CategoryMapping | null;
    publishes: boolean;
    /** Whether the file has all records of its source. */
    isWhole?: boolean;
    actor: Actor;
    now: Date;
  },
): Promise<{ id: string; mapping: ColumnMapping; format: ImportFormat } | { problem: string }> {
  const { format, encoding, headers, isMixed } = input.found;
  const mapping = isTableFormat(format) ? { ...guessMapping(headers), ...input.mapping } : {};
  const missing = Object.values(mapping).find((header) => !headers.includes(header));
  if (missing !== undefined)
    return { problem: `There is no column "${missing}". The columns are ${headers.slice(0, 30).join(", ")}.` };
  const { source, byteCount, publishes, isWhole = false, actor, now } = input;
  return db.transaction(async (tx) => {
    await addSource(tx, source);
    const [row] = await tx
      .insert(imports)
      .values({
        fileName: input.fileName.slice(-200) || "file",
        filePath: input.place,
        byteCount,
        format,
        encoding,
        sourceId: source.id,
        mapping,
        defaultCategory: input.defaultCategory ?? null,
        publishes,
        isWhole,
        stage: "mapping",
        report: isMixed ? { letters: "mixed" } : {},
        createdAt: now,
        progressedAt: now,
      })
      .returning({ id: imports.id, fileName: imports.fileName });
    if (row === undefined) throw new Error("The import was not written");
    const after = { file: row.fileName, format, source: source.id, bytes: byteCount };
    const subject = { kind: "import", id: row.id };
    await recordChange(tx, { actor, action: "import.send", subject, before: null, after, now });
    // Formats other than plain CSV need no mapping, except a Google file with headers in another language.
    if (format !== "csv" && (format !== "google" || mappingProblem(mapping) === null))
      await scheduleCheck(tx, { importId: row.id, now });
    return { id: row.id, mapping, format };
  });
}

/** Starts a check from the beginning of the file. "not-now": a job is running, or the file is gone. */
export async function startCheck(
  db: Database,
  input: CheckSettings & { importId: string; actor: Actor; now: Date },
): Promise<"started" | "not-now" | { problem: string }> {
  const { importId, mapping, defaultCategory, actor, now } = input;
  const problem = mapping === undefined ? null : mappingProblem(mapping);
  if (problem !== null) return { problem };
  return db.transaction(async (tx) => {
    if (!(await scheduleCheck(tx, input))) return "not-now";
    const after = {
      ...(mapping === undefined ? {} : { mapping }),
      ...(defaultCategory === undefined ? {} : { defaultCategory }),
    };
    const subject = { kind: "import", id: importId };
    await recordChange(tx, { actor, action: "import.check", subject, before: null, after, now });
    return "started";
  });
}

async function scheduleCheck(db: Database, input: CheckSettings & { importId: string; now: Date }): Promise<boolean> {
  const isStarted = await restartCheck(db, input);
  if (isStarted) await triggerJob(db, RUN_IMPORTS_JOB);
  return isStarted;
}

/** Starts the run of a checked import. `publishes`: whether new places are listed at once. */
export async function startRun(
  db: Database,
  { importId, publishes, actor, now }: { importId: string; publishes: boolean; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ stage: "running", publishes, problem: null, worker: null, progressedAt: now })
      .where(and(eq(imports.id, importId), eq(imports.stage, "checked")))
      .returning({ fileName: imports.fileName });
    if (row === undefined) return false;
    const after = { file: row.fileName, publishes };
    const subject = { kind: "import", id: importId };
    await recordChange(tx, { actor, action: "import.start", subject, before: null, after, now });
    await triggerJob(tx, RUN_IMPORTS_JOB);
    return true;
  });
}

/**
 * Starts a run that lists all waiting new entries with complete facts, after comparing each with the listings once
 * more.
 *
 * @returns False when nothing is waiting, or a job is running.
 */
export async function startPublishing(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    const isWaiting = and(
      eq(importRecords.importId, importId),
      eq(importRecords.state, "waiting"),
      eq(importRecords.outcome, "new"),
      IS_PUBLISHABLE,
    );
    const count = row?.stage === "done" ? await tx.$count(importRecords, isWaiting) : 0;
    if (count === 0) return false;
    await tx
      .update(imports)
      .set({ stage: "running", publishes: true, lastApplied: 0, problem: null, worker: null, progressedAt: now })
      .where(eq(imports.id, importId));
    const subject = { kind: "import", id: importId };
    await recordChange(tx, { actor, action: "import.publish", subject, before: null, after: { waiting: count }, now });
    await triggerJob(tx, RUN_IMPORTS_JOB);
    return true;
  });
}

/** Stops an import between two batches. Everything written so far stays. */
export async function cancelImport(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<boolean> {
  const isStopped = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ stage: stageWithoutPublishing("cancelled"), finishedAt: now, progressedAt: now })
      .where(and(eq(imports.id, importId), inArray(imports.stage, ["mapping", "checking", "checked", "running"])))
      .returning({ report: imports.report });
    if (row === undefined) return false;
    const after = { applied: row.report.applied ?? 0 };
    await recordChange(tx, {
      actor,
      action: "import.cancel",
      subject: { kind: "import", id: importId },
      before: null,
      after,
      now,
    });
    return true;
  });
  // Staged records won't be applied any more.
  const isStill = inArray(imports.stage, ["cancelled", "done"]);
  if (isStopped) await deleteImportRecords(db, { importId, isStill, state: "staged" });
  return isStopped;
}

/** An import that finished once stays "done": entries that were about to be listed wait again. */
function stageWithoutPublishing(stage: "cancelled" | "failed"): SQL {
  return sql`case when ${imports.stage} = 'running' and ${imports.finishedAt} is not null then 'done' else ${stage} end`;
}

/** Saves which category a source's kind has, for this and future imports; null removes the mapping. */
export async function saveCategoryMappings(
  db: Database,
  {
    format,
    kinds,
    actor,
    now,
  }: { format: ImportFormat; kinds: { key: string; kind: CategoryMapping | null }[]; actor: Actor; now: Date },
): Promise<void> {
  const scheme = SCHEME_BY_FORMAT[format];
  await db.transaction(async (tx) => {
    for (const { key, kind } of kinds) {
      if (kind === null) {
        await deleteMapping(tx, { scheme, key, actor, now });
        continue;
      }
      const row = { scheme, key: key.toLowerCase(), categorySlug: kind.category, type: kind.type };
      const isSame = and(eq(importCategoryMappings.scheme, scheme), eq(importCategoryMappings.key, row.key));
      const [existing] = await tx.select().from(importCategoryMappings).where(isSame);
      await tx
        .insert(importCategoryMappings)
        .values(row)
        .onConflictDoUpdate({ target: [importCategoryMappings.scheme, importCategoryMappings.key], set: row });
      const subject = { kind: "import-kind", id: `${scheme}:${row.key}` };
      const before = existing === undefined ? null : mappingOf(existing);
      await recordChange(tx, { actor, action: "import.map-category", subject, before, after: { ...kind }, now });
    }
  });
}

async function deleteMapping(
  db: Database,
  { scheme, key, actor, now }: { scheme: KindScheme; key: string; actor: Actor; now: Date },
): Promise<void> {
  const [deleted] = await db
    .delete(importCategoryMappings)
    .where(and(eq(importCategoryMappings.scheme, scheme), eq(importCategoryMappings.key, key)))
    .returning();
  if (deleted === undefined) return;
  const subject = { kind: "import-kind", id: `${scheme}:${key}` };
  await recordChange(db, {
    actor,
    action: "import.map-category",
    subject,
    before: mappingOf(deleted),
    after: null,
    now,
  });
}

function mappingOf({ categorySlug: category, type }: typeof importCategoryMappings.$inferSelect): CategoryMapping {
  return { category, type };
}

type ImportJobContext = Omit<ImportContext, "worker"> & { actor: Actor; log: Logger };

/**
 * Processes one import until its stage ends or time is up, unless another process holds it. Errors are recorded on the
 * import.
 *
 * @param context.isForced Whether to take the import from another process.
 */
export async function processImport(context: ImportJobContext & { isForced?: boolean }): Promise<"paused" | "over"> {
  const { db, importId, log, isForced = false } = context;
  const lease = await acquireImportLease(db, { importId, isForced, log });
  if (lease === null) return "over";
  try {
    return await processStage({ ...context, worker: lease.worker });
  } finally {
    await lease.release();
  }
}

async function processStage(context: ImportContext & { actor: Actor; log: Logger }): Promise<"paused" | "over"> {
  const { db, storage, importId, worker, actor, log, now } = context;
  try {
    const [row] = await db
      .select({ stage: imports.stage, sourceId: imports.sourceId, finishedAt: imports.finishedAt })
      .from(imports)
      .where(eq(imports.id, importId));
    if (row?.stage === "withdrawing") await withdrawSource(db, { sourceId: row.sourceId, actor, now: now() });
    else if (row?.stage === "undoing") {
      if ((await undoImport(context)) === "paused") return "paused";
    } else if (row?.stage === "checking") {
      const outcome = await checkImport(context);
      if (outcome === "paused") return "paused";
      await analyzeTables(db, importId, ["import_records"]);
      if (outcome === "checked") await measureEffect(db, importId);
    } else if (row?.stage === "running") {
      const outcome = await applyImport(context);
      if (outcome === "paused") return "paused";
      if (outcome === "done") {
        if (row.finishedAt === null) await auditImportRun(db, { importId, actor, now: now() });
        await deleteUpload(db, { importId, storage });
        await analyzeTables(db, importId, [
          "import_records",
          "source_records",
          "place_facts",
          "places",
          "place_search",
        ]);
      }
    }
    return "over";
  } catch (error) {
    const isFileMissing = error instanceof ImportFileMissing;
    log[isFileMissing ? "warn" : "error"]({ err: error, importId }, "An import failed");
    const problem = isFileMissing
      ? "The file is gone. Upload it again: we’ll recognize entries that were already imported."
      : "Something went wrong on our side. Everything imported so far is saved. Start it again to continue.";
    await db
      .update(imports)
      .set({ stage: stageWithoutPublishing("failed"), problem, finishedAt: now() })
      .where(
        and(eq(imports.id, importId), eq(imports.worker, worker), inArray(imports.stage, ["checking", "running"])),
      );
    return "over";
  }
}

/** Smaller loads don't change the query plans. */
const ANALYZE_ROWS_MIN = 1_000;

/**
 * Analyzes the tables after a load: until then the planner takes them for nearly empty, and autovacuum would notice
 * only minutes later.
 */
async function analyzeTables(db: Database, importId: string, tables: string[]): Promise<void> {
  const [row] = await db.select({ count: imports.recordsRead }).from(imports).where(eq(imports.id, importId));
  if (row === undefined || row.count < ANALYZE_ROWS_MIN) return;
  for (const table of tables) await db.execute(sql`analyze ${sql.identifier(table)}`);
}

/** Deletes an uploaded file. An operator's file stays. */
async function deleteUpload(
  db: Database,
  { importId, storage }: { importId: string; storage: Storage },
): Promise<void> {
  const [row] = await db.select({ filePath: imports.filePath }).from(imports).where(eq(imports.id, importId));
  const stored = row?.filePath == null ? null : parseStoredLocation(row.filePath);
  if (stored === null) return;
  await db.update(imports).set({ filePath: null }).where(eq(imports.id, importId));
  await storage.removeFolder(stored.folder);
}

/** Imports with work to do, the oldest first. Served by imports_under_way. */
export async function listPendingImports(db: Database): Promise<Pick<ImportRow, "id" | "filePath" | "stage">[]> {
  return db
    .select({ id: imports.id, filePath: imports.filePath, stage: imports.stage })
    .from(imports)
    .where(inArray(imports.stage, ["checking", "running", "withdrawing", "undoing"]))
    .orderBy(asc(imports.createdAt))
    .limit(PENDING_MAX);
}

const PENDING_MAX = 20;

/** Deletes the files of abandoned imports. */
export async function deleteOldImportFiles(
  db: Database,
  { storage, now }: { storage: Storage; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(lt(imports.progressedAt, before), like(imports.filePath, "stored:%")));
  for (const { id } of rows) await deleteUpload(db, { importId: id, storage });
  for (let days = RETENTION_DAYS_MAX; days < RETENTION_DAYS_MAX + DAYS_OVERLAP; days += 1) {
    await storage.removeFolder(uploadDayFolder(new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)));
  }
}

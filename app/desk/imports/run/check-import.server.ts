import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { openImportFile } from "../readers/import-file.server.ts";
import { deleteImportRecords } from "./delete-import-records.server.ts";
import { emptyReport } from "../screens/import-report.ts";
import { ENTRIES_MAX } from "../screens/imports.ts";
import { type NumberedEntry, type ReadProgress, readEntries } from "../readers/read-file.server.ts";
import { type ImportRow, type CheckContext, loadContext, prepareIndexes } from "./check-context.server.ts";
import { insertRecords } from "./insert-records.server.ts";
import { classifyBatch } from "./classify-batch.server.ts";

/** Entries read and written per transaction, so that pages wait for only an instant. */
const ENTRIES_PER_BATCH = 200;

export type ImportContext = {
  db: Database;
  /** Where uploaded files are stored. */
  storage: Storage;
  importId: string;
  /** The lease that this process holds: see acquireImportLease. */
  worker: string;
  now: () => Date;
  /** Called between batches: true means to stop and continue later. */
  isTimeUp?: () => boolean;
  onProgress?: (row: Pick<ImportRow, "bytesRead" | "byteCount" | "recordsRead" | "report">) => void;
};

/**
 * Reads an import's file from where it stopped and stages what each entry would do. Nothing else is written: the run
 * later follows these rows.
 *
 * @returns "checked" when the file is read, "paused" when time was up, "stopped" when the import was cancelled or
 * restarted.
 */
export async function checkImport(work: ImportContext): Promise<"checked" | "paused" | "stopped"> {
  const { db, importId, worker } = work;
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  if (row === undefined || row.stage !== "checking" || row.worker !== worker || row.filePath === null) return "stopped";
  // Removes the results of an earlier check.
  if (row.recordsRead === 0) await deleteImportRecords(db, { importId, isStill: eq(imports.worker, worker) });
  const context = await loadContext(db, row);
  const progress: ReadProgress = { bytes: 0 };
  let batch: NumberedEntry[] = [];
  const flush = async (isLast: boolean) => {
    const entries = batch;
    batch = [];
    await prepareIndexes(db, context, { entries, isLast });
    return writeBatch(work, { entries, context, progress, isLast });
  };
  for await (const entry of readEntries(openImportFile(row.filePath, work.storage), row, progress)) {
    if (entry.number <= row.recordsRead) continue;
    batch.push(entry);
    if (entry.number >= ENTRIES_MAX) {
      batch.push({ ...entry, number: entry.number + 1, entry: { skip: "too-many" } });
      break;
    }
    if (batch.length < ENTRIES_PER_BATCH) continue;
    if (!(await flush(false))) return "stopped";
    if (work.isTimeUp?.() === true) return "paused";
  }
  return (await flush(true)) ? "checked" : "stopped";
}

async function writeBatch(
  { db, importId, worker, now, onProgress }: ImportContext,
  given: { entries: NumberedEntry[]; context: CheckContext; progress: ReadProgress; isLast: boolean },
): Promise<boolean> {
  const at = now();
  const result = await db.transaction(async (tx) => {
    const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
    // The import was cancelled or restarted, perhaps with other columns.
    if (row === undefined || row.stage !== "checking" || row.worker !== worker) return null;
    const { ending, bytes } = given.progress;
    const report = { ...emptyReport(), ...row.report, ...(ending === undefined ? {} : { ending }) };
    const { rows, fresh } = await classifyBatch(tx, { ...given, report, now: at });
    const ids = await insertRecords(tx, rows);
    const update = {
      bytesRead: given.isLast ? row.byteCount : Math.min(bytes, row.byteCount),
      recordsRead: given.entries.at(-1)?.number ?? row.recordsRead,
      report,
      stage: given.isLast ? ("checked" as const) : row.stage,
      progressedAt: at,
    };
    await tx.update(imports).set(update).where(eq(imports.id, importId));
    return { row: { ...row, ...update }, fresh, ids };
  });
  if (result === null) return false;
  for (const { number, compared } of result.fresh) {
    given.context.indexes?.earlier.add(result.ids.get(number) ?? 0, compared);
  }
  onProgress?.(result.row);
  return true;
}

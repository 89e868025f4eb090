import { rm } from "node:fs/promises";

import { and, asc, eq, inArray, lt, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { importKinds, importRecords, imports } from "#app/db/schema/importing.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { addSource } from "#app/features/places/imported-places.server.ts";
import { wakeJob } from "#app/platform/wake-job.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import { applyImport, recordRun } from "./apply-import.server.ts";
import { checkImport, type ImportRow, type ImportWork, restartCheck } from "./check-import.server.ts";
import { type ColumnMapping, guessMapping, mappingProblem } from "./column-mapping.ts";
import { type ImportFormat, isTable, SCHEME_OF } from "./import-format.ts";
import type { ImportSource } from "./import-source.ts";
import type { OurKind } from "./kinds.ts";
import { inspectFile } from "./read-file.server.ts";
import { RUN_IMPORTS } from "./run-imports.ts";
import { withdrawSource } from "./withdraw-source.server.ts";

/** What an import is that nobody looked at for so long: its file goes. */
const KEPT_DAYS = 30;

/**
 * Takes a file that lies on this machine for an import. What it is and how it is encoded is found out, the columns of a
 * table are guessed.
 *
 * @returns The import's id, or in words what is wrong with the file.
 */
export async function addImport(
  db: Database,
  given: {
    path: string;
    fileName: string;
    byteCount: number;
    format: ImportFormat | null;
    source: ImportSource;
    mapping?: ColumnMapping;
    publishes: boolean;
    now: Date;
  },
): Promise<{ id: string; mapping: ColumnMapping; format: ImportFormat } | { problem: string }> {
  const found = await inspectFile(given.path, given.format);
  if ("problem" in found) return found;
  const { format, encoding, headers, isMixed } = found;
  const mapping = isTable(format) ? { ...guessMapping(headers), ...given.mapping } : {};
  const missing = Object.values(mapping).find((header) => !headers.includes(header));
  if (missing !== undefined)
    return { problem: `There is no column "${missing}"; there are ${headers.slice(0, 30).join(", ")}.` };
  await addSource(db, given.source);
  const [row] = await db
    .insert(imports)
    .values({
      fileName: given.fileName.slice(-200) || "file",
      filePath: given.path,
      byteCount: given.byteCount,
      format,
      encoding,
      sourceId: given.source.id,
      mapping,
      publishes: given.publishes,
      stage: "mapping",
      report: isMixed ? { letters: "mixed" } : {},
      createdAt: given.now,
      workedAt: given.now,
    })
    .returning({ id: imports.id });
  if (row === undefined) throw new Error("The import was not written");
  // Of Google's own table, and of what is none, the columns are known; unless its headers are in another language.
  if (format !== "csv" && (format !== "google" || mappingProblem(mapping) === null))
    await startCheck(db, { importId: row.id, now: given.now });
  return { id: row.id, mapping, format };
}

/** Has a file checked, from the beginning. "not-now": it is at work, or its file is gone. */
export async function startCheck(
  db: Database,
  { importId, mapping, now }: { importId: string; mapping?: ColumnMapping; now: Date },
): Promise<"started" | "not-now" | { problem: string }> {
  const problem = mapping === undefined ? null : mappingProblem(mapping);
  if (problem !== null) return { problem };
  if (!(await restartCheck(db, { importId, now }))) return "not-now";
  if (mapping !== undefined) await db.update(imports).set({ mapping }).where(eq(imports.id, importId));
  await wakeJob(db, RUN_IMPORTS);
  return "started";
}

/** Has a checked import done. `publishes`: whether new places are listed at once. */
export async function startRun(
  db: Database,
  { importId, publishes, actor, now }: { importId: string; publishes: boolean; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ stage: "running", publishes, workedAt: now })
      .where(and(eq(imports.id, importId), eq(imports.stage, "checked")))
      .returning({ fileName: imports.fileName });
    if (row === undefined) return false;
    const after = { file: row.fileName, publishes };
    const subject = { kind: "import", id: importId };
    await recordChange(tx, { actor, action: "import.start", subject, before: null, after, now });
    await wakeJob(tx, RUN_IMPORTS);
    return true;
  });
}

/** What is written stays; what isn't is not. Between two batches, so that nothing is there by half. */
export async function cancelImport(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(imports)
      .set({ stage: "cancelled", finishedAt: now, workedAt: now })
      .where(and(eq(imports.id, importId), inArray(imports.stage, ["mapping", "checking", "checked", "running"])))
      .returning({ report: imports.report });
    if (row === undefined) return false;
    await tx.delete(importRecords).where(and(eq(importRecords.importId, importId), eq(importRecords.state, "staged")));
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
}

/** Says what a kind of a source is here, for this import and all that come. */
export async function saveKinds(
  db: Database,
  {
    format,
    kinds,
    actor,
    now,
  }: { format: ImportFormat; kinds: { key: string; kind: OurKind }[]; actor: Actor; now: Date },
): Promise<void> {
  const scheme = SCHEME_OF[format];
  await db.transaction(async (tx) => {
    for (const { key, kind } of kinds) {
      const row = { scheme, key: key.toLowerCase(), categorySlug: kind.category, type: kind.type };
      await tx
        .insert(importKinds)
        .values(row)
        .onConflictDoUpdate({ target: [importKinds.scheme, importKinds.key], set: row });
      const subject = { kind: "import-kind", id: `${scheme}:${row.key}` };
      await recordChange(tx, { actor, action: "import.map-kind", subject, before: null, after: { ...kind }, now });
    }
  });
}

/** Works at one import until its stage is over or time is up. Whatever goes wrong with it is written down on it. */
export async function workAtImport(work: ImportWork & { actor: Actor; log: Logger }): Promise<"paused" | "over"> {
  const { db, importId, actor, log, now } = work;
  try {
    const [row] = await db
      .select({ stage: imports.stage, sourceId: imports.sourceId })
      .from(imports)
      .where(eq(imports.id, importId));
    if (row?.stage === "withdrawing") await withdrawSource(db, { sourceId: row.sourceId, actor, now: now() });
    else if (row?.stage === "checking") {
      if ((await checkImport(work)) === "paused") return "paused";
    } else if (row?.stage === "running") {
      const outcome = await applyImport(work);
      if (outcome === "paused") return "paused";
      if (outcome === "done") await finishRun(db, { importId, actor, now: now() });
    }
    return "over";
  } catch (error) {
    log.error({ err: error, importId }, "An import failed");
    const problem = "Something went wrong on our side. What was written stays; start it again to go on.";
    await db
      .update(imports)
      .set({ stage: "failed", problem, finishedAt: now() })
      .where(and(eq(imports.id, importId), inArray(imports.stage, ["checking", "running"])));
    return "over";
  }
}

async function finishRun(db: Database, given: { importId: string; actor: Actor; now: Date }): Promise<void> {
  await recordRun(db, given);
  await forgetFile(db, given.importId);
}

/** Once all of a file is read and done nobody needs it. */
async function forgetFile(db: Database, importId: string): Promise<void> {
  const [row] = await db.select({ filePath: imports.filePath }).from(imports).where(eq(imports.id, importId));
  if (row?.filePath == null || !isOurs(row.filePath)) return;
  await db.update(imports).set({ filePath: null }).where(eq(imports.id, importId));
  await rm(row.filePath, { force: true });
}

/** The files that people sent lie under this name; a command reads an operator's own, which stays. */
export const IMPORT_FOLDER = "rowhouse-imports";

function isOurs(path: string): boolean {
  return path.includes(`/${IMPORT_FOLDER}/`);
}

/** What is to be worked at, the oldest first. Served by imports_under_way. */
export async function dueImports(db: Database): Promise<Pick<ImportRow, "id" | "filePath" | "stage">[]> {
  return db
    .select({ id: imports.id, filePath: imports.filePath, stage: imports.stage })
    .from(imports)
    .where(inArray(imports.stage, ["checking", "running", "withdrawing"]))
    .orderBy(asc(imports.createdAt))
    .limit(DUE_MAX);
}

const DUE_MAX = 20;

/** Files of imports that nobody has gone on with. */
export async function forgetOldFiles(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60_000);
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(lt(imports.workedAt, before), sql`${imports.filePath} is not null`));
  for (const { id } of rows) await forgetFile(db, id);
}

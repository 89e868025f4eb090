import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ColumnMapping, ImportFormat, ImportReport } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { silentLog } from "#tests/silent-log.ts";
import { NOW } from "#tests/builders.ts";
import { eq } from "drizzle-orm";

import { emptyReport } from "./screens/import-report.ts";
import { type ImportSource, OVERTURE } from "./mapping/import-source.ts";
import { openLocalFile } from "./readers/import-file.server.ts";
import { inspectFile } from "./readers/read-file.server.ts";
import { addImport, startCheck, startRun, processImport } from "./screens/import-lifecycle.server.ts";

/** Writes a local file with this content. */
export function buildFile(content: string | Uint8Array, name = "places.txt"): string {
  const path = join(mkdtempSync(join(tmpdir(), "rowhouse-import-")), name);
  writeFileSync(path, content);
  return path;
}

/** An Overture feature: by default a cafe on an empty spot of Kingman Island. */
export function buildFeature(
  input: { id?: string; name?: string; at?: [lat: number, lng: number]; [property: string]: unknown } = {},
) {
  const { id = "0001", name = "Built Cafe", at: [lat, lng] = [38.8973, -76.9665], ...properties } = input;
  return {
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [lng, lat] },
    properties: { names: { primary: name }, categories: { primary: "cafe" }, confidence: 0.9, ...properties },
  };
}

export function buildFeatureFile(features: unknown[]): string {
  return buildFile(JSON.stringify({ type: "FeatureCollection", features }));
}

type ImportInput = {
  path: string;
  source?: ImportSource;
  format?: ImportFormat;
  mapping?: ColumnMapping;
  publishes?: boolean;
  isWhole?: boolean;
  now?: Date;
};

const COMMAND = { kind: "command", id: "import" } as const;

/** An import whose check has finished. */
export async function buildCheckedImport(
  db: Database,
  input: ImportInput,
): Promise<{ id: string; report: ImportReport }> {
  const { path, source = OVERTURE, format = null, mapping, publishes = true, isWhole = false, now = NOW } = input;
  const byteCount = statSync(path).size;
  const found = await inspectFile(openLocalFile(path), format);
  if ("problem" in found) throw new Error(found.problem);
  const file = { place: path, found, fileName: "places.txt", byteCount, source };
  const newImport = { ...file, publishes, isWhole, actor: COMMAND, now };
  const added = await addImport(db, mapping === undefined ? newImport : { ...newImport, mapping });
  if ("problem" in added) throw new Error(added.problem);
  if (added.format === "csv") await startCheck(db, { importId: added.id, mapping: added.mapping, actor: COMMAND, now });
  await processTestImport(db, added.id, now);
  return { id: added.id, report: await loadImportReport(db, added.id) };
}

/** An import that was checked and run. */
export async function buildImport(db: Database, input: ImportInput): Promise<{ id: string; report: ImportReport }> {
  const { publishes = true, now = NOW } = input;
  const { id } = await buildCheckedImport(db, input);
  await startRun(db, { importId: id, publishes, actor: COMMAND, now });
  await processTestImport(db, id, now);
  return { id, report: await loadImportReport(db, id) };
}

/** Processes the import as the job or the command would. */
export async function processTestImport(
  db: Database,
  importId: string,
  now: Date,
  options: { isTimeUp?: () => boolean } = {},
): Promise<void> {
  const work = { db, storage: testStorage(), importId, now: () => now, actor: COMMAND, log: silentLog() };
  await processImport({ ...work, ...options });
}

/** A storage in its own temporary folder. */
function testStorage(): Storage {
  return openStorage(readEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "rowhouse-import-storage-")) }));
}

export async function loadImportReport(db: Database, id: string): Promise<ImportReport> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  if (row === undefined) throw new Error("The import is gone");
  if (row.stage === "failed") throw new Error("The import failed");
  return { ...emptyReport(), ...row.report };
}

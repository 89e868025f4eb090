import { rm, rmdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { listFolder } from "#app/platform/list-folder.server.ts";

/** Uploads were stored here before they moved to the object storage. */
const LEGACY_FOLDER = "rowhouse-imports";

/** The same retention as for other uploads. */
const RETENTION_MS = 30 * DAY_MS;

/**
 * Removes uploads that an earlier version stored in its own folder: those that are done, and all that are 30 days old.
 */
export async function deleteLegacyUploads(
  db: Database,
  { dataDir, now }: { dataDir: string; now: Date },
): Promise<{ removed: number }> {
  const folder = join(dataDir, LEGACY_FOLDER);
  const names = await listFolder(folder);
  let removed = 0;
  for (const name of names) {
    const path = join(folder, name);
    const usesFile = inArray(imports.filePath, [path, resolve(path)]);
    const stages = await db.select({ stage: imports.stage }).from(imports).where(usesFile);
    const isDone = stages.length > 0 && stages.every(({ stage }) => stage === "done" || stage === "withdrawn");
    if (!isDone && now.getTime() - (await stat(path)).mtimeMs < RETENTION_MS) continue;
    await db.update(imports).set({ filePath: null }).where(usesFile);
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  if (names.length > 0 && removed === names.length) await rmdir(folder);
  return { removed };
}

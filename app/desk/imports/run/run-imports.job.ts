import type { Job } from "#app/platform/jobs.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { deleteLegacyUploads } from "./delete-legacy-uploads.server.ts";
import { isFileReachable } from "../readers/import-file.server.ts";
import { listPendingImports, deleteOldImportFiles, processImport } from "../screens/import-lifecycle.server.ts";
import { RUN_IMPORTS_JOB } from "./run-imports.ts";

/** Well below the job time limit; the next run a minute later continues. */
const RUN_MS_MAX = 8 * 60_000;

/**
 * Checks and runs imports one after the other. Triggered when an import starts, and every minute for interrupted ones.
 */
export const runImportsJob: Job = {
  name: RUN_IMPORTS_JOB,
  cron: "* * * * *",
  // Each import is leased by one process.
  allowConcurrent: true,
  run: async ({ db, env, log, now, signal }) => {
    const until = performance.now() + RUN_MS_MAX;
    const storage = openStorage(env);
    for (const { id, filePath, stage } of await listPendingImports(db)) {
      // An operator's file is on one machine, where the command continues.
      if (stage === "checking" && (filePath === null || !isFileReachable(filePath))) continue;
      const isTimeUp = () => performance.now() > until || signal?.aborted === true;
      const work = { db, storage, importId: id, log, now: () => new Date(), isTimeUp };
      if ((await processImport({ ...work, actor: { kind: "job", id: RUN_IMPORTS_JOB } })) === "paused") return;
    }
    if (!isDailyCleanup(now)) return;
    await deleteOldImportFiles(db, { storage, now });
    const { removed } = await deleteLegacyUploads(db, { dataDir: env.dataDir, now });
    if (removed > 0) log.info({ removed }, "Files of old imports were removed");
  },
};

/** The minute of the night in which old files are deleted; a missed night is caught up the next. */
function isDailyCleanup(now: Date): boolean {
  return now.getUTCHours() === 9 && now.getUTCMinutes() === 10;
}

import { existsSync } from "node:fs";

import type { Job } from "#app/platform/jobs.server.ts";

import { dueImports, forgetOldFiles, workAtImport } from "./imports.server.ts";
import { RUN_IMPORTS } from "./run-imports.ts";

/** Well under what a job may take at most; the rest goes on a minute later. */
const RUN_MS_MAX = 8 * 60_000;

/** Checks and runs imports, one after the other; woken by whoever starts one, and every minute for what was cut short. */
export const runImportsJob: Job = {
  name: RUN_IMPORTS,
  cron: "* * * * *",
  // Each batch looks whether another instance has done it.
  mayOverlap: true,
  run: async ({ db, log, now }) => {
    const until = performance.now() + RUN_MS_MAX;
    for (const { id, filePath, stage } of await dueImports(db)) {
      // It lies on the instance that took it, whose turn will come.
      if (stage === "checking" && (filePath === null || !existsSync(filePath))) continue;
      const work = { db, importId: id, log, now: () => new Date(), isTimeUp: () => performance.now() > until };
      if ((await workAtImport({ ...work, actor: { kind: "job", id: RUN_IMPORTS } })) === "paused") return;
    }
    await forgetOldFiles(db, now);
  },
};

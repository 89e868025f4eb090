import type { Job } from "#app/platform/jobs.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { processSourceRun } from "./process-run.server.ts";
import { listPendingRuns, requestDueRuns } from "./request-run.server.ts";
import { RUN_SOURCES_JOB } from "./run-sources.ts";

/** Below the time limit of jobs; the next run of the job continues. */
const RUN_MS_MAX = 12 * 60_000;

/** Starts the runs of live sources that are due and works on them. With no source on, it asks only its own tables. */
export const runSourcesJob: Job = {
  name: RUN_SOURCES_JOB,
  cron: "* * * * *",
  // Each run is leased by one process.
  allowConcurrent: true,
  run: async ({ db, env, log, now, signal }) => {
    await requestDueRuns(db, now);
    const timeUp = AbortSignal.timeout(RUN_MS_MAX);
    const context = {
      db,
      env,
      log,
      storage: openStorage(env),
      actor: { kind: "job" as const, id: RUN_SOURCES_JOB },
      now: () => new Date(),
      signal: signal === undefined ? timeUp : AbortSignal.any([signal, timeUp]),
    };
    for (const { id } of await listPendingRuns(db)) {
      if (context.signal.aborted) return;
      await processSourceRun(context, id);
    }
  },
};

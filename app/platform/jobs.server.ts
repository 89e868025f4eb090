import { PgBoss } from "pg-boss";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";

import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import { TRIGGER_JOB_CHANNEL } from "./trigger-job.server.ts";

const TIME_ZONE = "America/New_York";

/** A failed job is retried after about 0.5, 1, 2, 4 and 8 minutes. */
const RETRIES = 5;
const RETRY_SECONDS = 30;

/**
 * How often each worker polls for work. Each poll is a query, and an idle site with two dozen workers runs nothing else. A
 * triggered job starts without waiting for the poll.
 */
const POLL_SECONDS = 10;

/** No job runs this long. After this time its process is considered dead, and another may take the job. */
export const JOB_RUN_SECONDS_MAX = 15 * 60;

export type Job = {
  /** Kebab-case; the queue's name. */
  name: string;
  /** Minute, hour, day of month, month, day of week. */
  cron: string;
  /**
   * True: the job handles two runs at once itself. Then a run that died with its process doesn't block the next one until
   * it expires.
   */
  allowConcurrent?: boolean;
  /**
   * `signal`: aborted when the process is asked to stop; a job that works in steps starts no further one.
   * `opened`: the whole database, for work that takes longer than a page may.
   */
  run: (work: {
    db: Database;
    env: Env;
    now: Date;
    log: Logger;
    signal?: AbortSignal;
    opened?: OpenedDatabase;
  }) => Promise<void>;
};

/** Records each run. A job runs even if its run can't be recorded. */
export type JobRecorder = {
  /** Registers all jobs of this process, before the first run. */
  registerJobs: (jobs: { name: string; cron: string }[]) => Promise<void>;
  /** @returns A function to call at the end of the run, with the error or null. */
  startRun: (name: string) => Promise<(problem: unknown) => Promise<void>>;
};

/**
 * Starts the job queue and the workers of this process. With several instances, each run of a job goes to one of them.
 *
 * @returns A function that stops it, after running jobs have finished.
 * @throws When the database is unavailable. Everything started is stopped then, so it can be called again.
 */
export async function startJobs(options: JobsOptions): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...options.opened.queueOptions, schema: "jobs" });
  boss.on("error", (error) => options.log.error({ err: error }, "The job queue has a problem"));
  try {
    return await startWorkers(boss, options);
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

type JobsOptions = { opened: OpenedDatabase; jobs: Job[]; env: Env; log: Logger; recorder: JobRecorder };

async function startWorkers(boss: PgBoss, options: JobsOptions): Promise<() => Promise<void>> {
  const { opened, env, log, recorder } = options;
  await boss.start();
  const stopping = new AbortController();
  await recorder.registerJobs(options.jobs);
  const workers = new Map<string, string>();
  const enqueue = async (name: string) => {
    await boss.send(name, {});
    boss.notifyWorker(workers.get(name) ?? "");
  };
  for (const job of options.jobs) {
    await boss.createQueue(job.name, {
      policy: job.allowConcurrent === true ? "standard" : "singleton",
      retryLimit: RETRIES,
      retryDelay: RETRY_SECONDS,
      retryBackoff: true,
      expireInSeconds: JOB_RUN_SECONDS_MAX,
    });
    const worker = await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      const startedAt = performance.now();
      const end = await recorder.startRun(job.name);
      try {
        await job.run({ db: opened.db, env, now: new Date(), log, signal: stopping.signal, opened });
        await end(null);
      } catch (error) {
        await end(error);
        throw error;
      }
      log.info({ job: job.name, ms: Math.round(performance.now() - startedAt) }, "A job is done");
    });
    workers.set(job.name, worker);
    await boss.schedule(job.name, job.cron, {}, { tz: TIME_ZONE });
  }
  const trigger = async (name: string) => {
    if (stopping.signal.aborted || !workers.has(name)) return;
    // If this fails, the job runs at its scheduled time.
    await enqueue(name).catch((error: unknown) => log.warn({ err: error, job: name }, "A job was not triggered"));
  };
  await opened.listen(TRIGGER_JOB_CHANNEL, { onMessage: (name) => void trigger(name), onGap: () => {} });
  return () => {
    stopping.abort();
    return boss.stop({ graceful: true });
  };
}

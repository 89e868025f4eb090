import { PgBoss } from "pg-boss";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";

import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import { WAKE_CHANNEL } from "./wake-job.server.ts";

const TIME_ZONE = "America/New_York";

/** A job that fails is tried again, later each time: after about half a minute, one, two, four and eight. */
const RETRIES = 5;
const RETRY_SECONDS = 30;

/**
 * How often each worker looks for work of its own accord. Each look is a query, and an idle site with two dozen workers does
 * nothing else; whoever wakes a job has it looked for at once.
 */
const LOOK_SECONDS = 10;

/** No job of ours runs this long; one that does has died with its process and may be taken by another. */
export const RUN_SECONDS_MAX = 15 * 60;

export type Job = {
  /** Kebab-case; the queue's name. */
  name: string;
  /** Minute, hour, day of month, month, day of week. */
  cron: string;
  /**
   * True: two runs at once do no harm, because it keeps them apart itself. Then a run that died with its process doesn't
   * keep the next one waiting until it is given up.
   */
  mayOverlap?: boolean;
  /**
   * `signal`: aborted once the process is told to stop. Who does one thing after another begins no further one.
   * `opened`: the whole database, for what takes longer than a page may.
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

/** Who is told of each run. What it can't write down keeps no job from running. */
export type JobRecorder = {
  /** All jobs that this process knows, before the first run. */
  know: (jobs: { name: string; cron: string }[]) => Promise<void>;
  /** @returns What to call once it is over; without a problem when it is done. */
  begin: (name: string) => Promise<(problem: unknown) => Promise<void>>;
};

/**
 * Starts the queue and this process's share of the work. With several instances each run of a job goes to one of them.
 *
 * @returns What stops it: jobs under way are told, and finished first.
 * @throws When the database isn't there; then nothing is left of what was started, and it may be called again.
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
  await recorder.know(options.jobs);
  const workers = new Map<string, string>();
  const runSoon = async (name: string) => {
    await boss.send(name, {});
    boss.notifyWorker(workers.get(name) ?? "");
  };
  for (const job of options.jobs) {
    await boss.createQueue(job.name, {
      policy: job.mayOverlap === true ? "standard" : "singleton",
      retryLimit: RETRIES,
      retryDelay: RETRY_SECONDS,
      retryBackoff: true,
      expireInSeconds: RUN_SECONDS_MAX,
    });
    const worker = await boss.work(job.name, { pollingIntervalSeconds: LOOK_SECONDS }, async () => {
      const startedAt = performance.now();
      const end = await recorder.begin(job.name);
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
  const wake = async (name: string) => {
    if (stopping.signal.aborted || !workers.has(name)) return;
    // What fails here is done at the job's own time.
    await runSoon(name).catch((error: unknown) => log.warn({ err: error, job: name }, "A job was not woken"));
  };
  await opened.listen(WAKE_CHANNEL, { onMessage: (name) => void wake(name), onGap: () => {} });
  return () => {
    stopping.abort();
    return boss.stop({ graceful: true });
  };
}

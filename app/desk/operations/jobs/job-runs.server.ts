import { and, asc, desc, eq, lt, notInArray, sql } from "drizzle-orm";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { jobRuns, scheduledJobs } from "#app/db/schema/operations.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { describeCron, nextCronRun } from "#app/lib/cron.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { type JobRecorder, JOB_RUN_SECONDS_MAX } from "#app/platform/jobs.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { formatDuration } from "../operations.ts";
import { JOB_DESCRIPTIONS } from "./job-descriptions.ts";

const TIME_ZONE = "America/New_York";

/** Runs retained per job: 20 minutes of a job that runs every minute. */
const RUNS_MAX = 20;

/** A job that no server has registered for this long no longer exists. */
const UNREGISTERED_DAYS_MAX = 7;

const PROBLEM_CHARACTERS_MAX = 300;

/** Records when jobs ran and how each run ended, for `/admin/actions`. */
export function createJobRecorder({ opened, log }: { opened: OpenedDatabase; log: Logger }): JobRecorder {
  const { db } = opened;
  const orWarn = async <Result>(work: Promise<Result>, fallback: Result): Promise<Result> =>
    work.catch((error: unknown) => {
      log.warn({ err: error }, "The run of a job was not recorded");
      return fallback;
    });
  return {
    registerJobs: (jobs) => orWarn(registerJobs(opened, jobs, new Date()), undefined),
    startRun: async (name) => {
      const id = await orWarn(beginRun(db, name, new Date()), null);
      return async (problem) => {
        if (id !== null) await orWarn(endRun(db, { id, problem, now: new Date() }), undefined);
      };
    },
  };
}

async function registerJobs({ db }: OpenedDatabase, jobs: { name: string; cron: string }[], now: Date): Promise<void> {
  for (const { name, cron } of jobs) {
    const seen = { cron, registeredAt: now };
    await db
      .insert(scheduledJobs)
      .values({ job: name, ...seen })
      .onConflictDoUpdate({ target: scheduledJobs.job, set: seen });
  }
  // During a rolling update, servers of another version may register other jobs.
  const before = new Date(now.getTime() - UNREGISTERED_DAYS_MAX * DAY_MS);
  const names = jobs.map(({ name }) => name);
  await db
    .delete(scheduledJobs)
    .where(and(notInArray(scheduledJobs.job, names), lt(scheduledJobs.registeredAt, before)));
  const startedBefore = new Date(now.getTime() - JOB_RUN_SECONDS_MAX * 1000);
  await db
    .update(jobRuns)
    .set({ state: "interrupted", finishedAt: now })
    .where(and(eq(jobRuns.state, "running"), lt(jobRuns.startedAt, startedBefore)));
}

async function beginRun(db: Database, job: string, now: Date): Promise<number | null> {
  const [run] = await db
    .insert(jobRuns)
    .values({ job, state: "running", startedAt: now })
    .returning({ id: jobRuns.id });
  // Served by job_runs_by_job.
  const newest = db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(eq(jobRuns.job, job))
    .orderBy(desc(jobRuns.id))
    .limit(RUNS_MAX);
  await db.delete(jobRuns).where(and(eq(jobRuns.job, job), sql`${jobRuns.id} not in ${newest}`));
  return run?.id ?? null;
}

async function endRun(db: Database, { id, problem, now }: { id: number; problem: unknown; now: Date }): Promise<void> {
  const message = problem instanceof Error ? problem.message : String(problem);
  await db
    .update(jobRuns)
    .set({
      state: problem === null ? "done" : "failed",
      finishedAt: now,
      // The message of a failed statement contains the whole statement.
      problem: problem === null ? null : message.split("\n", 1)[0]?.slice(0, PROBLEM_CHARACTERS_MAX),
    })
    .where(eq(jobRuns.id, id));
}

export type JobSummary = {
  job: string;
  about: string;
  times: string;
  next: string | null;
  /** A run was requested and hasn't started yet. */
  isRequested: boolean;
  last: JobRunSummary | null;
};

export type JobRunSummary = {
  id: number;
  state: "running" | "done" | "failed" | "interrupted";
  startedAt: string;
  startedLabel: string;
  duration: string;
  problem: string | null;
};

type JobRunRow = typeof jobRuns.$inferSelect;

/** Every registered job with its last run. */
export async function listJobs(db: Database, now: Date): Promise<JobSummary[]> {
  const jobs = await db.select().from(scheduledJobs).orderBy(asc(scheduledJobs.job));
  const last = await db.selectDistinctOn([jobRuns.job]).from(jobRuns).orderBy(asc(jobRuns.job), desc(jobRuns.id));
  const lastByJob = new Map(last.map((run) => [run.job, run]));
  return jobs.map((job) => toJobSummary(job, lastByJob.get(job.job), now));
}

function toJobSummary(
  { job, cron, requestedAt }: typeof scheduledJobs.$inferSelect,
  last: JobRunRow | undefined,
  now: Date,
): JobSummary {
  const next = nextCronRun(cron, now, TIME_ZONE);
  return {
    job,
    about: JOB_DESCRIPTIONS[job] ?? "",
    times: describeCron(cron),
    next: next === null ? null : formatInstant(next),
    isRequested: isRunRequested(requestedAt, last, now),
    last: last === undefined ? null : toRunSummary(last, now),
  };
}

/** A requested run that never started was lost with its server, so a request expires. */
function isRunRequested(requestedAt: Date | null, last: JobRunRow | undefined, now: Date): boolean {
  if (requestedAt === null || now.getTime() - requestedAt.getTime() > REQUEST_MS_MAX) return false;
  return last === undefined || last.startedAt < requestedAt;
}

const REQUEST_MS_MAX = 2 * 60_000;

function toRunSummary(run: JobRunRow, now: Date): JobRunSummary {
  const isInterrupted = run.state === "running" && now.getTime() - run.startedAt.getTime() > JOB_RUN_SECONDS_MAX * 1000;
  const end = run.finishedAt ?? now;
  return {
    id: run.id,
    state: isInterrupted ? "interrupted" : run.state,
    startedAt: run.startedAt.toISOString(),
    startedLabel: formatInstant(run.startedAt),
    duration: formatDuration(end.getTime() - run.startedAt.getTime()),
    problem: run.problem,
  };
}

/** One job and its last runs, newest first; null when no server has registered it. */
export async function findJob(
  db: Database,
  { job, now }: { job: string; now: Date },
): Promise<{ job: JobSummary; runs: JobRunSummary[] } | null> {
  const [scheduled] = await db.select().from(scheduledJobs).where(eq(scheduledJobs.job, job));
  if (scheduled === undefined) return null;
  const runs = await db.select().from(jobRuns).where(eq(jobRuns.job, job)).orderBy(desc(jobRuns.id)).limit(RUNS_MAX);
  return { job: toJobSummary(scheduled, runs[0], now), runs: runs.map((run) => toRunSummary(run, now)) };
}

/**
 * Requests a run of a job now. "running": the job is running already and is not started again.
 */
export async function requestJobRun(
  db: Database,
  { job, adminId, now }: { job: string; adminId: string; now: Date },
): Promise<"requested" | "running" | "no-such-job"> {
  return db.transaction(async (tx) => {
    // A simultaneous request waits here for the lock.
    const [scheduled] = await tx.select().from(scheduledJobs).where(eq(scheduledJobs.job, job)).for("update");
    if (scheduled === undefined) return "no-such-job";
    const found = await findJob(tx, { job, now });
    if (found?.job.last?.state === "running" || found?.job.isRequested === true) return "running";
    await tx.update(scheduledJobs).set({ requestedAt: now }).where(eq(scheduledJobs.job, job));
    const actor = { kind: "staff" as const, id: adminId };
    const subject = { kind: "job", id: job };
    await recordChange(tx, { actor, action: "job.run", subject, before: null, after: null, now });
    await triggerJob(tx, job);
    return "requested";
  });
}

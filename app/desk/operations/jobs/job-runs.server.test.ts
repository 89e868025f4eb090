import { eq } from "drizzle-orm";
import { expect, test as withoutTransaction } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { jobRuns, scheduledJobs } from "#app/db/schema/operations.ts";
import { JOBS } from "#app/jobs.ts";
import { buildUser } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { requestJobRun, findJob, createJobRecorder, listJobs } from "./job-runs.server.ts";
import { JOB_DESCRIPTIONS } from "./job-descriptions.ts";

const NIGHTLY = { name: "roll-up-stats", cron: "50 0 * * *" };

test("every job has a description for the table of jobs", () => {
  const undescribed = JOBS.map(({ name }) => name).filter((name) => JOB_DESCRIPTIONS[name] === undefined);

  expect(undescribed, "describe it in job-descriptions.ts").toEqual([]);
});

test("a job is listed with its schedule, its last run and its next run", async ({ db }) => {
  const recorder = await recorderOf(db);
  await recorder.registerJobs([NIGHTLY, { name: "send-mails", cron: "* * * * *" }]);
  const done = await recorder.startRun("roll-up-stats");
  await done(null);
  const failed = await recorder.startRun("roll-up-stats");
  await failed(new Error("Failed query: delete\nparams: secret"));

  const [folding, mails] = await listJobs(db, new Date("2026-11-23T12:00:00Z"));

  expect(folding).toMatchObject({
    job: "roll-up-stats",
    times: "Every day at 12:50 AM",
    next: "Nov 24, 2026, 12:50 AM",
    last: { state: "failed", problem: "Failed query: delete" },
  });
  expect(mails).toMatchObject({ job: "send-mails", times: "Every minute", last: null });
  const found = await findJob(db, { job: "roll-up-stats", now: new Date() });
  expect(found?.runs.map(({ state }) => state)).toEqual(["failed", "done"]);
});

test("a run whose process died is marked as interrupted, and runs beyond the last twenty are deleted", async ({
  db,
}) => {
  const recorder = await recorderOf(db);
  await recorder.registerJobs([NIGHTLY]);
  for (let at = 0; at < 22; at += 1) await (await recorder.startRun("roll-up-stats"))(null);
  await recorder.startRun("roll-up-stats");
  const old = new Date(Date.now() - 16 * 60_000);
  await db.update(jobRuns).set({ startedAt: old }).where(eq(jobRuns.state, "running"));

  expect((await findJob(db, { job: "roll-up-stats", now: new Date() }))?.runs[0]?.state).toBe("interrupted");
  await recorder.registerJobs([NIGHTLY]);

  expect(await db.$count(jobRuns)).toBe(20);
  expect(await db.$count(jobRuns, eq(jobRuns.state, "interrupted"))).toBe(1);
});

test("a job requested twice starts once, and the audit log names the admin", async ({ db }) => {
  const { id: adminId } = await buildUser(db, { role: "admin" });
  const recorder = await recorderOf(db);
  await recorder.registerJobs([NIGHTLY]);
  const now = new Date();

  expect(await requestJobRun(db, { job: "roll-up-stats", adminId, now })).toBe("requested");
  expect(await requestJobRun(db, { job: "roll-up-stats", adminId, now })).toBe("running");
  expect(await requestJobRun(db, { job: "no-such-job", adminId, now })).toBe("no-such-job");
  await db
    .update(scheduledJobs)
    .set({ requestedAt: new Date(now.getTime() - 1_000) })
    .where(eq(scheduledJobs.job, "roll-up-stats"));
  const end = await recorder.startRun("roll-up-stats");
  expect(await requestJobRun(db, { job: "roll-up-stats", adminId, now: new Date() })).toBe("running");
  await end(null);
  expect((await findJob(db, { job: "roll-up-stats", now: new Date() }))?.job).toMatchObject({
    isRequested: false,
    last: { state: "done" },
  });

  const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, "job.run"));
  expect(entries).toMatchObject([{ actorId: adminId, subjectKind: "job", subjectId: "roll-up-stats" }]);
});

withoutTransaction("a job runs even when its run can't be recorded", async () => {
  const opened = await workerDatabase();
  const { db } = opened;
  const recorder = createJobRecorder({ opened, log: silentLog() });

  // The job is not registered, so the foreign key refuses the row.
  const end = await recorder.startRun("never-heard-of");
  await end(null);

  expect(await db.$count(jobRuns)).toBe(0);
});

async function recorderOf(db: Parameters<typeof listJobs>[0]) {
  return createJobRecorder({ opened: { ...(await workerDatabase()), db }, log: silentLog() });
}

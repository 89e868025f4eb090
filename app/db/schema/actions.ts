import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** "cut-off": the process died in the middle of the run. */
export type RunState = "waiting" | "running" | "done" | "failed" | "cut-off";

export const actionRuns = pgTable("action_runs", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  action: text().notNull(),
  state: text().$type<RunState>().notNull(),
  askedBy: uuid("asked_by"),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  requestId: text("request_id").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  beatAt: timestamp("beat_at", { withTimezone: true }),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  step: text().notNull().default(""),
  done: bigint({ mode: "number" }).notNull().default(0),
  total: bigint({ mode: "number" }),
  outcome: text(),
});

export const scheduledJobs = pgTable("scheduled_jobs", {
  job: text().primaryKey(),
  cron: text().notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true }),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
});

export const jobRuns = pgTable("job_runs", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  job: text().notNull(),
  state: text().$type<Exclude<RunState, "waiting">>().notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  problem: text(),
});

export const switches = pgTable("switches", {
  name: text().primaryKey(),
  isOn: boolean("is_on").notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});

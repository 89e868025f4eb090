import { bigint, boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** "interrupted": the process died in the middle of the run. */
export type RunState = "waiting" | "running" | "done" | "failed" | "interrupted";

export const operationRuns = pgTable("operation_runs", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  operation: text().notNull(),
  state: text().$type<RunState>().notNull(),
  requestedBy: uuid("requested_by"),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
  requestId: text("request_id").notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }),
  heartbeatAt: timestamp("heartbeat_at", { withTimezone: true }),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  step: text().notNull().default(""),
  done: bigint({ mode: "number" }).notNull().default(0),
  total: bigint({ mode: "number" }),
  outcome: text(),
});

export const scheduledJobs = pgTable("scheduled_jobs", {
  job: text().primaryKey(),
  cron: text().notNull(),
  requestedAt: timestamp("requested_at", { withTimezone: true }),
  registeredAt: timestamp("registered_at", { withTimezone: true }).notNull(),
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

import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { operationRuns } from "#app/db/schema/operations.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import {
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
  isOperationName,
  isRunActive,
  isSampleOperation,
  RUN_OPERATIONS_JOB,
  type OperationRun,
  formatDuration,
} from "./operations.ts";
import type { RunProgress, ReportProgress } from "./run-progress.ts";

/** How often the process of a run writes a heartbeat. */
const HEARTBEAT_MS = 5_000;

/** Without a heartbeat for this long, the process has died. No statement of a run takes this long. */
const SILENT_SECONDS_MAX = 60;

/** Uses the database's clock, as heartbeats do: servers whose clocks differ would take each other for dead. */
const IS_SILENT = sql<boolean>`coalesce(${operationRuns.heartbeatAt} < now() - make_interval(secs => ${SILENT_SECONDS_MAX}), true)`;

/** Progress is written at most this often; nobody could follow more. */
const REPORT_MS = 400;

/** Runs retained per operation. Older ones are deleted when a new one is requested. */
const RUNS_MAX = 20;

type RunRow = typeof operationRuns.$inferSelect;

/**
 * Requests a run of an operation. If one is queued or running already, returns that one.
 *
 * @param given.adminId Null for a visitor of a trial, who needs no account for sample activity, and for the nightly backup.
 * @returns The run, and whether it is new.
 */
export async function requestRun(
  db: Database,
  given: { operation: OperationName; adminId: string | null; requestId: string; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const { operation, adminId, requestId, now } = given;
  return db.transaction(async (tx) => {
    await markInterrupted(tx, now);
    const values = {
      operation,
      state: "waiting" as const,
      requestedBy: adminId,
      requestedAt: now,
      requestId: requestId.slice(0, 100),
    };
    // A simultaneous request waits here for the other's commit: operation_runs_one_at_a_time.
    const [added] = await tx
      .insert(operationRuns)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: operationRuns.id });
    if (added !== undefined) {
      await deleteOldRuns(tx, operation);
      await triggerJob(tx, RUN_OPERATIONS_JOB);
      return { id: added.id, isNew: true };
    }
    const [other] = await tx
      .select({ id: operationRuns.id })
      .from(operationRuns)
      .where(eq(operationRuns.operation, operation))
      .orderBy(desc(operationRuns.id))
      .limit(1);
    if (other === undefined) throw new Error(`The insert for ${operation} conflicted, but there is no run`);
    return { id: other.id, isNew: false };
  });
}

async function deleteOldRuns(db: Database, operation: OperationName): Promise<void> {
  const newest = db
    .select({ id: operationRuns.id })
    .from(operationRuns)
    .where(eq(operationRuns.operation, operation))
    .orderBy(desc(operationRuns.id))
    .limit(RUNS_MAX);
  await db
    .delete(operationRuns)
    .where(and(eq(operationRuns.operation, operation), sql`${operationRuns.id} not in ${newest}`));
}

/** Runs without a heartbeat were interrupted with their process. */
async function markInterrupted(db: Database, now: Date): Promise<void> {
  await db
    .update(operationRuns)
    .set({ state: "interrupted", finishedAt: now })
    .where(and(eq(operationRuns.state, "running"), IS_SILENT));
}

export type OperationContext = { opened: OpenedDatabase; env: Env; now: Date; report: ReportProgress };

/** The result of an operation: `formatThroughput` for admins, `after` for the audit log. */
export type OperationResult = { said: string; after: Json };

/** How an operation runs: in the transaction that also records the result, or on its own. */
export type OperationHandler =
  | { inTransaction: (db: Database, work: OperationContext) => Promise<OperationResult> }
  | { standalone: (work: OperationContext) => Promise<OperationResult> };
export type OperationHandlers = Record<OperationName, OperationHandler>;

/** Runs everything in the queue, oldest first. */
export async function processRuns(
  work: { opened: OpenedDatabase; env: Env; log: Logger; now: () => Date; isOver: () => boolean },
  handlers: OperationHandlers,
): Promise<void> {
  const { opened, now, isOver } = work;
  await markInterrupted(opened.db, now());
  while (!isOver()) {
    const run = await claimNextRun(opened.db, now());
    if (run === null) return;
    await executeRun(work, run, handlers);
  }
}

/** Two instances never claim the same run. */
async function claimNextRun(db: Database, now: Date): Promise<RunRow | null> {
  const next = db
    .select({ id: operationRuns.id })
    .from(operationRuns)
    .where(and(eq(operationRuns.state, "waiting"), inArray(operationRuns.operation, [...OPERATION_NAMES])))
    .orderBy(asc(operationRuns.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(operationRuns)
    .set({ state: "running", startedAt: now, heartbeatAt: sql`now()` })
    .where(sql`${operationRuns.id} = (${next})`)
    .returning();
  return taken ?? null;
}

async function executeRun(
  work: { opened: OpenedDatabase; env: Env; log: Logger; now: () => Date },
  run: RunRow,
  handlers: OperationHandlers,
): Promise<void> {
  const { opened, env, log, now } = work;
  const { operation, id, requestId } = run;
  if (!isOperationName(operation)) throw new Error(`Unknown operation ${operation}`);
  const handler = handlers[operation];
  const heartbeat = new Heartbeat(opened.db, { runId: id, log });
  const context: OperationContext = { opened, env, now: now(), report: (progress) => heartbeat.report(progress) };
  log.info({ operation, requestId }, "An operation starts");
  try {
    if (operation === "clear-demo") await clearDemoRequester(opened.db, id);
    if ("inTransaction" in handler) {
      await opened.runExclusively(async (tx) =>
        finish(tx, { run, operation, done: await handler.inTransaction(tx, context), now: now() }),
      );
    } else {
      const done = await handler.standalone(context);
      await opened.db.transaction((tx) => finish(tx, { run, operation, done, now: now() }));
    }
    log.info({ operation, requestId }, "An operation is done");
  } catch (error) {
    log.error({ err: error, operation, requestId }, "An operation failed");
    const outcome = "Something went wrong on our side, and nothing was changed. See the log for details.";
    await opened.db.update(operationRuns).set({ state: "failed", finishedAt: now(), outcome }).where(isUnfinished(id));
  } finally {
    heartbeat.end();
  }
}

/**
 * Deleting the admin who started the run would change the run's row inside the long transaction. Heartbeats would wait for
 * it, and the run would seem dead.
 */
async function clearDemoRequester(db: Database, id: number): Promise<void> {
  const demo = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.isDemo, true), eq(users.isPersona, true)));
  await db
    .update(operationRuns)
    .set({ requestedBy: null })
    .where(and(eq(operationRuns.id, id), inArray(operationRuns.requestedBy, demo)));
}

/** Records the result in the audit log and in the run. */
async function finish(
  db: Database,
  { run, operation, done, now }: { run: RunRow; operation: OperationName; done: OperationResult; now: Date },
): Promise<void> {
  const subject = { kind: "action", id: operation };
  // The admin may have been deleted since, for example with the demo data.
  const [row] = await db
    .select({ requestedBy: operationRuns.requestedBy })
    .from(operationRuns)
    .where(eq(operationRuns.id, run.id));
  const actor = { kind: "staff" as const, id: row?.requestedBy ?? null };
  await recordChange(db, { actor, action: OPERATIONS[operation].audit, subject, before: null, after: done.after, now });
  await db
    .update(operationRuns)
    .set({ state: "done", finishedAt: now, outcome: done.said, step: "" })
    .where(isUnfinished(run.id));
}

/** A run that seemed dead and finished after all counts as done. */
function isUnfinished(id: number) {
  return and(eq(operationRuns.id, id), inArray(operationRuns.state, ["running", "interrupted"]));
}

/** Writes heartbeats and progress of a run in the background. */
class Heartbeat {
  readonly #db: Database;
  readonly #given: { runId: number; log: Logger };
  readonly #timer: NodeJS.Timeout;
  #progress: RunProgress | null = null;
  #writtenAt = 0;
  #isWriting = false;
  #isOver = false;

  constructor(db: Database, given: { runId: number; log: Logger }) {
    this.#db = db;
    this.#given = given;
    this.#timer = setInterval(() => this.#write(), HEARTBEAT_MS);
    this.#timer.unref();
  }

  report(progress: RunProgress): void {
    this.#progress = progress;
    if (performance.now() - this.#writtenAt >= REPORT_MS) this.#write();
  }

  end(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }

  #write(): void {
    if (this.#isWriting || this.#isOver) return;
    this.#isWriting = true;
    this.#writtenAt = performance.now();
    const { runId, log } = this.#given;
    this.#db
      .update(operationRuns)
      .set({ heartbeatAt: sql`now()`, ...this.#progress })
      .where(and(eq(operationRuns.id, runId), eq(operationRuns.state, "running")))
      .catch((error: unknown) => log.warn({ err: error }, "The progress of an operation was not written"))
      .finally(() => {
        this.#isWriting = false;
      });
  }
}

/** The last run of each operation. Served by operation_runs_by_operation. */
export async function findLastRuns(db: Database, now: Date): Promise<Map<OperationName, OperationRun>> {
  const found = new Map<OperationName, OperationRun>();
  for (const operation of OPERATION_NAMES) {
    const [run] = await listRuns(db, { operation, now, limit: 1 });
    if (run !== undefined) found.set(operation, run);
  }
  return found;
}

/** The runs of an operation, newest first. */
export async function listRuns(
  db: Database,
  { operation, now, limit = RUNS_MAX }: { operation: OperationName; now: Date; limit?: number },
): Promise<OperationRun[]> {
  const rows = await db
    .select({ run: operationRuns, who: users.name, isSilent: IS_SILENT })
    .from(operationRuns)
    .leftJoin(users, eq(users.id, operationRuns.requestedBy))
    .where(eq(operationRuns.operation, operation))
    .orderBy(desc(operationRuns.id))
    .limit(limit);
  return rows.map((row) => toOperationRun(row, now));
}

/** Visitors of a trial need no account for sample activity, and the nightly backup nobody. */
function namelessRequester({ operation, requestId }: RunRow): string {
  if (operation === "back-up" && requestId.startsWith(NIGHTLY_PREFIX)) return "the nightly schedule";
  return isOperationName(operation) && isSampleOperation(operation) ? "a visitor" : "a deleted account";
}

type RunQueryRow = { run: RunRow; who: string | null; isSilent: boolean };

function toOperationRun({ run, who, isSilent }: RunQueryRow, now: Date): OperationRun {
  // The page shows a dead run as interrupted before the database is updated.
  const isDead = run.state === "running" && isSilent;
  const state = isDead ? "interrupted" : run.state;
  const end = run.finishedAt ?? (state === "running" ? now : null);
  return {
    id: run.id,
    state,
    who: run.requestedBy === null ? namelessRequester(run) : who || "Anonymous",
    requestedAt: run.requestedAt.toISOString(),
    requestedLabel: formatInstant(run.requestedAt),
    duration: run.startedAt === null || end === null ? null : formatDuration(end.getTime() - run.startedAt.getTime()),
    step: isRunActive(state) ? run.step : "",
    share: run.total === null || run.total === 0 ? null : Math.min(1, run.done / run.total),
    outcome: state === "interrupted" ? INTERRUPTED : run.outcome,
    requestId: run.requestId,
  };
}

/** Of the request ids of nightly backups. */
export const NIGHTLY_PREFIX = "nightly-";

const INTERRUPTED = "The server stopped before this finished, and nothing was changed. Start it again.";

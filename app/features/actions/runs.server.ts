import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { actionRuns } from "#app/db/schema/actions.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import type { Json } from "#app/features/audit/json.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { wakeJob } from "#app/platform/wake-job.server.ts";

import {
  ACTION_NAMES,
  type ActionName,
  ACTIONS,
  isActionName,
  isUnderWay,
  RUN_ACTIONS,
  type ShownRun,
  tookWords,
} from "./actions.ts";
import type { Progress, Report } from "./run-report.ts";

/** How often whoever does a run says that they are still alive. */
const BEAT_MS = 5_000;

/** After so much silence they have died; a statement that keeps a server busy so long is not ours. */
const SILENT_SECONDS_MAX = 60;

/** By the database's own clock, as beats are written: servers whose clocks differ would call each other dead. */
const IS_SILENT = sql<boolean>`coalesce(${actionRuns.beatAt} < now() - make_interval(secs => ${SILENT_SECONDS_MAX}), true)`;

/** So often its progress is written down; the rest nobody could follow. */
const REPORT_MS = 400;

/** Of each action; older ones go when a new one begins. */
const RUNS_KEPT = 20;

type RunRow = typeof actionRuns.$inferSelect;

/**
 * Asks for an action. One that is under way already is not asked for twice: whoever comes second is told of that run.
 *
 * @returns The run, and whether it is the one that was asked for just now.
 */
export async function askForRun(
  db: Database,
  given: { action: ActionName; adminId: string; requestId: string; now: Date },
): Promise<{ id: number; isNew: boolean }> {
  const { action, adminId, requestId, now } = given;
  return db.transaction(async (tx) => {
    await cutOffSilent(tx, now);
    const values = {
      action,
      state: "waiting" as const,
      askedBy: adminId,
      askedAt: now,
      requestId: requestId.slice(0, 100),
    };
    // Whoever asks at the same moment waits here for the other's commit: action_runs_one_at_a_time.
    const [added] = await tx.insert(actionRuns).values(values).onConflictDoNothing().returning({ id: actionRuns.id });
    if (added !== undefined) {
      await forgetOld(tx, action);
      await wakeJob(tx, RUN_ACTIONS);
      return { id: added.id, isNew: true };
    }
    const [other] = await tx
      .select({ id: actionRuns.id })
      .from(actionRuns)
      .where(eq(actionRuns.action, action))
      .orderBy(desc(actionRuns.id))
      .limit(1);
    if (other === undefined) throw new Error(`No run of ${action} is there, but one is in the way`);
    return { id: other.id, isNew: false };
  });
}

async function forgetOld(db: Database, action: ActionName): Promise<void> {
  const kept = db
    .select({ id: actionRuns.id })
    .from(actionRuns)
    .where(eq(actionRuns.action, action))
    .orderBy(desc(actionRuns.id))
    .limit(RUNS_KEPT);
  await db.delete(actionRuns).where(and(eq(actionRuns.action, action), sql`${actionRuns.id} not in ${kept}`));
}

/**
 * Runs that report nothing anymore were cut off with their process.
 */
async function cutOffSilent(db: Database, now: Date): Promise<void> {
  await db
    .update(actionRuns)
    .set({ state: "cut-off", finishedAt: now })
    .where(and(eq(actionRuns.state, "running"), IS_SILENT));
}

export type Work = { opened: OpenedDatabase; env: Env; now: Date; report: Report };

/** What an action does: what to tell of it, and what the log keeps. */
export type Done = { said: string; after: Json };

/** How each is done: within the one transaction that notes that it is, or by itself. */
export type Doer = { within: (db: Database, work: Work) => Promise<Done> } | { apart: (work: Work) => Promise<Done> };
export type Doers = Record<ActionName, Doer>;

/** Does everything that is asked for, one after the other, the oldest first. */
export async function workOffRuns(
  work: { opened: OpenedDatabase; env: Env; log: Logger; now: () => Date; isOver: () => boolean },
  doers: Doers,
): Promise<void> {
  const { opened, now, isOver } = work;
  await cutOffSilent(opened.db, now());
  while (!isOver()) {
    const run = await takeNext(opened.db, now());
    if (run === null) return;
    await carryOut(work, run, doers);
  }
}

/** Two instances never take the same. */
async function takeNext(db: Database, now: Date): Promise<RunRow | null> {
  const next = db
    .select({ id: actionRuns.id })
    .from(actionRuns)
    .where(and(eq(actionRuns.state, "waiting"), inArray(actionRuns.action, [...ACTION_NAMES])))
    .orderBy(asc(actionRuns.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await db
    .update(actionRuns)
    .set({ state: "running", startedAt: now, beatAt: sql`now()` })
    .where(sql`${actionRuns.id} = (${next})`)
    .returning();
  return taken ?? null;
}

async function carryOut(
  work: { opened: OpenedDatabase; env: Env; log: Logger; now: () => Date },
  run: RunRow,
  doers: Doers,
): Promise<void> {
  const { opened, env, log, now } = work;
  const { action, id, requestId } = run;
  if (!isActionName(action)) throw new Error(`Nobody knows the action ${action}`);
  const doer = doers[action];
  const beat = new Beat(opened.db, { runId: id, log });
  const own: Work = { opened, env, now: now(), report: (progress) => beat.report(progress) };
  log.info({ action, requestId }, "An action begins");
  try {
    if (action === "clear-demo") await letGoOfDemoAsker(opened.db, id);
    if ("within" in doer) {
      await opened.exclusively(async (tx) => finish(tx, { run, action, done: await doer.within(tx, own), now: now() }));
    } else {
      const done = await doer.apart(own);
      await opened.db.transaction((tx) => finish(tx, { run, action, done, now: now() }));
    }
    log.info({ action, requestId }, "An action is done");
  } catch (error) {
    log.error({ err: error, action, requestId }, "An action failed");
    const outcome = "Something went wrong on our side, and nothing of it was kept. The log tells more.";
    await opened.db.update(actionRuns).set({ state: "failed", finishedAt: now(), outcome }).where(isUnfinished(id));
  } finally {
    beat.end();
  }
}

/**
 * Deleting whoever asked would change the run's own row within the long transaction: its beats would wait for that, and it
 * would seem to have died.
 */
async function letGoOfDemoAsker(db: Database, id: number): Promise<void> {
  const demo = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.isDemo, true), eq(users.isPersona, true)));
  await db
    .update(actionRuns)
    .set({ askedBy: null })
    .where(and(eq(actionRuns.id, id), inArray(actionRuns.askedBy, demo)));
}

/** What was done and that it was: both or neither. */
async function finish(
  db: Database,
  { run, action, done, now }: { run: RunRow; action: ActionName; done: Done; now: Date },
): Promise<void> {
  const subject = { kind: "action", id: action };
  // Whoever asked may have gone since, with the demo data even.
  const [row] = await db.select({ askedBy: actionRuns.askedBy }).from(actionRuns).where(eq(actionRuns.id, run.id));
  const actor = { kind: "staff" as const, id: row?.askedBy ?? null };
  await recordChange(db, { actor, action: ACTIONS[action].audit, subject, before: null, after: done.after, now });
  await db
    .update(actionRuns)
    .set({ state: "done", finishedAt: now, outcome: done.said, step: "" })
    .where(isUnfinished(run.id));
}

/** Whoever was taken for dead and has done it after all has done it. */
function isUnfinished(id: number) {
  return and(eq(actionRuns.id, id), inArray(actionRuns.state, ["running", "cut-off"]));
}

/**
 * Reports, beside the work, that it goes on and how far it is. Nothing waits for the report.
 */
class Beat {
  readonly #db: Database;
  readonly #given: { runId: number; log: Logger };
  readonly #timer: NodeJS.Timeout;
  #progress: Progress | null = null;
  #writtenAt = 0;
  #isWriting = false;
  #isOver = false;

  constructor(db: Database, given: { runId: number; log: Logger }) {
    this.#db = db;
    this.#given = given;
    this.#timer = setInterval(() => this.#write(), BEAT_MS);
    this.#timer.unref();
  }

  report(progress: Progress): void {
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
      .update(actionRuns)
      .set({ beatAt: sql`now()`, ...this.#progress })
      .where(and(eq(actionRuns.id, runId), eq(actionRuns.state, "running")))
      .catch((error: unknown) => log.warn({ err: error }, "The progress of an action was not written"))
      .finally(() => {
        this.#isWriting = false;
      });
  }
}

/** The last run of each action that ever ran. Served by action_runs_by_action. */
export async function lastRuns(db: Database, now: Date): Promise<Map<ActionName, ShownRun>> {
  const found = new Map<ActionName, ShownRun>();
  for (const action of ACTION_NAMES) {
    const [run] = await runsOf(db, { action, now, limit: 1 });
    if (run !== undefined) found.set(action, run);
  }
  return found;
}

/** The last times that an action ran, the newest first. */
export async function runsOf(
  db: Database,
  { action, now, limit = RUNS_KEPT }: { action: ActionName; now: Date; limit?: number },
): Promise<ShownRun[]> {
  const rows = await db
    .select({ run: actionRuns, who: users.name, isSilent: IS_SILENT })
    .from(actionRuns)
    .leftJoin(users, eq(users.id, actionRuns.askedBy))
    .where(eq(actionRuns.action, action))
    .orderBy(desc(actionRuns.id))
    .limit(limit);
  return rows.map((row) => shown(row, now));
}

type FoundRun = { run: RunRow; who: string | null; isSilent: boolean };

function shown({ run, who, isSilent }: FoundRun, now: Date): ShownRun {
  // Nobody has to write that a run has died for its page to say so.
  const isDead = run.state === "running" && isSilent;
  const state = isDead ? "cut-off" : run.state;
  const end = run.finishedAt ?? (state === "running" ? now : null);
  return {
    id: run.id,
    state,
    who: run.askedBy === null ? "Somebody who has gone" : who || "Anonymous",
    askedAt: run.askedAt.toISOString(),
    askedLabel: instantWords(run.askedAt),
    took: run.startedAt === null || end === null ? null : tookWords(end.getTime() - run.startedAt.getTime()),
    step: isUnderWay(state) ? run.step : "",
    share: run.total === null || run.total === 0 ? null : Math.min(1, run.done / run.total),
    outcome: state === "cut-off" ? CUT_OFF : run.outcome,
    requestId: run.requestId,
  };
}

const CUT_OFF = "The server was stopped or died in the middle. What wasn’t finished wasn’t kept; start it again.";

export function instantWords(at: Date): string {
  return INSTANT.format(at);
}

const INSTANT = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

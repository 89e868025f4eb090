import { randomUUID } from "node:crypto";

import { and, asc, eq, isNull, lte } from "drizzle-orm";

import type { LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { uploadDayFolder } from "#app/desk/imports/readers/import-file.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { findLiveSource, LIVE_SOURCES } from "../source-registry.server.ts";
import { listDoneRuns } from "./done-runs.server.ts";
import { RUN_SOURCES_JOB } from "./run-sources.ts";

/**
 * Starts a run of a source, which a job or the command line then works on.
 *
 * @returns The run's id. "off": the source is off. "running": it has a run that hasn't ended, perhaps one that waits for an
 * editor.
 */
export async function requestSourceRun(
  db: Database,
  { name, actor, now }: { name: LiveSourceName; actor: Actor; now: Date },
): Promise<{ runId: string } | "off" | "running"> {
  return db.transaction(async (tx) => {
    const [source] = await tx.select().from(liveSources).where(eq(liveSources.name, name)).for("update");
    if (source?.isOn !== true) return "off";
    const current = and(eq(sourceRuns.source, name), isNull(sourceRuns.endedAt));
    if ((await tx.$count(sourceRuns, current)) > 0) return "running";
    const since = await changesSince(tx, { name, now });
    const folder = `${uploadDayFolder(now.toISOString().slice(0, 10))}/${randomUUID()}`;
    const [run] = await tx
      .insert(sourceRuns)
      .values({ source: name, stage: "fetching", isWhole: since === null, since, folder, startedAt: now })
      .returning({ id: sourceRuns.id });
    if (run === undefined) throw new Error("The run was not written");
    const subject = { kind: "live-source", id: name };
    const after = { run: run.id, since: since?.toISOString() ?? null };
    await recordChange(tx, { actor, action: "live-source.run", subject, before: null, after, now });
    await triggerJob(tx, RUN_SOURCES_JOB);
    return { runId: run.id };
  });
}

/** Starts the runs that are due. */
export async function requestDueRuns(db: Database, now: Date): Promise<void> {
  const due = await db
    .select({ name: liveSources.name })
    .from(liveSources)
    .where(and(eq(liveSources.isOn, true), isNull(liveSources.pausedAt), lte(liveSources.nextRunAt, now)));
  for (const { name } of due) {
    if (findLiveSource(name) === null) continue;
    await requestSourceRun(db, { name, actor: { kind: "job", id: RUN_SOURCES_JOB }, now });
  }
}

/** Runs with work to do, the oldest first. Served by source_runs_current. */
export async function listPendingRuns(db: Database): Promise<{ id: string }[]> {
  return db
    .select({ id: sourceRuns.id })
    .from(sourceRuns)
    .where(isNull(sourceRuns.endedAt))
    .orderBy(asc(sourceRuns.startedAt))
    .limit(LIVE_SOURCES.length);
}

/**
 * The state of the data since when changes are requested. Null: everything is, because the last whole run is too long ago or
 * what it brought was withdrawn or undone.
 */
async function changesSince(db: Database, { name, now }: { name: LiveSourceName; now: Date }): Promise<Date | null> {
  const { everyDays = 0, wholeEveryDays = 0 } = findLiveSource(name) ?? {};
  const done = await listDoneRuns(db, name);
  const whole = done.find(({ isWhole }) => isWhole);
  if (whole === undefined || now.getTime() - whole.startedAt.getTime() > (wholeEveryDays - everyDays) * DAY_MS)
    return null;
  const [last = whole] = done;
  return last.dataAt ?? last.startedAt;
}

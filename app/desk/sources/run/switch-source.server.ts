import { and, eq, isNull, sql } from "drizzle-orm";

import type { LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { cancelImport } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { findLiveSource } from "../source-registry.server.ts";
import { RUN_SOURCES_JOB } from "./run-sources.ts";

type SourceChange = { name: LiveSourceName; actor: Actor; now: Date };

/** Switches a source on, which accepts its license and its traffic. Its first run begins at once. False: it was on. */
export async function switchSourceOn(db: Database, { name, actor, now }: SourceChange): Promise<boolean> {
  const source = findLiveSource(name);
  if (source === null) return false;
  return db.transaction(async (tx) => {
    const row = { isOn: true, acceptedAt: now, pausedAt: null, nextRunAt: now };
    const [changed] = await tx
      .insert(liveSources)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: liveSources.name, set: row, setWhere: eq(liveSources.isOn, false) })
      .returning();
    if (changed === undefined) return false;
    const after = { license: source.source.license, traffic: source.traffic };
    const subject = { kind: "live-source", id: name };
    await recordChange(tx, { actor, action: "live-source.switch-on", subject, before: null, after, now });
    await triggerJob(tx, RUN_SOURCES_JOB);
    return true;
  });
}

/** Switches a source off and stops its run. What it brought stays. False: it was off. */
export async function switchSourceOff(db: Database, change: SourceChange): Promise<boolean> {
  const { name, actor, now } = change;
  await stopSourceRun(db, change);
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(liveSources)
      .set({ isOn: false, pausedAt: null })
      .where(and(eq(liveSources.name, name), eq(liveSources.isOn, true)))
      .returning();
    if (changed.length === 0) return false;
    const subject = { kind: "live-source", id: name };
    await recordChange(tx, { actor, action: "live-source.switch-off", subject, before: null, after: null, now });
    return true;
  });
}

/** Whether runs start by themselves. Runs that are under way end, and admins can still start one. False: nothing to do. */
export async function pauseSource(
  db: Database,
  { name, isPaused, actor, now }: SourceChange & { isPaused: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(liveSources)
      .set({ pausedAt: isPaused ? now : null })
      .where(
        and(
          eq(liveSources.name, name),
          eq(liveSources.isOn, true),
          sql`(${liveSources.pausedAt} is null) = ${isPaused}`,
        ),
      )
      .returning();
    if (changed.length === 0) return false;
    const subject = { kind: "live-source", id: name };
    const action = isPaused ? "live-source.pause" : "live-source.resume";
    await recordChange(tx, { actor, action, subject, before: null, after: null, now });
    if (!isPaused) await triggerJob(tx, RUN_SOURCES_JOB);
    return true;
  });
}

/** Stops the source's run and its import until its next time. What was imported so far stays. False: no run is under way. */
export async function stopSourceRun(db: Database, { name, actor, now }: SourceChange): Promise<boolean> {
  const stopped = await db.transaction(async (tx) => {
    const [run] = await tx
      .update(sourceRuns)
      .set({ stage: "stopped", endedAt: now, worker: null, lockedUntil: null })
      .where(and(eq(sourceRuns.source, name), isNull(sourceRuns.endedAt)))
      .returning({ id: sourceRuns.id, importId: sourceRuns.importId });
    if (run === undefined) return null;
    const nextRunAt = new Date(now.getTime() + (findLiveSource(name)?.everyDays ?? 1) * DAY_MS);
    await tx.update(liveSources).set({ nextRunAt }).where(eq(liveSources.name, name));
    const subject = { kind: "live-source", id: name };
    await recordChange(tx, { actor, action: "live-source.stop", subject, before: null, after: { run: run.id }, now });
    return run;
  });
  if (stopped === null) return false;
  if (stopped.importId !== null) await cancelImport(db, { importId: stopped.importId, actor, now });
  return true;
}

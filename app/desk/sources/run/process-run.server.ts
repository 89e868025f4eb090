import { and, eq, isNull } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { imports, type ImportStage } from "#app/db/schema/importing.ts";
import { liveSources, sourceRuns } from "#app/db/schema/live-sources.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { formatStoredLocation, openImportFile } from "#app/desk/imports/readers/import-file.server.ts";
import { inspectFile } from "#app/desk/imports/readers/read-file.server.ts";
import { brakeReason } from "#app/desk/imports/run/measure-effect.server.ts";
import type { ImportContext } from "#app/desk/imports/run/check-import.server.ts";
import { addImport, processImport, startRun } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatTime } from "#app/lib/format-time.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { Storage } from "#app/platform/storage.server.ts";

import { SourceFault } from "../http/source-fault.ts";
import { SourceHttp, type SourceHttpOptions, type SourceRetry } from "../http/source-http.server.ts";
import type { LiveSource } from "../live-source.server.ts";
import { findLiveSource } from "../source-registry.server.ts";
import { addCounts, type FetchedFile, type FetchProgress, fetchRun } from "./fetch-run.server.ts";
import { acquireRunLease, type RunLease } from "./run-lease.server.ts";

export type SourceRunContext = {
  db: Database;
  env: Env;
  storage: Storage;
  log: Logger;
  actor: Actor;
  now: () => Date;
  /** Aborted when the process is asked to stop, or time is up. The run then goes on later. */
  signal: AbortSignal;
  /** Pauses between requests and names on this machine, for tests. */
  http?: Pick<SourceHttpOptions, "intervalMsMin" | "pause" | "lookup" | "loopbackPort">;
  onFetched?: (progress: FetchProgress) => void;
  onImported?: ImportContext["onProgress"];
};

/**
 * Works on a run until it has ended, an editor has to decide, or time is up; unless another process has it. What fails is
 * noted on the run.
 */
export async function processSourceRun(context: SourceRunContext, runId: string): Promise<void> {
  const { db, log } = context;
  const lease = await acquireRunLease(db, { runId, log });
  if (lease === null) return;
  const { run } = lease;
  try {
    const source = findLiveSource(run.source);
    if (source === null) {
      await endRun(context, { lease, stage: "failed", problem: `There is no source “${run.source}” any more.` });
      return;
    }
    const importId = run.stage === "fetching" ? await fetchImport(context, { source, lease }) : run.importId;
    if (importId !== null) await followImport(context, { source, lease, importId });
  } catch (error) {
    await noteFault(context, { lease, error });
  } finally {
    await lease.release();
  }
}

/** Fetches the source into a file and makes it an import. Null: the run has ended or was stopped. */
async function fetchImport(
  context: SourceRunContext,
  { source, lease }: { source: LiveSource; lease: RunLease },
): Promise<string | null> {
  const { db, env, storage, signal, onFetched } = context;
  const { run } = lease;
  const http = openHttp(context, { source, lease });
  const now = context.now();
  const fetching = { db, storage, hosts: env.sourceHosts, http, signal, now };
  const reading = onFetched === undefined ? fetching : { ...fetching, onProgress: onFetched };
  let fetched: FetchedFile | null;
  try {
    fetched = await fetchRun(reading, { source, lease });
  } finally {
    // Also of a request that failed.
    await lease.update(db, {
      requestCount: run.requestCount + http.requestCount,
      receivedBytes: run.receivedBytes + http.byteCount,
    });
  }
  if (fetched === null) return null;
  if (fetched.recordCount === 0) {
    await endRun(context, { lease, stage: "done", problem: null });
    return null;
  }
  return handOver(context, { source, lease, fetched });
}

function openHttp(
  { db, env, signal, http, now }: SourceRunContext,
  { source, lease }: { source: LiveSource; lease: RunLease },
): SourceHttp {
  const settingUrls = source.hostsOf(env.sourceHosts);
  const onRetry = (wait: SourceRetry) => lease.update(db, { problem: describeRetry(wait, now()) });
  return new SourceHttp({ siteUrl: env.siteUrl, settingUrls, signal, onRetry, ...http });
}

/** "overpass-api.de doesn’t answer. Trying again at 10:42 AM." */
function describeRetry({ host, kind, waitMs }: SourceRetry, now: Date): string {
  const at = formatTime(new Date(now.getTime() + waitMs));
  return `${host} ${kind === "busy" ? "is too busy for us" : "doesn’t answer"}. Trying again at ${at}.`;
}

/** Does what is left once the import is done. False: it was stopped, or time was up and it goes on later. */
async function completeRun(
  context: SourceRunContext,
  { source, lease }: { source: LiveSource; lease: RunLease },
): Promise<boolean> {
  if (source.complete === undefined) return true;
  const { db, env, storage, log, actor, signal } = context;
  const http = openHttp(context, { source, lease });
  // In the process that has fetched the records, the row of the lease is older.
  const [before = lease.run] = await db.select().from(sourceRuns).where(eq(sourceRuns.id, lease.run.id));
  let counts: Record<string, number> = {};
  const save = (soFar: Record<string, number>) => {
    counts = soFar;
    return lease.update(db, {
      requestCount: before.requestCount + http.requestCount,
      receivedBytes: before.receivedBytes + http.byteCount,
      counts: addCounts(before.counts, soFar),
    });
  };
  const work = { db, hosts: env.sourceHosts, storage, log, actor, signal, http, now: context.now(), save };
  try {
    return await source.complete(work);
  } finally {
    // Also of a request that failed.
    await save(counts);
  }
}

async function handOver(
  { db, storage, actor, now }: SourceRunContext,
  { source, lease, fetched }: { source: LiveSource; lease: RunLease; fetched: FetchedFile },
): Promise<string | null> {
  const { folder, startedAt, isWhole } = lease.run;
  const { gap } = fetched;
  const place = formatStoredLocation({ folder, parts: fetched.partCount });
  const found = await inspectFile(openImportFile(place, storage), source.format);
  if ("problem" in found)
    throw new SourceFault("malformed", `What the source sent can’t be imported. ${found.problem}`);
  const day = (fetched.dataAt ?? startedAt).toISOString().slice(0, 10);
  return db.transaction(async (tx) => {
    const added = await addImport(tx, {
      place,
      found,
      fileName: [`${source.source.title}, ${isWhole ? "all of" : "changes until"} ${day}`, gap ?? []].flat().join(", "),
      byteCount: fetched.byteCount,
      source: source.source,
      publishes: source.publishes,
      isWhole: isWhole && gap === null,
      actor,
      now: now(),
    });
    if ("problem" in added)
      throw new SourceFault("malformed", `What the source sent can’t be imported. ${added.problem}`);
    const isOwn = await lease.update(tx, { stage: "importing", importId: added.id });
    if (!isOwn) tx.rollback();
    return added.id;
  });
}

/** Checks and runs the import. Another process may be at it, or an editor may start or stop it on its page. */
async function followImport(
  context: SourceRunContext,
  { source, lease, importId }: { source: LiveSource; lease: RunLease; importId: string },
): Promise<void> {
  const { db, storage, log, actor, now, signal, onImported } = context;
  const work = { db, storage, importId, log, actor, now, isTimeUp: () => signal.aborted };
  let isWaiting = lease.run.stage === "waiting";
  for (;;) {
    const { stage, problem } = await loadImport(db, importId);
    if (stage === "done" && !(await completeRun(context, { source, lease }))) return;
    if (stage === "done" || stage === "failed") return endRun(context, { lease, stage, problem });
    if (stage === "checked") {
      if (isWaiting) return;
      const reason = await brakeReason(db, { importId, actor, now: now() });
      if (reason !== null) {
        await lease.update(db, { stage: "waiting", problem: reason });
        return;
      }
      if (!(await startRun(db, { importId, publishes: source.publishes, actor, now: now() }))) return;
    } else if (stage === "checking" || stage === "running") {
      // An editor has decided that it runs.
      if (isWaiting) await lease.update(db, { stage: "importing", problem: null });
      isWaiting = false;
      await processImport(onImported === undefined ? work : { ...work, onProgress: onImported });
      if (signal.aborted || (await loadImport(db, importId)).stage === stage) return;
    } else return endRun(context, { lease, stage: "stopped", problem: null });
  }
}

async function loadImport(db: Database, importId: string): Promise<{ stage: ImportStage; problem: string | null }> {
  const [row] = await db
    .select({ stage: imports.stage, problem: imports.problem })
    .from(imports)
    .where(eq(imports.id, importId));
  return row ?? { stage: "cancelled", problem: null };
}

async function noteFault(
  context: SourceRunContext,
  { lease, error }: { lease: RunLease; error: unknown },
): Promise<void> {
  const { log } = context;
  const { id: runId, source } = lease.run;
  if (error instanceof SourceFault) {
    if (error.kind === "stopped") return;
    log.warn({ err: error, runId, source }, "A live source could not be read");
    await endRun(context, { lease, stage: "failed", problem: error.message, retryAfterMs: error.retryAfterMs });
    return;
  }
  log.error({ err: error, runId, source }, "A run of a live source failed");
  const problem = "Something went wrong on our side. Nothing of this run was imported. The log says more.";
  await endRun(context, { lease, stage: "failed", problem });
}

/** Ends the run and sets the time of the next one: after a failure, a day later or when the source wants it. */
async function endRun(
  { db, storage, actor, now }: SourceRunContext,
  {
    lease,
    stage,
    problem,
    retryAfterMs,
  }: { lease: RunLease; stage: "done" | "failed" | "stopped"; problem: string | null; retryAfterMs?: number | null },
): Promise<void> {
  const { id, source: name, folder } = lease.run;
  const at = now();
  const pauseMs =
    stage === "failed" ? Math.max(DAY_MS, retryAfterMs ?? 0) : (findLiveSource(name)?.everyDays ?? 1) * DAY_MS;
  const isEnded = await db.transaction(async (tx) => {
    if (!(await lease.update(tx, { stage, problem, endedAt: at }))) return false;
    await tx
      .update(liveSources)
      .set({ nextRunAt: new Date(at.getTime() + pauseMs) })
      .where(eq(liveSources.name, name));
    const subject = { kind: "live-source", id: name };
    const after = { run: id, stage, ...(problem === null ? {} : { problem }) };
    await recordChange(tx, { actor, action: "live-source.end", subject, before: null, after, now: at });
    return true;
  });
  const isWithoutImport = and(eq(sourceRuns.id, id), isNull(sourceRuns.importId));
  // An import deletes its file by itself.
  if (isEnded && (await db.$count(sourceRuns, isWithoutImport)) > 0) await storage.removeFolder(folder);
}

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";

import type { Json, LiveSourceName } from "#app/db/columns/source-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";
import { SourceFault } from "#app/desk/sources/http/source-fault.ts";
import { SourceHttp } from "#app/desk/sources/http/source-http.server.ts";
import type { LiveSource } from "#app/desk/sources/live-source.server.ts";
import { processSourceRun, type SourceRunContext } from "#app/desk/sources/run/process-run.server.ts";
import { requestSourceRun } from "#app/desk/sources/run/request-run.server.ts";
import { switchSourceOn } from "#app/desk/sources/run/switch-source.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { NOW } from "./builders.ts";
import { silentLog } from "./silent-log.ts";

const ACTOR = { kind: "command", id: "sources" } as const;
const NO_PAUSES = { intervalMsMin: 0, pause: async () => {} };

type FetchInput = {
  /** The settings with the addresses of doubles. */
  settings: Record<string, string>;
  cursor?: Json | null;
  since?: Date | null;
};

/** Everything that a source fetches, piece by piece, and its fault if there was one. */
export async function fetchFromSource(db: Database, source: LiveSource, { settings, cursor, since }: FetchInput) {
  const hosts = readEnv(settings).sourceHosts;
  const signal = new AbortController().signal;
  const http = new SourceHttp({
    siteUrl: "https://rowhouse.example",
    settingUrls: source.hostsOf(hosts),
    signal,
    ...NO_PAUSES,
  });
  const records: unknown[] = [];
  const cursors: Json[] = [];
  let gap: string | null = null;
  let dataAt: Date | null = null;
  const outcome = () => ({ records, cursors, gap, dataAt, requestCount: http.requestCount });
  const work = { http, hosts, cursor: cursor ?? null, since: since ?? null, db, now: NOW, signal };
  try {
    for await (const piece of source.fetch(work)) {
      if (piece.records.some((record) => record.includes("\n"))) throw new Error("A record has a line break");
      records.push(...piece.records.map((record): unknown => JSON.parse(record)));
      cursors.push(piece.cursor);
      gap = piece.gap ?? gap;
      dataAt = piece.dataAt ?? dataAt;
    }
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { kind: error.kind, message: error.message, ...outcome() };
  }
  return { kind: null, message: "", ...outcome() };
}

/** Switches a source on, runs it to its end and returns the run. */
export async function runLiveSource(
  db: Database,
  { name, settings, now = NOW }: { name: LiveSourceName; settings: Record<string, string>; now?: Date },
): Promise<SourceRun> {
  const env = readEnv({
    DATA_DIR: mkdtempSync(join(tmpdir(), "rowhouse-sources-")),
    SITE_URL: "https://rowhouse.example",
    ...settings,
  });
  const context: SourceRunContext = {
    db,
    env,
    storage: openStorage(env),
    log: silentLog(),
    actor: ACTOR,
    now: () => now,
    signal: new AbortController().signal,
    http: NO_PAUSES,
  };
  await switchSourceOn(db, { name, actor: ACTOR, now });
  return runOnce(context, { name, now });
}

type SourceRun = typeof sourceRuns.$inferSelect;

/** Runs a source that is on to its end, or to where it waits, and returns the run. */
export async function runOnce(
  context: SourceRunContext,
  { name, now = NOW }: { name: LiveSourceName; now?: Date },
): Promise<SourceRun> {
  const requested = await requestSourceRun(context.db, { name, actor: ACTOR, now });
  if (typeof requested === "string") throw new Error(`The run was refused: ${requested}`);
  await processSourceRun({ ...context, now: () => now }, requested.runId);
  return loadRun(context.db, requested.runId);
}

export async function loadRun(db: Database, id: string): Promise<SourceRun> {
  const [run] = await db.select().from(sourceRuns).where(eq(sourceRuns.id, id));
  if (run === undefined) throw new Error("The run is gone");
  return run;
}

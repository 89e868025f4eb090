import { setTimeout as sleep } from "node:timers/promises";

import { migrate } from "#app/db/migrate.server.ts";
import type { LiveSource } from "#app/desk/sources/live-source.server.ts";
import { processSourceRun } from "#app/desk/sources/run/process-run.server.ts";
import { requestSourceRun } from "#app/desk/sources/run/request-run.server.ts";
import { switchSourceOff, switchSourceOn } from "#app/desk/sources/run/switch-source.server.ts";
import {
  findCurrentRun,
  listLiveSources,
  type SourceOverview,
  type SourceRunOverview,
} from "#app/desk/sources/source-queries.server.ts";
import { describeResult } from "#app/desk/sources/screens/source-labels.ts";
import { findLiveSource, LIVE_SOURCES } from "#app/desk/sources/source-registry.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

const USAGE = `Usage: npm run cli -- sources list
       npm run cli -- sources status
       npm run cli -- sources run NAME
       npm run cli -- sources on NAME | off NAME

  NAME  ${LIVE_SOURCES.map(({ name }) => name).join(", ")}
  on    switches a source on: you accept its license and its traffic, which the list shows`;

const ACTOR = { kind: "command" as const, id: "sources" };

/** How often a run that another process works on is looked at. */
const POLL_MS = 1_000;

/** Lists, switches and runs live sources; see the usage. 1: a run failed or wasn't possible. 2: wrong words. */
export async function sourcesCommand(input: CommandInput): Promise<number> {
  const { args: words, print, opened } = input;
  const [verb = "", name = ""] = words;
  const source = findLiveSource(name);
  const needsName = ["run", "on", "off"].includes(verb);
  if (!(needsName ? source !== null && words.length === 2 : ["list", "status"].includes(verb) && words.length === 1)) {
    if (needsName && name !== "" && source === null) print(`There is no source “${name}”.\n`);
    print(USAGE);
    return 2;
  }
  await migrate(opened, MIGRATIONS_FOLDER);
  if (source !== null) {
    if (verb === "run") return run(input, source);
    return verb === "on" ? switchOn(input, source) : switchOff(input, source);
  }
  const overviews = await listLiveSources(opened.db, readEnv(process.env).sourceHosts);
  for (const overview of overviews)
    for (const line of verb === "list" ? listLines(overview) : statusLines(overview)) print(line);
  return 0;
}

async function switchOn({ opened, print }: CommandInput, { name, source, traffic }: LiveSource): Promise<number> {
  const isSwitched = await switchSourceOn(opened.db, { name, actor: ACTOR, now: new Date() });
  print(
    isSwitched
      ? `${source.title} is on. You accept its license (${source.license}) and its traffic: ${traffic}`
      : `${source.title} was on already.`,
  );
  return 0;
}

async function switchOff({ opened, print }: CommandInput, { name, source }: LiveSource): Promise<number> {
  const isSwitched = await switchSourceOff(opened.db, { name, actor: ACTOR, now: new Date() });
  print(isSwitched ? `${source.title} is off. What it brought stays.` : `${source.title} was off already.`);
  return 0;
}

/** Runs a source to its end, or goes on with the run that is under way. */
async function run(input: CommandInput, { name, source }: LiveSource): Promise<number> {
  const { opened, print } = input;
  const { db } = opened;
  const requested = await requestSourceRun(db, { name, actor: ACTOR, now: new Date() });
  if (requested === "off") {
    print(`${source.title} is off. Switch it on at /admin/sources, or with: npm run cli -- sources on ${name}`);
    return 1;
  }
  const runId = requested === "running" ? (await findCurrentRun(db, name))?.id : requested.runId;
  print(requested === "running" ? `Going on with the run of ${source.title}.` : `Reading ${source.title}.`);
  const env = readEnv(process.env);
  for (;;) {
    if (runId !== undefined) await processSourceRun(runContext(input, env), runId);
    const overview = (await listLiveSources(db, env.sourceHosts)).find((each) => each.name === name);
    const last = overview?.lastRun ?? null;
    if (last === null || last.id !== runId) return 1;
    if (last.endedAt !== null || last.stage === "waiting") {
      for (const line of runLines(last)) print(line);
      return last.stage === "failed" || last.stage === "stopped" ? 1 : 0;
    }
    // Another process works on it.
    await sleep(POLL_MS);
  }
}

function runContext({ opened, print }: CommandInput, env: ReturnType<typeof readEnv>) {
  let lastLine = "";
  return {
    db: opened.db,
    env,
    storage: openStorage(env),
    log: createLogger({ level: env.logLevel }),
    actor: ACTOR,
    now: () => new Date(),
    signal: new AbortController().signal,
    onFetched: ({ recordCount, byteCount }: { recordCount: number; byteCount: number }) =>
      print(`Fetched   ${pluralize(recordCount, "record")}, ${formatMegabytes(byteCount)}`),
    onImported: ({ recordsRead, report }: { recordsRead: number; report: { applied?: number } }) => {
      const [word, count] = report.applied ? ["Imported", report.applied] : ["Checked ", recordsRead];
      const line = `${word}  ${pluralize(count - (count % PROGRESS_RECORDS) || count, "record")}`;
      if (line === lastLine) return;
      lastLine = line;
      print(line);
    },
  };
}

/** A line of progress every so many records. */
const PROGRESS_RECORDS = 2_000;

function listLines({ name, title, license, hosts, traffic, state }: SourceOverview): string[] {
  return [`${name.padEnd(12)} ${title} (${license}), ${state}`, `             ${traffic} Asks ${hosts.join(", ")}.`];
}

function statusLines({ name, state, nextRunAt, lastRun }: SourceOverview): string[] {
  const next = nextRunAt === null ? "" : `, next run ${nextRunAt.toISOString()}`;
  return [`${name}: ${state}${next}`, ...(lastRun === null ? ["  never run"] : runLines(lastRun))];
}

function runLines(run: SourceRunOverview): string[] {
  const { stage, startedAt, endedAt, recordCount, requestCount, receivedBytes, counts, report, importId, problem } =
    run;
  return [
    `  ${STAGE_WORDS[stage]}, begun ${startedAt.toISOString()}${endedAt === null ? "" : `, ended ${endedAt.toISOString()}`}`,
    `  ${pluralize(recordCount, "record")} by ${pluralize(requestCount, "request")}, ${formatMegabytes(receivedBytes)}`,
    ...(report === null ? [] : [`  ${describeResult(report)} /admin/imports/${importId}`]),
    ...Object.entries(counts).map(([what, count]) => `  ${what}: ${count}`),
    ...(problem === null ? [] : [`  ${problem}`]),
  ];
}

const STAGE_WORDS: Record<SourceRunOverview["stage"], string> = {
  fetching: "reading the source",
  importing: "importing",
  waiting: "waits for an editor",
  done: "done",
  failed: "failed",
  stopped: "stopped",
};

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

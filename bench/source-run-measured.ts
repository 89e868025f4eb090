import process from "node:process";

import { eq } from "drizzle-orm";

import { openPostgres } from "#app/db/postgres.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { sourceRuns } from "#app/db/schema/live-sources.ts";
import { processSourceRun } from "#app/desk/sources/run/process-run.server.ts";
import { requestSourceRun } from "#app/desk/sources/run/request-run.server.ts";
import { switchSourceOn } from "#app/desk/sources/run/switch-source.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { silentLog } from "../tests/silent-log.ts";
import { memoryNow, watchMemory } from "./import-figures.ts";

const ACTOR = { kind: "command" as const, id: "bench" };

/** Runs a live source once. Arguments: the database's URL, the source's name, its address and a folder. */
const [databaseUrl = "", name = "", host = "", folder = ""] = process.argv.slice(2);
const source = name === "osm" || name === "websites" ? name : "overture";
const opened = openPostgres(databaseUrl, silentLog());
await measure();
await opened.close();

async function measure(): Promise<void> {
  const { db } = opened;
  const env = readEnv({
    DATA_DIR: folder,
    ...(source === "osm" && { OVERPASS_URL: host }),
    ...(source === "overture" && { OVERTURE_URL: host }),
    SITE_URL: "https://rowhouse.example",
  });
  const change = { name: source, actor: ACTOR, now: new Date() } as const;
  await switchSourceOn(db, change);
  const requested = await requestSourceRun(db, change);
  if (typeof requested === "string") throw new Error(requested);
  console.log(`  ${memoryNow()} before the run`);
  const startedAt = performance.now();
  let memory = watchMemory();
  let fetched = { at: startedAt, memory: "" };
  await processSourceRun(
    {
      db,
      env,
      storage: openStorage(env),
      log: silentLog(),
      actor: ACTOR,
      now: () => new Date(),
      signal: new AbortController().signal,
      http: source === "websites" ? everyNameAt(host) : { intervalMsMin: 0 },
      onFetched: () => {
        fetched = { ...fetched, at: performance.now() };
      },
      onImported: () => {
        if (fetched.memory !== "") return;
        fetched.memory = memory.end();
        memory = watchMemory();
      },
    },
    requested.runId,
  );
  const [run] = await db.select().from(sourceRuns).where(eq(sourceRuns.id, requested.runId));
  const { recordCount = 0, requestCount, receivedBytes = 0, importId, stage, problem } = run ?? {};
  const [work] =
    importId == null ? [] : await db.select({ report: imports.report }).from(imports).where(eq(imports.id, importId));
  const megabytes = (receivedBytes / 1_000_000).toFixed(1);
  const perMinute = Math.round((recordCount * 60_000) / (fetched.at - startedAt));
  console.log(
    `  fetched ${recordCount} records by ${requestCount} requests, ${megabytes} MB, in ${seconds(startedAt, fetched.at)}, ${perMinute} a minute; ${fetched.memory}`,
  );
  console.log(
    `  checked and imported in ${seconds(fetched.at, performance.now())}, ${Math.round(recordCount / ((performance.now() - fetched.at) / 1_000))} records per second; ${memory.end()}`,
  );
  console.log(`  ${stage}${problem === null ? "" : `: ${problem}`} ${JSON.stringify(work?.report)}`);
}

/** Every name is on this machine. The pause between two requests to a host stays. */
function everyNameAt(url: string) {
  return {
    lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    loopbackPort: Number(new URL(url).port),
  };
}

function seconds(from: number, to: number): string {
  return `${((to - from) / 1_000).toFixed(1)} s`;
}

import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { BUILD_FOLDERS, type BuildKind } from "../build-kind.ts";
import { jobRecorder } from "#app/features/actions/job-runs.server.ts";
import { refuseForeignPhotos } from "#app/features/photos/photo-provider.ts";
import { JOBS } from "#app/jobs.ts";
import { announce } from "#app/lib/announce.ts";
import { SettingError } from "#app/lib/setting-error.ts";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { createLogger, type Logger } from "#app/platform/log.server.ts";
import type { SiteOptions, SiteServer } from "#app/server.ts";
import { refuseTrialOnNetwork } from "#app/trial-host.ts";

import { createHttpServer } from "./http-server.ts";
import { prepareDatabase } from "./prepare-database.ts";

/** After this a stop no longer waits for requests under way. */
const DRAIN_MS_MAX = 10_000;

const IDLE_CHECK_MS = 100;

/** After this a stop waits for nothing more, such as a database that answers nothing. */
const STOP_MS_MAX = 20_000;

/** Between two tries to start the jobs. */
const JOBS_PAUSE_MS = 2_000;

/** What the built server bundle exports. */
type SiteModule = { createSite: (options: SiteOptions) => Promise<SiteServer> };

/** Serves a build until it is told to stop. */
export async function serve([word]: string[], given: Pick<SiteOptions, "websites"> = {}): Promise<number> {
  const kind: BuildKind = word === "production" ? "production" : "trial";
  const env = readEnv(process.env);
  if (kind === "trial") refuseTrialOnNetwork(env);
  refuseForeignPhotos(env, kind);
  const log = createLogger({ level: env.logLevel });
  const folder = BUILD_FOLDERS[kind];
  // React chooses by this, when it is loaded, between its build for users and the many times slower one for developers.
  process.env["NODE_ENV"] = "production";
  const site: SiteModule = await import(pathToFileURL(join(folder, "server", "index.js")).href);
  const opened = await prepareDatabase(env, log, kind);
  const assetsFolder = join(folder, "client");
  const served = await site.createSite({ opened, env, log, now: () => new Date(), assetsFolder, ...given });
  const server = createHttpServer(served);
  const stop = toldToStop();
  try {
    await listen(server, env);
  } catch (error) {
    // Whatever stays open would keep the process from ending.
    await served.close();
    await opened.close();
    throw error;
  }
  // Since the start of the process: most of a start is loading what the site is made of.
  const seconds = (performance.now() / 1000).toFixed(1);
  announce(`rowhouse: ${env.siteUrl} is up after ${seconds} s. Stop it with Ctrl-C.`);
  const stopping = new AbortController();
  const startOnce = () => startJobs({ opened, jobs: JOBS, env, log, recorder: jobRecorder({ opened, log }) });
  const jobs = startedInTime(startOnce, { log, signal: stopping.signal });
  await stop;
  stopping.abort();
  setTimeout(() => cutShort(log), STOP_MS_MAX).unref();
  served.endStreams();
  // At once: a job that sends mails has as long as the requests have to note what it has in its hands.
  await Promise.all([jobs.then((stopJobs) => stopJobs?.()), drain(server, log)]);
  await served.close();
  await opened.close();
  return 0;
}

/**
 * Starts the jobs as soon as the database allows: it may have gone away since the site was prepared, and pages say so by
 * themselves meanwhile.
 *
 * @returns What stops them; nothing when the site is stopped before they could be started.
 */
async function startedInTime(
  start: () => Promise<() => Promise<void>>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<(() => Promise<void>) | undefined> {
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      log.error({ err: error }, "The jobs could not be started, and are tried again in a moment");
      await pause(JOBS_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}

function listen(server: Server, env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = error.code === "EADDRINUSE";
      reject(inUse ? new SettingError(`PORT: got ${env.port}, but another program uses it; choose another`) : error);
    });
    server.listen(env.port, env.host, resolve);
  });
}

/** A terminal's Ctrl-C reaches every program of `npm start`, and each passes it on: one stop is told several times. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
  });
}

function cutShort(log: Logger): void {
  log.warn("The stop took too long and is cut short");
  process.exit(1);
}

/** Takes no more connections and lets requests under way finish. */
function drain(server: Server, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      log.warn("Some requests did not finish in time");
      server.closeAllConnections();
    }, DRAIN_MS_MAX);
    // A browser keeps its connection after the answer it still got, so they fall idle one by one.
    const closing = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(closing);
      resolve();
    });
  });
}

import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";

import { BUILD_FOLDERS, type BuildKind } from "../build-kind.ts";
import { createJobRecorder } from "#app/desk/operations/jobs/job-runs.server.ts";
import { assertPhotoProviderAllowed } from "#app/guide/photos/stock/photo-provider.ts";
import { JOBS } from "#app/jobs.ts";
import { announce } from "#app/lib/announce.ts";
import { SettingError } from "#app/lib/setting-error.ts";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { createLogger, type Logger } from "#app/platform/log.server.ts";
import type { SiteOptions } from "#app/http/site-services.server.ts";
import type { SiteServer } from "#app/server.ts";
import { assertTrialIsLocal } from "#app/http/trial-host.ts";

import { createHttpServer } from "./http-server.ts";
import { prepareDatabase } from "./prepare-database.ts";

/** On shutdown, running requests may take this long to finish. */
const DRAIN_MS_MAX = 10_000;

const IDLE_CHECK_MS = 100;

/** After this, shutdown waits for nothing more, such as an unresponsive database. */
const STOP_MS_MAX = 20_000;

/** Pause between two attempts to start the jobs. */
const JOBS_PAUSE_MS = 2_000;

/** What the built server bundle exports. */
type SiteModule = { createSite: (options: SiteOptions) => Promise<SiteServer> };

/** Serves a build until a stop signal. */
export async function serve([word]: string[], given: Pick<SiteOptions, "websites"> = {}): Promise<number> {
  const kind: BuildKind = word === "production" ? "production" : "trial";
  const env = readEnv(process.env);
  if (kind === "trial") assertTrialIsLocal(env);
  assertPhotoProviderAllowed(env, kind);
  const log = createLogger({ level: env.logLevel });
  const folder = BUILD_FOLDERS[kind];
  // React picks its production build by this when it is loaded; the development build is many times slower.
  process.env["NODE_ENV"] = "production";
  const site: SiteModule = await import(pathToFileURL(join(folder, "server", "index.js")).href);
  const opened = await prepareDatabase(env, log, kind);
  const assetsFolder = join(folder, "client");
  const served = await site.createSite({ opened, env, log, now: () => new Date(), assetsFolder, ...given });
  const server = createHttpServer(served);
  const stop = waitForStopSignal();
  try {
    await listen(server, env);
  } catch (error) {
    // Open resources would keep the process from exiting.
    await served.close();
    await opened.close();
    throw error;
  }
  // Measured from the process start, because most of the time is spent loading modules.
  const seconds = (performance.now() / 1000).toFixed(1);
  announce(`rowhouse: ${env.siteUrl} is up after ${seconds} s. Stop it with Ctrl-C.`);
  const stopping = new AbortController();
  const startOnce = () => startJobs({ opened, jobs: JOBS, env, log, recorder: createJobRecorder({ opened, log }) });
  const jobs = startJobsWithRetry(startOnce, { log, signal: stopping.signal });
  await stop;
  stopping.abort();
  setTimeout(() => exitNow(log), STOP_MS_MAX).unref();
  served.endStreams();
  // In parallel, so that the job that sends mail has the same time as requests to record its state.
  await Promise.all([jobs.then((stopJobs) => stopJobs?.()), drain(server, log)]);
  await served.close();
  await opened.close();
  return 0;
}

/**
 * Starts the jobs, and retries while the database is unavailable. Pages report the outage themselves meanwhile.
 *
 * @returns A function that stops them; undefined when the site is stopped before they start.
 */
async function startJobsWithRetry(
  start: () => Promise<() => Promise<void>>,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<(() => Promise<void>) | undefined> {
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      log.error({ err: error }, "The jobs could not be started. Retrying in a moment");
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

/** Resolves at the first stop signal. Ctrl-C reaches every process of `npm start`, and each forwards it, so it arrives several times. */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGTERM", () => resolve());
    process.on("SIGINT", () => resolve());
  });
}

function exitNow(log: Logger): void {
  log.warn("Shutdown took too long. Exiting now");
  process.exit(1);
}

/** Accepts no new connections and lets running requests finish. */
function drain(server: Server, log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      log.warn("Some requests did not finish in time");
      server.closeAllConnections();
    }, DRAIN_MS_MAX);
    // Browsers keep connections open after their last answer, so idle ones are closed repeatedly.
    const closing = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(closing);
      resolve();
    });
  });
}

import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { pino } from "pino";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { type Env, readEnv } from "#app/platform/env.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";
import { type Logger, serializeError } from "#app/platform/log.server.ts";
import type { RouteTable } from "#app/platform/route-table.ts";
import type { SiteOptions } from "#app/http/site-services.server.ts";
import type { SiteServer } from "#app/server.ts";

import { BUILD_FOLDERS } from "../build-kind.ts";
import { createHttpServer } from "../cli/http-server.ts";
import { AXE_PATH, AXE_SOURCE } from "./axe-source.ts";
import { count } from "./start-counts.ts";
import { createDatabase, type Template } from "./databases.ts";
import { markEnded, markRunning } from "./ended-sites.ts";

export type OpenOptions = {
  /** Settings by name, as an operator sets them. */
  settings?: Record<string, string>;
  /** Default: a trial's after sample activity was loaded. */
  template?: Template;
  /** The site's clock, before `passTime`; default: this machine's clock. */
  now?: () => Date;
  /**
   * True: runs jobs when they are due, as in production. Otherwise nothing is mailed, prepared or cleaned up until a
   * test calls `runJob`, which makes waiting unnecessary.
   */
  jobs?: boolean;
  /** Log lines that the test provokes on purpose; every other warning or error during a test makes it fail. */
  expectedLogs?: RegExp[];
  websites?: SiteOptions["websites"];
  /** True: live maps have almost nothing to draw, which takes seconds on a machine without a GPU. */
  emptyMap?: boolean;
};

/** A built trial in this process, on its own database. */
export type Site = {
  /** Its origin, without a trailing slash. */
  url: string;
  /** Its database, for what no page does or what would take many pages. */
  db: Database;
  opened: OpenedDatabase;
  env: Env;
  log: Logger;
  now: () => Date;
  /** Moves the site's clock forward. Scheduled jobs use the machine's clock. */
  passTime: (ms: number) => void;
  /**
   * Runs `work` with the clock set back by `ms`, for instance to open a form that is then old enough to be submitted.
   */
  atEarlierTime: <Result>(ms: number, work: () => Promise<Result>) => Promise<Result>;
  /** Runs a job now, to its end. */
  runJob: (job: Job) => Promise<void>;
  /** Its log so far, line by line. */
  logLines: () => string[];
  close: () => Promise<void>;
};

type Running = { site: Site; complaints: string[] };

/** This worker's sites that aren't closed yet. */
const running = new Set<Running>();

/** Errors of React and Node on the console, which aren't logged: a failed hydration, for instance. */
const onConsole: string[] = [];

const WARN = 40;

/** A MapLibre style without sources: land and nothing else. */
const EMPTY_STYLE_PATH = "/empty-map-style.json";
const EMPTY_STYLE = JSON.stringify({
  version: 8,
  sources: {},
  layers: [{ id: "land", type: "background", paint: { "background-color": "#eeeeee" } }],
});

type TestFile = { type: string; text: string; cache: string };

/** Files that tests need in addition to what a site serves. */
const TEST_FILES = new Map<string, TestFile>([
  [EMPTY_STYLE_PATH, { type: "application/json", text: EMPTY_STYLE, cache: "no-store" }],
  [AXE_PATH, { type: "text/javascript", text: AXE_SOURCE, cache: "max-age=86400" }],
]);

/** Opens a site on a free port, as `npm start` serves it, but in this process. */
export async function openSite(options: OpenOptions = {}): Promise<Site> {
  count("sites");
  const { template = "trial" } = options;
  const clock = new Clock(options.now);
  const database = await createDatabase(template);
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-e2e-"));
  const slot = await takeSlot();
  const { url } = slot;
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SITE_URL: url,
    PORT: new URL(url).port,
    // Each visitor of a test has its own address, as behind a proxy.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    LOG_LEVEL: "warn",
    ...(options.emptyMap === true ? { MAP_STYLE_URL: url + EMPTY_STYLE_PATH } : {}),
    ...options.settings,
  });
  const lines: string[] = [];
  const complaints: string[] = [];
  const log = pino(
    { level: env.logLevel, serializers: { err: serializeError } },
    { write: (line: string) => note(line, { lines, complaints, expected: options.expectedLogs ?? [] }) },
  );
  const opened = openPostgres(database.url, log, "trial site");
  const assetsFolder = join(BUILD_FOLDERS.trial, "client");
  const { createSite } = await builtSite();
  const { websites } = options;
  const served = await createSite({ opened, env, log, now: clock.now, assetsFolder, ...(websites && { websites }) });
  slot.serve(served);
  const stopJobs = options.jobs === true ? await startJobsOf({ opened, env, log }) : async () => {};
  markRunning(url);
  const close = async () => {
    // The fixture closes the site again after a test that closed it early.
    if (!running.delete(held)) return;
    markEnded(url);
    served.endStreams();
    await stopJobs();
    slot.server.closeAllConnections();
    await served.close();
    await opened.close();
    freeSlots.push(slot);
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const site: Site = {
    url,
    db: opened.db,
    opened,
    env,
    log,
    now: clock.now,
    passTime: clock.pass,
    atEarlierTime: clock.earlier,
    runJob: (job) => job.run({ db: opened.db, env, now: clock.now(), log, opened }),
    logLines: () => [...lines],
    close,
  };
  const held: Running = { site, complaints };
  running.add(held);
  return site;
}

class Clock {
  #passedMs = 0;
  readonly #base: () => Date;

  constructor(base = () => new Date()) {
    this.#base = base;
  }

  now = (): Date => new Date(this.#base().getTime() + this.#passedMs);

  pass = (ms: number): void => {
    this.#passedMs += ms;
  };

  earlier = async <Result>(ms: number, work: () => Promise<Result>): Promise<Result> => {
    this.pass(-ms);
    try {
      return await work();
    } finally {
      this.pass(ms);
    }
  };
}

/** Warnings and errors of this worker's sites and of the console since the last call. */
export function takeLoggedProblems(): string[] {
  return [...[...running].flatMap(({ complaints }) => complaints.splice(0)), ...onConsole.splice(0)];
}

type SiteModule = { routes: RouteTable; createSite: (options: SiteOptions) => Promise<SiteServer> };

let built: Promise<SiteModule> | null = null;

/** The bundle, which a worker loads once. Its rate limits by address are shared, so each test uses its own address. */
export function builtSite(): Promise<SiteModule> {
  built ??= readBuilt();
  return built;
}

async function readBuilt(): Promise<SiteModule> {
  collectConsole();
  const file = pathToFileURL(resolve(BUILD_FOLDERS.trial, "server", "index.js")).href;
  return import(/* @vite-ignore */ file);
}

function collectConsole(): void {
  for (const level of ["warn", "error"] as const) {
    const plain = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      const text = words.map(String).join(" ");
      // The provider that tests sign in at warns that it is one for tests.
      if (!text.includes("oidc-provider WARNING")) onConsole.push(`console.${level}: ${text}`);
      plain(...words);
    };
  }
}

function note(
  line: string,
  { lines, complaints, expected }: { lines: string[]; complaints: string[]; expected: RegExp[] },
): void {
  lines.push(line.trimEnd());
  if (levelOf(line) >= WARN && !expected.some((each) => each.test(line))) complaints.push(line.trimEnd());
}

function levelOf(line: string): number {
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
}

/**
 * An origin of this worker that consecutive sites reuse. To the browser they are the same site, so windows with cached
 * files can be reused for the next site.
 */
type Slot = { server: Server; url: string; serve: (site: SiteServer) => void };

const freeSlots: Slot[] = [];

/** Origins of all slots of this worker. */
const origins = new Set<string>();

/** Whether a site of this process was served at an origin, together with the test files. */
export function isServedHere(origin: string): boolean {
  return origins.has(origin);
}

async function takeSlot(): Promise<Slot> {
  return freeSlots.shift() ?? openSlot();
}

/** Gets its port before there is a site, because the site has to know its own URL. */
async function openSlot(): Promise<Slot> {
  let served: SiteServer | null = null;
  const site = () => {
    if (served === null) throw new Error("Nothing is served yet");
    return served;
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const file = TEST_FILES.get(request.url ?? "");
    if (file === undefined) return site().listener(request, response);
    response.writeHead(200, { "content-type": file.type, "cache-control": file.cache });
    response.end(file.text);
  };
  const server = createHttpServer({ listener, plainAnswer: (status) => site().plainAnswer(status) });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  const url = `http://localhost:${address.port}`;
  origins.add(url);
  return { server, url, serve: (it) => void (served = it) };
}

/** Loaded only on request: loading all jobs takes a second. */
async function startJobsOf(given: { opened: OpenedDatabase; env: Env; log: Logger }): Promise<() => Promise<void>> {
  const [{ startJobs }, { JOBS }, { createJobRecorder: jobRecorder }] = await Promise.all([
    import("#app/platform/jobs.server.ts"),
    import("#app/jobs.ts"),
    import("#app/desk/operations/jobs/job-runs.server.ts"),
  ]);
  return startJobs({ ...given, jobs: JOBS, recorder: jobRecorder(given) });
}

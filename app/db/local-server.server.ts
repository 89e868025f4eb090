import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";

import { Client } from "pg";

import { SettingError } from "#app/lib/setting-error.ts";

import { type Cluster, DATABASE_NAME } from "./local-cluster.server.ts";
import { cannotStart, lastLine, programOptions, programPath, runProgram } from "./postgres-programs.server.ts";

/** Names the socket; no TCP port is opened where there are sockets. */
const SOCKET_PORT = 5432;

/** A server that went down hard reads its log again before it answers: gigabytes of it, on a slow disk. */
const START_MS_MAX = 300_000;
const LOOK_MS = 25;

/** After a crash, processes of the server before may hold its memory for a moment. */
const STARTS_MAX = 40;
const START_AGAIN_MS = 250;

/**
 * Small, for a machine of 1 GB that runs the site beside it; durable, which is PostgreSQL's default and stands here to be
 * seen. Nothing is compiled or run in parallel, as everywhere (postgres.server.ts).
 */
const SETTINGS = [
  "fsync=on",
  "synchronous_commit=on",
  "full_page_writes=on",
  "max_connections=40",
  "shared_buffers=64MB",
  "work_mem=4MB",
  "maintenance_work_mem=48MB",
  "effective_cache_size=512MB",
  "random_page_cost=1.1",
  "max_wal_size=512MB",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_worker_processes=2",
  "max_parallel_workers=0",
  "max_parallel_maintenance_workers=0",
  "autovacuum_max_workers=2",
  "io_method=sync",
  "jit=off",
  "timezone=UTC",
  "log_timezone=UTC",
  "logging_collector=on",
  "log_filename=postgresql-%a.log",
  "log_rotation_age=1d",
  "log_rotation_size=0",
  "log_truncate_on_rotation=on",
  // Failed statements are the site's to log, without the values they were asked with.
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  "log_checkpoints=off",
];

/**
 * Makes sure that the cluster's server runs and answers, whoever started it; starts it if nobody has.
 *
 * @returns Where clients find it.
 * @throws SettingError when it can't be started; with the server's own last word.
 */
export async function ensureServer(cluster: Cluster): Promise<string> {
  const deadline = performance.now() + START_MS_MAX;
  let starts = 0;
  let started: Started | null = null;
  while (performance.now() < deadline) {
    const url = serverUrl(cluster);
    const state = url === null ? "absent" : await askState(url);
    if (state === "ready" && url !== null) return url;
    if (state === "absent" && started !== null && started.ended() !== null) {
      // It may have given way to one that somebody else started just now.
      const isOther = isPostmaster(readPid(cluster), cluster);
      if (!isOther && starts >= STARTS_MAX) throw cannotStart(lastLine(started.output()));
      if (!isOther && !mayComeUp(started.output())) throw cannotStart(lastLine(started.output()));
      await after(START_AGAIN_MS);
      started = null;
    }
    if (state === "absent" && started === null && !isPostmaster(readPid(cluster), cluster)) {
      starts += 1;
      started = await startServer(cluster);
    }
    await after(LOOK_MS);
  }
  throw cannotStart(`it did not answer within ${START_MS_MAX / 1000} s; its log is in ${cluster.log}`);
}

/** Ends it after what is under way was broken off and everything was written: the "fast" way. Returns when it has ended. */
export function stopServer(cluster: Cluster): void {
  const { data, programs, user } = cluster;
  try {
    runProgram(programs, user, ["pg_ctl", "stop", "-D", data, "-m", "fast", "-w", "-t", "60"]);
  } catch (error) {
    // One that has ended by itself meanwhile is what was asked for.
    if (isPostmaster(readPid(cluster), cluster)) throw error;
  }
}

/** Whether it was started as we would start it: by the same programs, with the same settings. */
export function isStartedAsNow(cluster: Cluster): boolean {
  const path = join(cluster.data, "postmaster.opts");
  const words = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (cluster.isOld) return true;
  return words.includes(cluster.programs.folder) && SETTINGS.every((setting) => words.includes(`"${setting}"`));
}

/** The address of a database of the running server; null where clients come by TCP and none runs. */
function serverUrl(cluster: Cluster): string | null {
  const url = new URL(`postgres://localhost:${SOCKET_PORT}/${DATABASE_NAME}`);
  url.username = DATABASE_NAME;
  url.password = cluster.password;
  if (cluster.socketFolder !== null) {
    url.searchParams.set("host", cluster.socketFolder);
    return url.href;
  }
  const port = readPid(cluster)?.port ?? null;
  if (port === null) return null;
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}

type ServerState = "ready" | "starting" | "absent";

/** Asks the server itself: a process id may be another program's by now, an answer can't be. */
async function askState(url: string): Promise<ServerState> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === NO_SUCH_DATABASE) return createDatabase(url);
    if (code === "ENOENT" || code === "ECONNREFUSED" || code === "EACCES") return "absent";
    if (code === "28P01")
      throw new SettingError("the password file beside our own PostgreSQL is not the one it was made with", {
        cause: error,
      });
    // Starting, stopping, recovering, or cut off by any of them.
    return "starting";
  } finally {
    await client.end().catch(() => {});
  }
}

const NO_SUCH_DATABASE = "3D000";

/** The first to come makes it; another who comes just then finds it made. */
async function createDatabase(url: string): Promise<ServerState> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new Client({ connectionString: maintenance.href });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`create database ${DATABASE_NAME}`);
    return "ready";
  } catch {
    return "starting";
  } finally {
    await client.end().catch(() => {});
  }
}

type Started = { ended: () => number | null; output: () => string };

/** In a session of its own: a Ctrl-C in the terminal is the site's to hear, which then stops the server. */
async function startServer(cluster: Cluster): Promise<Started> {
  const { data, programs, socketFolder, user } = cluster;
  forgetDeadServer(cluster);
  const places =
    socketFolder === null
      ? ["listen_addresses=127.0.0.1", `port=${await ownPort(cluster)}`]
      : [
          "listen_addresses=",
          `port=${SOCKET_PORT}`,
          `unix_socket_directories=${quoted(socketFolder)}`,
          "unix_socket_permissions=0700",
        ];
  // An older server knows the plain settings alone, and runs once, to be read.
  const settings = cluster.isOld ? places : [...SETTINGS, ...places, `log_directory=${cluster.log}`];
  const firstWords = join(cluster.folder, "start.log");
  const logBefore = logSizes(cluster);
  const output = openSync(firstWords, "w", 0o600);
  const child = spawn(programPath(programs, "postgres"), ["-D", data, ...settings.flatMap((each) => ["-c", each])], {
    ...programOptions(programs, user),
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  let ended: number | null = null;
  let problem: Error | null = null;
  child.on("exit", (code) => {
    ended = code ?? 1;
  });
  child.on("error", (error) => {
    ended = 1;
    problem = error;
  });
  child.unref();
  return {
    ended: () => ended,
    output: () => problem?.message ?? readFileSync(firstWords, "utf8") + loggedSince(cluster, logBefore),
  };
}

function logSizes({ log }: Cluster): Map<string, number> {
  return new Map(readdirSync(log).map((name) => [name, statSync(join(log, name)).size]));
}

/** Once its log is under way, a server says only there why it ends. */
function loggedSince({ log }: Cluster, before: Map<string, number>): string {
  const parts = readdirSync(log).map((name) => {
    const bytes = readFileSync(join(log, name));
    const from = before.get(name) ?? 0;
    // One that has become shorter was begun again, a week later.
    return bytes.subarray(from > bytes.length ? 0 : from).toString("utf8");
  });
  return parts.join("");
}

/** What passes by itself: the server before is not quite gone, or somebody else's start was quicker. */
function mayComeUp(output: string): boolean {
  return /shared memory block .* still in use|lock file ".*" already exists|is another postmaster/.test(output);
}

type Pid = { pid: number; port: number | null };

/** What the running server wrote of itself; null when there is no such file, or nothing in it. Source: pidfile.h. */
function readPid({ data }: Cluster): Pid | null {
  return readPidIn(join(data, "postmaster.pid"));
}

function readPidIn(path: string): Pid | null {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const pid = Number.parseInt(lines[0] ?? "", 10);
  const port = Number.parseInt(lines[3] ?? "", 10);
  return Number.isNaN(pid) ? null : { pid, port: Number.isNaN(port) ? null : port };
}

/** Whether that process lives and is a server of this cluster, where the system tells what a process is. */
function isPostmaster(found: Pid | null, { data }: Cluster): boolean {
  if (found === null) return false;
  try {
    process.kill(found.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  try {
    return readFileSync(`/proc/${found.pid}/cmdline`, "utf8").split("\0").includes(data);
  } catch {
    return !existsSync("/proc/self/cmdline");
  }
}

/**
 * A power cut or a killed server leaves its process id behind, or an empty file, beside its data and beside its socket.
 * PostgreSQL refuses to start on an empty one or on one whose id another program has by now.
 */
function forgetDeadServer(cluster: Cluster): void {
  const { data, socketFolder } = cluster;
  const paths = [join(data, "postmaster.pid")];
  if (socketFolder !== null) paths.push(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`));
  for (const path of paths) forgetDead(path, cluster);
}

/** @param path A file whose first line is the process id of a server. */
function forgetDead(path: string, cluster: Cluster): void {
  if (!existsSync(path) || isPostmaster(readPidIn(path), cluster)) return;
  const aside = `${path}.${process.pid}`;
  const before = readFileSync(path, "utf8");
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another start may have written its own in between: that one goes back.
  if (readFileSync(aside, "utf8") === before) rmSync(aside);
  else renameSync(aside, path);
}

/** As a list of folders with one member: quoted, or a comma would end it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/** The same as the last time, since a site that starts its server again goes on using the address it has; else a free one. */
async function ownPort({ folder }: Cluster): Promise<number> {
  const note = join(folder, "port");
  const last = existsSync(note) ? Number.parseInt(readFileSync(note, "utf8"), 10) : 0;
  const port = await portIfFree(last).catch(() => portIfFree(0));
  writeFileSync(note, String(port), { mode: 0o600 });
  return port;
}

/** @param port 0 for any. @throws Where it isn't free. */
function portIfFree(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}

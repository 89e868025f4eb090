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
import {
  cannotStartError,
  lastErrorLine,
  programOptions,
  programPath,
  runProgram,
} from "./postgres-programs.server.ts";

/** Names the socket file. No TCP port is opened where there are sockets. */
const SOCKET_PORT = 5432;

/** After a hard crash, a server replays its log before it answers: gigabytes, on a slow disk. */
const START_MS_MAX = 300_000;
const LOOK_MS = 25;

/** After a crash, processes of the previous server may hold its memory for a moment. */
const STARTS_MAX = 40;
const START_AGAIN_MS = 250;

/**
 * Small, for a machine with 1 GB that also runs the site. Durability is PostgreSQL's default, stated here explicitly.
 * No JIT and no parallel workers, as everywhere (postgres.server.ts).
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
  // The site logs failed statements itself, without their parameter values.
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  "log_checkpoints=off",
];

/**
 * Makes sure that the cluster's server runs and answers, and starts it if necessary.
 *
 * @returns The URL for clients.
 * @throws SettingError when it can't be started, with the server's last log line.
 */
export async function ensureServer(cluster: Cluster): Promise<string> {
  const deadline = performance.now() + START_MS_MAX;
  let starts = 0;
  let started: StartedServer | null = null;
  while (performance.now() < deadline) {
    const url = serverUrl(cluster);
    const state = url === null ? "absent" : await probeState(url);
    if (state === "ready" && url !== null) return url;
    if (state === "absent" && started !== null && started.ended() !== null) {
      // It may have given way to a server that another process started just now.
      const isOther = isPostmaster(readPid(cluster), cluster);
      if (!isOther && starts >= STARTS_MAX) throw cannotStartError(lastErrorLine(started.output()));
      if (!isOther && !isTransientFailure(started.output())) throw cannotStartError(lastErrorLine(started.output()));
      await after(START_AGAIN_MS);
      started = null;
    }
    if (state === "absent" && started === null && !isPostmaster(readPid(cluster), cluster)) {
      starts += 1;
      started = await startServer(cluster);
    }
    await after(LOOK_MS);
  }
  throw cannotStartError(`it did not answer within ${START_MS_MAX / 1000} s; its log is in ${cluster.log}`);
}

/**
 * Stops the server in "fast" mode: running statements are aborted and everything is written. Returns when it has
 * stopped.
 */
export function stopServer(cluster: Cluster): void {
  const { data, programs, user } = cluster;
  try {
    runProgram(programs, user, ["pg_ctl", "stop", "-D", data, "-m", "fast", "-w", "-t", "60"]);
  } catch (error) {
    // A server that has stopped by itself in the meantime is fine.
    if (isPostmaster(readPid(cluster), cluster)) throw error;
  }
}

/** Whether it was started with this release's programs and settings. */
export function hasCurrentSettings(cluster: Cluster): boolean {
  const path = join(cluster.data, "postmaster.opts");
  const words = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (cluster.isPreviousMajor) return true;
  return words.includes(cluster.programs.folder) && SETTINGS.every((setting) => words.includes(`"${setting}"`));
}

/** The URL of the running server's database; null when clients connect by TCP and no server runs. */
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

/** Connects to the server itself: a process id may belong to another program by now, but an answer can't. */
async function probeState(url: string): Promise<ServerState> {
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
      throw new SettingError("the password file doesn't match the bundled PostgreSQL's database", {
        cause: error,
      });
    // Starting, stopping or recovering, or interrupted by any of these.
    return "starting";
  } finally {
    await client.end().catch(() => {});
  }
}

const NO_SUCH_DATABASE = "3D000";

/** The first process creates it; a process that comes just then finds it on the next attempt. */
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

type StartedServer = { ended: () => number | null; output: () => string };

/**
 * Starts the server in its own session, so that a Ctrl-C in the terminal reaches only the site, which then stops the
 * server.
 */
async function startServer(cluster: Cluster): Promise<StartedServer> {
  const { data, programs, socketFolder, user } = cluster;
  removeStalePidFiles(cluster);
  const places =
    socketFolder === null
      ? ["listen_addresses=127.0.0.1", `port=${await choosePort(cluster)}`]
      : [
          "listen_addresses=",
          `port=${SOCKET_PORT}`,
          `unix_socket_directories=${quoted(socketFolder)}`,
          "unix_socket_permissions=0700",
        ];
  // An older server may not know all settings, and runs only once, to be read.
  const settings = cluster.isPreviousMajor ? places : [...SETTINGS, ...places, `log_directory=${cluster.log}`];
  const startLog = join(cluster.folder, "start.log");
  const logBefore = logSizes(cluster);
  const output = openSync(startLog, "w", 0o600);
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
    output: () => problem?.message ?? readFileSync(startLog, "utf8") + loggedSince(cluster, logBefore),
  };
}

function logSizes({ log }: Cluster): Map<string, number> {
  return new Map(readdirSync(log).map((name) => [name, statSync(join(log, name)).size]));
}

/** Once logging has started, a server reports only in its log file why it stops. */
function loggedSince({ log }: Cluster, before: Map<string, number>): string {
  const parts = readdirSync(log).map((name) => {
    const bytes = readFileSync(join(log, name));
    const from = before.get(name) ?? 0;
    // A file that has become shorter was truncated by rotation, a week later.
    return bytes.subarray(from > bytes.length ? 0 : from).toString("utf8");
  });
  return parts.join("");
}

/** Failures that pass by themselves: the previous server isn't quite gone, or another process started one first. */
function isTransientFailure(output: string): boolean {
  return /shared memory block .* still in use|lock file ".*" already exists|is another postmaster/.test(output);
}

type Pid = { pid: number; port: number | null };

/** What the running server wrote into its pid file; null when the file is missing or empty. Source: pidfile.h. */
function readPid({ data }: Cluster): Pid | null {
  return readPidIn(join(data, "postmaster.pid"));
}

function readPidIn(path: string): Pid | null {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const pid = Number.parseInt(lines[0] ?? "", 10);
  const port = Number.parseInt(lines[3] ?? "", 10);
  return Number.isNaN(pid) ? null : { pid, port: Number.isNaN(port) ? null : port };
}

/** Whether that process is alive and is a server of this cluster, as far as the operating system can tell. */
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
 * A power cut or a killed server leaves its pid file behind, or an empty one. PostgreSQL refuses to start on an empty
 * file, or if another program has that process id by now.
 */
function removeStalePidFiles(cluster: Cluster): void {
  const { data, socketFolder } = cluster;
  const paths = [join(data, "postmaster.pid")];
  if (socketFolder !== null) paths.push(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`));
  for (const path of paths) removeStalePidFile(path, cluster);
}

/** @param path A file whose first line is the process id of a server. */
function removeStalePidFile(path: string, cluster: Cluster): void {
  if (!existsSync(path) || isPostmaster(readPidIn(path), cluster)) return;
  const aside = `${path}.${process.pid}`;
  const before = readFileSync(path, "utf8");
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  // Another start may have written its own file in the meantime: put that one back.
  if (readFileSync(aside, "utf8") === before) rmSync(aside);
  else renameSync(aside, path);
}

/** A list of folders with one entry. Quoted, because a comma would end it. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/** Reuses the last port, because a site that restarts its server keeps using its URL. Otherwise picks a free port. */
async function choosePort({ folder }: Cluster): Promise<number> {
  const note = join(folder, "port");
  const last = existsSync(note) ? Number.parseInt(readFileSync(note, "utf8"), 10) : 0;
  const port = await portIfFree(last).catch(() => portIfFree(0));
  writeFileSync(note, String(port), { mode: 0o600 });
  return port;
}

/** @param port 0 for any. @throws When it isn't free. */
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

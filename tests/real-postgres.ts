import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { Client } from "pg";

import {
  copyPrograms,
  findPackagedPrograms,
  programOptions,
  programPath,
  runProgram,
  findServerUser,
} from "#app/db/postgres-programs.server.ts";

import { freePort } from "./free-port.ts";

/** The end of the server's log, for the message of a start that fails. */
const LOG_CHARACTERS_MAX = 4_000;

/** A server for one test alone. */
export type TestPostgres = {
  url: string;
  stop: () => Promise<void>;
  /**
   * Stops the server like `pg_ctl -m` and starts it again on the same data and port. Resolves once it accepts
   * connections.
   */
  restart: (mode: "fast" | "immediate") => Promise<void>;
};

/** Nothing here has to survive a crash, so nothing waits for the disk. */
const UNSAFE_SETTINGS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=8GB",
  "checkpoint_timeout=1h",
];

/**
 * Before a recovery, Linux syncs the disk in one call. By default the server opens and syncs each of its thousand files,
 * which on a busy disk took longer than a start may take.
 */
const DURABLE_SETTINGS = process.platform === "linux" ? ["recovery_init_sync_method=syncfs"] : [];

/**
 * The end of `create database ... template ...`: by default the server copies each page through its memory and its log,
 * which costs twice as much.
 */
export const COPY_FILES = "strategy file_copy";

/** Starts a temporary PostgreSQL server on a free loopback port, or uses `TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  return startOwnPostgres({ settings: UNSAFE_SETTINGS });
}

/** Always starts a server, for tests that restart it: what it has acknowledged is on the disk. */
export function startDurablePostgres(): Promise<TestPostgres> {
  return startOwnPostgres({ settings: DURABLE_SETTINGS });
}

async function startOwnPostgres({ settings }: { settings: string[] }): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-postgres-"));
  const user = findServerUser();
  if (user !== null) {
    chmodSync(folder, 0o755);
    chownSync(folder, user.uid, user.gid);
  }
  // The server's user can't always enter the project's folder.
  const programs = user === null ? findPackagedPrograms() : copyPrograms(findPackagedPrograms(), folder);
  const cluster = join(folder, "cluster");
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
  runProgram(programs, user, ["initdb", "-D", cluster, "-U", "rowhouse", "-A", "trust", "--no-sync", ...locale]);
  const port = await freePort();
  const given = [...settings, "max_connections=120"].flatMap((setting) => ["-c", setting]);
  const flags = ["-D", cluster, "-p", String(port), "-h", "127.0.0.1", "-k", folder, ...given];
  const url = `postgres://rowhouse@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const server = spawn(programPath(programs, "postgres"), flags, {
      ...programOptions(programs, user),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-LOG_CHARACTERS_MAX);
    });
    const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    const isRunning = () => server.exitCode === null && server.signalCode === null;
    if (!(await acceptsConnections(url, isRunning))) throw new Error(`PostgreSQL did not start:\n${log}`);
    return async (signal: "SIGINT" | "SIGQUIT") => {
      server.kill(signal);
      await ended;
    };
  };
  let end = await start();
  return {
    url,
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async (mode) => {
      await end(mode === "fast" ? "SIGINT" : "SIGQUIT");
      end = await start();
    },
  };
}

/** Waits for the server, however long it recovers. False: it has ended. */
async function acceptsConnections(url: string, isRunning: () => boolean): Promise<boolean> {
  while (isRunning()) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
}

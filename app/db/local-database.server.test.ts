import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";

import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";

import type { DatabaseProcess, OpenedDatabase } from "./database.server.ts";
import { prepareCluster } from "./local-cluster.server.ts";
import { openLocalDatabase } from "./local-database.server.ts";
import { ensureServer, stopServer } from "./local-server.server.ts";

/** An empty database that was opened and closed once. Tests copy it, because creating one syncs a thousand files. */
const prepared = emptyFolder();
await (await open(prepared, "command")).close();
afterAll(() => rmSync(prepared, { recursive: true }));

/** Every test starts servers, and some start processes, which is slow on a busy machine. */
const LIMIT = { timeout: 60_000 };

describe("Rowhouse's own server", LIMIT, () => {
  test("writes durably, verifies checksums, and keeps its rows across a restart", async () => {
    const dataDir = dataFolder();
    const first = await open(dataDir);
    const settings = await queryRows(
      first.db,
      sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('data_checksums') as checksums, current_setting('listen_addresses') as tcp, lower('É') as letter`,
    );
    await first.db.execute(sql`create table words (word text)`);
    await first.db.execute(sql`insert into words values ('rowhouse')`);
    await first.close();
    expect(isRunning(dataDir)).toBe(false);

    const second = await opened(dataDir);

    expect(settings).toEqual([{ fsync: "on", commit: "on", checksums: "on", tcp: "", letter: "é" }]);
    expect(await readWords(second)).toEqual(["rowhouse"]);
  });

  test("is shared by a site and commands, and stops when the last of them closes it", async () => {
    const dataDir = dataFolder();
    const site = await open(dataDir, "trial site");
    const command = await open(dataDir, "command");

    await site.close();
    expect(await queryRows(command.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await command.close();

    expect(isRunning(dataDir)).toBe(false);
  });

  test("serves one site at a time: a second site's error names the process of the first", async () => {
    const dataDir = dataFolder();
    const first = await opened(dataDir, "production site");

    await expect(open(dataDir, "trial site")).rejects.toThrow(
      `DATA_DIR: ${dataDir} is in use by Rowhouse production site, process ${process.pid}`,
    );
    expect(await queryRows(first.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("exists only once, however many processes create and start it concurrently", async () => {
    const dataDir = emptyFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true }));

    const holders = await Promise.all(["one", "two"].map((word) => startHolder(dataDir, "command", word)));
    const own = await opened(dataDir);

    expect(new Set(await readWords(own))).toEqual(new Set(["one", "two"]));
    for (const holder of holders) await holder.end();
  });

  test("left running by a killed site is taken over by the next site, with all committed rows", async () => {
    const dataDir = dataFolder();
    const holder = await startHolder(dataDir, "trial site", "committed");
    const server = pidOf(dataDir);

    await holder.kill();
    const next = await opened(dataDir, "trial site");

    expect(pidOf(dataDir)).toBe(server);
    expect(await readWords(next)).toEqual(["committed"]);
  });

  test("that crashes under a site is restarted", async () => {
    const dataDir = dataFolder();
    const site = await opened(dataDir, "trial site");
    await site.db.execute(sql`create table words (word text)`);
    await site.db.execute(sql`insert into words values ('committed')`);
    const before = pidOf(dataDir);

    process.kill(before, "SIGKILL");

    // The killed server's other processes keep answering until they notice.
    const isAnother = () => isRunning(dataDir) && pidOf(dataDir) !== before;
    await expect.poll(isAnother, { timeout: 30_000 }).toBe(true);
    await expect.poll(() => readWords(site).catch(() => "away"), { timeout: 30_000 }).toEqual(["committed"]);
  });

  test("is reached by loopback TCP, with a password, where there are no sockets", async () => {
    const cluster = prepareCluster(dataFolder(), () => {}, { reach: "tcp" });
    onTestFinished(() => stopServer(cluster));

    const url = new URL(await ensureServer(cluster));

    expect(url.hostname).toBe("127.0.0.1");
    expect(await canConnect(url.href)).toBe(true);
    url.password = "guessed";
    expect(await canConnect(url.href)).toBe(false);
    url.password = "";
    expect(await canConnect(url.href)).toBe(false);
  });
});

describe("a data folder", LIMIT, () => {
  test.for<[string, string]>([
    ["empty, as a power cut leaves it", ""],
    ["of another program's process", `${process.pid}\n/somewhere\n1\n5432\n\n\n`],
    ["of a process that is gone", "999999999\n/somewhere\n1\n5432\n\n\n"],
  ])("whose process file is %s opens", async ([_how, text]) => {
    const dataDir = dataFolder();
    const path = join(dataDir, "postgres", "data-18", "postmaster.pid");
    writeFileSync(path, text);
    execFileSync("chown", ["--reference", join(dataDir, "postgres"), path]);

    const database = await opened(dataDir);

    expect(await queryRows(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("whose socket seems to be locked by another program of the same user opens", async () => {
    const dataDir = dataFolder();
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    const other = spawn("sleep", ["600"], { ...(process.getuid?.() === 0 ? { uid, gid } : {}), stdio: "ignore" });
    onTestFinished(() => void other.kill());
    const path = join(dataDir, "postgres", "socket", ".s.PGSQL.5432.lock");
    writeFileSync(path, `${other.pid}\n/somewhere\n1\n5432\n`);
    execFileSync("chown", ["--reference", join(dataDir, "postgres"), path]);

    const database = await opened(dataDir);

    expect(await queryRows(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("whose programs were left half written by a power cut gets a new copy of them", async () => {
    const dataDir = dataFolder();
    const [programs = ""] = readdirSync(join(dataDir, "postgres")).filter((name) => name.startsWith("programs-"));
    for (const name of ["bin/postgres", "share/postgresql/timezone/UTC"]) {
      truncateSync(join(dataDir, "postgres", programs, name));
    }

    const database = await opened(dataDir);

    expect(await queryRows(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test.for<[string, string]>([
    ["spaces, quotes, commas and other letters", `a "b", c'd; $HOME é % 寿司`],
    ["more letters than a socket's address has", "long".repeat(50)],
  ])("may have %s in its name", async ([_how, name]) => {
    const folder = emptyFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dataDir = join(folder, name);

    const database = await opened(dataDir, "trial site");

    expect(await queryRows(database.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test("with a database of the old, embedded kind is refused and left unchanged", async () => {
    const dataDir = emptyFolder();
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    mkdirSync(join(dataDir, "postgres"));
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");

    await expect(open(dataDir)).rejects.toThrow(
      `DATA_DIR: ${dataDir} holds a database from an earlier version, which ran inside the site's process.`,
    );
    expect(readFileSync(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("17\n");
  });
});

function open(dataDir: string, as: DatabaseProcess = "command"): Promise<OpenedDatabase> {
  return openLocalDatabase(dataDir, silentLog(), as);
}

/** Opens the database and closes it when the test ends. */
async function opened(dataDir: string, as: DatabaseProcess = "command"): Promise<OpenedDatabase> {
  const database = await open(dataDir, as);
  onTestFinished(() => database.close());
  return database;
}

async function readWords({ db }: OpenedDatabase): Promise<unknown[]> {
  return (await queryRows(db, sql`select word from words`)).map(({ word }) => word);
}

function pidOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "data-18", "postmaster.pid"), "utf8"), 10);
}

function isRunning(dataDir: string): boolean {
  return existsSync(join(dataDir, "postgres", "data-18", "postmaster.pid"));
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

type Holder = { end: () => Promise<void>; kill: () => Promise<void> };

/** Starts another process that keeps the database open. */
async function startHolder(dataDir: string, as: DatabaseProcess, word: string): Promise<Holder> {
  const script = join(import.meta.dirname, "..", "..", "tests", "hold-database.ts");
  const holder = spawn(process.execPath, [script, dataDir, as, word], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(holder, "exit");
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [output] = await Promise.race([once(holder.stdout, "data"), exited]);
  if (!String(output).startsWith("open")) throw new Error(`The holder ended early: ${String(output)}`);
  const end = (by: () => unknown) => async () => {
    by();
    await exited;
  };
  return { end: end(() => holder.stdin.end()), kill: end(() => holder.kill("SIGKILL")) };
}

/** A data folder for this test alone. */
function dataFolder(): string {
  const folder = emptyFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyTo(folder);
  return folder;
}

/** Preserves owners and permissions, which a copy by Node would not. */
function copyTo(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  execFileSync("cp", ["-a", join(prepared, "postgres"), folder]);
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-local-"));
  execFileSync("chmod", ["711", folder]);
  return folder;
}

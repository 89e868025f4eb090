import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "#tests/free-port.ts";

const START_MS_MAX = 60_000;

/** Linux counts a process's CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export type BuiltSite = {
  url: string;
  pid: number;
  /** From the start of the process to its "is up" line. */
  startedMs: number;
  cpuSeconds: () => number;
  /** Megabytes of the site's process. */
  residentMb: () => number;
  /** Megabytes of the site and its own database server, with shared memory counted once (PSS). */
  proportionalMb: () => number;
  stop: () => Promise<void>;
};

/** Serves a build as production does: in its own process, with a fresh database folder unless one is given. */
export async function startBuiltSite(
  options: { dataDir?: string; kind?: "trial" | "production" } = {},
): Promise<BuiltSite> {
  const port = await freePort();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  const startedAt = performance.now();
  const site = spawn(process.execPath, ["cli.ts", "serve", options.kind ?? "trial"], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_URL: `http://localhost:${port}`,
      TRUSTED_PROXIES: "127.0.0.1",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await isUp(site);
  const pid = site.pid ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    startedMs: performance.now() - startedAt,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMb: () => residentMbOf(pid),
    proportionalMb: () => proportionalMbOf([pid, ...databaseServersIn(dataDir)]),
    stop: async () => {
      const ended = new Promise((resolve) => site.once("exit", resolve));
      site.kill("SIGTERM");
      await ended;
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function isUp(site: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The site did not start in time")), START_MS_MAX);
    site.stdout?.on("data", (bytes: Buffer) => {
      if (!bytes.toString().includes("is up")) return;
      clearTimeout(timer);
      resolve();
    });
    site.once("exit", (code) => reject(new Error(`The site ended with ${code} before it was up`)));
  });
}

function cpuSecondsOf(pid: number): number {
  // utime and stime, counted after the process name, which is in parentheses and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function residentMbOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Number(kilobytes) / 1024;
}

/** Sums these processes and all their descendants. */
function proportionalMbOf(roots: number[]): number {
  const parents = new Map(
    readdirSync("/proc").flatMap((name) => {
      const parent = /^\d+$/.test(name) ? procFile(name, "status").match(/PPid:\s+(\d+)/)?.[1] : undefined;
      return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
    }),
  );
  const belongsToSite = (pid: number): boolean =>
    roots.includes(pid) || (parents.has(pid) && belongsToSite(parents.get(pid) ?? 0));
  const kilobytes = [...parents.keys()]
    .filter(belongsToSite)
    .map((pid) => Number(/^Pss:\s+(\d+) kB/m.exec(procFile(String(pid), "smaps_rollup"))?.[1] ?? "0"));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Empty once the process has ended. */
function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

/** PostgreSQL writes its process id into the first line of this file. */
function databaseServersIn(dataDir: string): number[] {
  const folder = join(dataDir, "postgres");
  // With a DATABASE_URL there is no local server.
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name, "postmaster.pid"))
    .filter((path) => existsSync(path))
    .map((path) => Number.parseInt(readFileSync(path, "utf8"), 10));
}

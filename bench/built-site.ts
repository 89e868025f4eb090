import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS_MAX = 60_000;

/** Linux counts a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

export type BuiltSite = {
  url: string;
  pid: number;
  /** From the start of the process to its "is up" line. */
  startedMs: number;
  cpuSeconds: () => number;
  /** Megabytes. */
  residentMb: () => number;
  stop: () => Promise<void>;
};

/** Serves a build as its users do: a process of its own, a fresh database folder unless one is given. */
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
  // Fields 14 and 15 after the name, which may hold spaces and stands in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function residentMbOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return Number(kilobytes) / 1024;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port);
        else reject(new Error("No free port"));
      });
    });
  });
}

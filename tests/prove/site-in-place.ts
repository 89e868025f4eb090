import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout as after } from "node:timers/promises";

import { onTestFinished } from "vitest";

import { run } from "./machine.ts";
import { freePort } from "../free-port.ts";

const PROJECT = resolve(import.meta.dirname, "..", "..");
const LOOK_MS = 20;

/** Node's path in the packages, relative to a project's folder. */
const NODE = join("node_modules", relative(join(PROJECT, "node_modules"), process.execPath));

/** Where and how the site is started. The defaults are root and an ordinary folder. */
export type SiteLocation = {
  project: string;
  /** DATA_DIR; the site's default if undefined. */
  dataDir?: string;
  user?: { uid: number; gid: number };
  isReadOnly?: boolean;
  /** Shell commands that run before the start, in the site's own mount namespace. */
  mounts?: string[];
  memoryGroup?: string;
  environment?: Record<string, string>;
};

export type Site = {
  url: string;
  output: () => string;
  exited: Promise<number | null>;
  stop: () => Promise<number | null>;
  /** Processes that the site started and that still run. */
  leftoverProcesses: () => string[];
  /** Memory of the site and its server, with shared memory counted once. */
  memoryBytes: () => number;
};

export function requireTrialBuild(): void {
  if (existsSync(join(PROJECT, "build", "trial", "server", "index.js"))) return;
  throw new Error("There is no trial build: run `node bootstrap.mjs build-only trial` first");
}

/**
 * A copy of the project and its build, like a clone. Its packages are mounted only for a site that is started in it.
 */
export function copyProject(folder: string, name: string): string {
  const project = join(folder, name);
  mkdirSync(join(project, "node_modules"), { recursive: true });
  const tracked = run("git", "-C", PROJECT, "ls-files", "-z").split("\0");
  for (const file of tracked.filter((each) => each !== "" && existsSync(join(PROJECT, each)))) {
    cpSync(join(PROJECT, file), join(project, file));
  }
  cpSync(join(PROJECT, "build", "trial"), join(project, "build", "trial"), { recursive: true });
  run("chmod", "--recursive", "a+rX", project);
  return project;
}

/**
 * Starts the built trial in a place.
 *
 * @param given.waits False if the start is expected to fail.
 */
export async function startSiteIn(place: SiteLocation, { waits = true }: { waits?: boolean } = {}): Promise<Site> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn("unshare", [...inOwnMounts(place), NODE, "cli.ts", "serve", "trial"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: place.project,
      PORT: String(port),
      SITE_URL: url,
      LOG_LEVEL: "warn",
      ...(place.dataDir === undefined ? {} : { DATA_DIR: place.dataDir }),
      ...place.environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const gather = (bytes: Buffer) => {
    written += bytes.toString();
  };
  child.stdout.on("data", gather);
  child.stderr.on("data", gather);
  const exited = new Promise<number | null>((end) => child.on("close", (code) => end(code)));
  const processes = () => processesIn(MOUNTS.exec(written)?.[1] ?? "");
  onTestFinished(() => {
    for (const pid of processes()) process.kill(pid, "SIGKILL");
  });
  if (waits) {
    while (!written.includes("is up") && child.exitCode === null) await after(LOOK_MS);
    if (child.exitCode !== null) throw new Error(`The site ended with ${child.exitCode}:\n${written}`);
  }
  return {
    url,
    output: () => written.replace(MOUNTS, ""),
    exited,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
    leftoverProcesses: () =>
      processes().map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")),
    memoryBytes: () => processes().reduce((sum, pid) => sum + proportionalBytes(pid), 0),
  };
}

/** The first output of a start: its mount namespace, which identifies all processes that it starts, under any user. */
const MOUNTS = /^(mnt:\[\d+\])\n/;

/** Arguments of `unshare` that run the following command in a place. */
function inOwnMounts({ project, user, isReadOnly = false, mounts = [], memoryGroup }: SiteLocation): string[] {
  const packages = join(PROJECT, "node_modules");
  const script = [
    "set -e",
    "readlink /proc/self/ns/mnt",
    'mount --bind "$1" "$1"',
    'mount --bind "$2" "$1/node_modules"',
    ...(isReadOnly ? ['mount -o remount,bind,ro "$1/node_modules"', 'mount -o remount,bind,ro "$1"'] : []),
    ...mounts,
    ...(memoryGroup === undefined ? [] : [`echo $$ > ${memoryGroup}/cgroup.procs`]),
    'cd "$1"',
    "shift 2",
    user === undefined ? 'exec "$@"' : `exec setpriv --reuid ${user.uid} --regid ${user.gid} --clear-groups "$@"`,
  ];
  return ["--mount", "--propagation", "private", "/bin/sh", "-c", script.join("\n"), "sh", project, packages];
}

function processesIn(mounts: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => mountsOf(pid) === mounts)
    .map(Number);
}

/** Null for a process that has just ended. */
function mountsOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return null;
  }
}

function proportionalBytes(pid: number): number {
  const [, kilobytes = "0"] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

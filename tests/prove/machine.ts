import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";

import { onTestFinished } from "vitest";

const LOOK_MS = 20;
const BUSY_TRIES_MAX = 500;

/** These tests mount file systems and start programs as other users. */
export function requireRoot(): void {
  if (process.getuid?.() === 0 && process.platform === "linux") return;
  throw new Error("This file mounts file systems and starts programs as other users: run it as root, on Linux");
}

/** Runs a program of the machine to its end. @throws With its output, if it fails. */
export function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** A folder for this test alone, which every user may pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-prove-"));
  run("chmod", "711", folder);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Mounts a new ext4 file system in the file `image` until the test ends. */
export function mountNewDisk(image: string, size: string, folder: string): void {
  run("truncate", "--size", size, image);
  run("mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=0,lazy_journal_init=0", image);
  mountImage(image, folder);
}

/**
 * Mounts a file system in a file until the test ends or `unmount` is called.
 *
 * Its writes go directly to the file, bypassing the page cache of the outer file system.
 */
export function mountImage(image: string, folder: string): () => Promise<void> {
  const device = run("losetup", "--find", "--show", "--direct-io=on", image);
  let isThere = true;
  const unmount = async () => {
    if (!isThere) return;
    isThere = false;
    await whenNotBusy(() => run("umount", folder));
    run("losetup", "--detach", device);
  };
  try {
    mkdirSync(folder, { recursive: true });
    run("mount", "-o", "noatime", device, folder);
    run("chmod", "711", folder);
  } catch (error) {
    run("losetup", "--detach", device);
    throw error;
  }
  onTestFinished(unmount);
  return unmount;
}

/** Retries, because the kernel takes a moment to release a disk after a process has ended or an image was mounted. */
async function whenNotBusy(work: () => unknown): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      work();
      return;
    } catch (error) {
      if (tries === BUSY_TRIES_MAX) throw error;
      await after(LOOK_MS);
    }
  }
}

/** Processes whose program is in a folder: the servers of its databases, which run their own copies of the programs. */
export function processesOf(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => programOf(pid)?.startsWith(`${folder}/`) === true)
    .map(Number);
}

/**
 * Processes of a folder's programs that don't end by themselves. The main process and its log collector still exist for a
 * moment after the server has stopped, which is when it removes `postmaster.pid`.
 */
export async function remainingProcesses(folder: string): Promise<number[]> {
  const until = performance.now() + EXIT_MS_MAX;
  while (processesOf(folder).length > 0 && performance.now() < until) await after(LOOK_MS);
  return processesOf(folder);
}

const EXIT_MS_MAX = 10_000;

/** Null for a process that has just ended, and for kernel threads. */
function programOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}

/**
 * Kills the processes of a folder's programs that a failed test left behind; otherwise its disks couldn't be unmounted.
 */
export function endServersWithTest(folder: string): void {
  onTestFinished(async () => {
    for (const pid of processesOf(folder)) process.kill(pid, "SIGKILL");
    while (processesOf(folder).length > 0) await after(LOOK_MS);
  });
}

/** The process id of the running server of `dataDir`; null if none runs. */
export function serverPid(dataDir: string): number | null {
  const path = join(dataDir, "postgres", "data-18", "postmaster.pid");
  const pid = existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : Number.NaN;
  return Number.isNaN(pid) ? null : pid;
}

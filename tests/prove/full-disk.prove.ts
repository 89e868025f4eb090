import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, expect, onTestFinished, test } from "vitest";

import {
  requireRoot,
  endServersWithTest,
  mountNewDisk,
  remainingProcesses,
  run,
  serverPid,
  temporaryFolder,
} from "./machine.ts";
import { missingNumbers, startWriter } from "./writer.ts";

beforeAll(requireRoot);

/** How often the disk is filled and space is freed again. */
const FILLINGS = 4;

/**
 * The number of refusals that shows that the disk is full. By then the server has usually stopped, because its WAL
 * can't grow.
 */
const REFUSALS = 30;

/** The programs, an empty database, and a WAL that grows to 512 MB. */
const DISK_SIZE = "800m";

/** After space is freed. The figure reports the time; on an idle machine it should be under 10 s. */
const WRITES_AGAIN_MS_MAX = 60_000;

test.for([
  ["in memory", (folder: string) => mountMemory(folder)],
  ["of ext4", (folder: string) => mountNewDisk(`${folder}.img`, DISK_SIZE, folder)],
] as const)(
  "on a full disk %s, every write is acknowledged or refused, and no acknowledged row is lost",
  async ([_kind, mount]) => {
    const folder = temporaryFolder();
    const disk = join(folder, "disk");
    mkdirSync(disk);
    mount(disk);
    endServersWithTest(folder);
    const dataDir = join(disk, "data");
    // Each write starts a new WAL file, so that the WAL grows however little is written.
    const site = await startWriter(dataDir, { between: "select pg_switch_wal()" });
    const servers = new Set([serverPid(dataDir)]);
    let slowestMs = 0;

    for (let filling = 1; filling <= FILLINGS; filling += 1) {
      fill(disk);
      await site.waitForRefused(REFUSALS);
      const acknowledged = site.acknowledged.length;
      empty(disk);
      const givenAt = performance.now();
      await expect.poll(() => site.acknowledged.length, { timeout: WRITES_AGAIN_MS_MAX }).toBeGreaterThan(acknowledged);
      slowestMs = Math.max(slowestMs, performance.now() - givenAt);
      servers.add(serverPid(dataDir));
    }

    expect(await site.end(), "the same site the whole time").toBe(0);
    expect(await missingNumbers(dataDir, site.acknowledged)).toEqual([]);
    expect(await remainingProcesses(folder)).toEqual([]);
    console.info(
      `figure: full disk: filled ${FILLINGS} times, ${site.acknowledged.length} rows acknowledged and 0 lost, ` +
        `${site.refused.length} refused (${[...new Set(site.refused)].join(", ")}), ${servers.size} servers, ` +
        `writes again after ${Math.round(slowestMs)} ms at most`,
    );
  },
);

function mountMemory(folder: string): void {
  run("mount", "-t", "tmpfs", "-o", `size=${DISK_SIZE},mode=711`, "tmpfs", folder);
  onTestFinished(() => void run("umount", folder));
}

/** Uses all free space, to the last byte. */
function fill(disk: string): void {
  const taken = join(disk, "taken");
  run(
    "/bin/sh",
    "-c",
    'dd if=/dev/zero of="$1" bs=64k 2>/dev/null; dd if=/dev/zero of="$1.rest" bs=512 2>/dev/null; true',
    "sh",
    taken,
  );
}

function empty(disk: string): void {
  for (const name of ["taken", "taken.rest"]) rmSync(join(disk, name), { force: true });
}

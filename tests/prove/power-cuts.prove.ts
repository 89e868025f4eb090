import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";

import { DATABASE_NAME } from "#app/db/local-cluster.server.ts";
import { openLocalDatabase } from "#app/db/local-database.server.ts";
import { silentLog } from "#tests/silent-log.ts";

import { requireRoot, endServersWithTest, mountImage, mountNewDisk, temporaryFolder } from "./machine.ts";
import { launchWriter, missingNumbers, startWriter, type Writer } from "./writer.ts";

/**
 * Simulates a power cut: freezes the file system below the database's disk image, copies the image, mounts it elsewhere
 * and opens it. Not covered: a disk that lies about what it has written.
 */
beforeAll(requireRoot);

const CUTS = 20;
const CUTS_IN_FIRST_START = 8;
const CUTS_WITHOUT_SYNC = 3;

/** Room for a WAL that grows to 512 MB. */
const DISK_SIZE = "900M";

/** Numbers between two cuts; prime, so that cuts fall into all phases of the other work. */
const NUMBERS_BETWEEN_CUTS = 211;

test("no acknowledged row is lost by a power cut, and the database opens", async () => {
  const disk = newDisk();
  const writer = await startWriter(disk.dataDir, { between: "checkpoint" });
  const missing: number[] = [];
  let acknowledged = 0;

  for (let round = 1; round <= CUTS; round += 1) {
    await writer.waitForAcknowledged(NUMBERS_BETWEEN_CUTS);
    const cut = await cutPower(disk, writer, `cut-${round}`);
    acknowledged = cut.acknowledged.length;
    missing.push(...(await missingAfterCut(disk, cut)));
  }

  expect(missing).toEqual([]);
  expect(await writer.end()).toBe(0);
  console.info(`figure: power cuts: ${CUTS}, with up to ${acknowledged} acknowledged rows, 0 lost, 0 that don't open`);
});

test("after a power cut during the very first start, the next start continues", async () => {
  const disk = newDisk();
  const writer = launchWriter(disk.dataDir);
  const cuts: Cut[] = [];

  for (let round = 1; round <= CUTS_IN_FIRST_START; round += 1) {
    cuts.push(await cutPower(disk, writer, `first-${round}`));
  }
  await writer.waitForAcknowledged(1);
  for (let round = 1; round <= CUTS_IN_FIRST_START; round += 1) {
    cuts.push(await cutPower(disk, writer, `second-${round}`));
  }

  const missing: number[] = [];
  for (const cut of cuts) missing.push(...(await missingAfterCut(disk, cut)));
  expect(missing).toEqual([]);
  expect(await writer.end()).toBe(0);
  console.info(`figure: power cuts in a first start and right after it: ${cuts.length}, 0 lost, 0 that don't open`);
});

test("the simulated cut is real: rows acknowledged without waiting for the disk are lost", async () => {
  const disk = newDisk();
  const opened = await openLocalDatabase(disk.dataDir, silentLog(), "command");
  await opened.db.execute(sql.raw(`alter database ${DATABASE_NAME} set synchronous_commit = off`));
  await opened.close();
  const unsafeWriter = await startWriter(disk.dataDir);

  let missing = 0;
  for (let round = 1; round <= CUTS_WITHOUT_SYNC; round += 1) {
    await unsafeWriter.waitForAcknowledged(NUMBERS_BETWEEN_CUTS);
    missing += (await missingAfterCut(disk, await cutPower(disk, unsafeWriter, `hasty-${round}`))).length;
  }

  expect(missing).toBeGreaterThan(0);
  await unsafeWriter.end();
});

type Disk = { folder: string; platter: string; image: string; dataDir: string };
type Cut = { image: string; acknowledged: number[] };

/** `platter` is the file system that can be frozen; on it is `image`, which holds the database's file system. */
function newDisk(): Disk {
  const folder = temporaryFolder();
  const platter = join(folder, "platter");
  mountNewDisk(join(folder, "platter.img"), "1G", platter);
  const image = join(platter, "disk.img");
  mountNewDisk(image, DISK_SIZE, join(folder, "disk"));
  endServersWithTest(folder);
  return { folder, platter, image, dataDir: join(folder, "disk", "data") };
}

/** Unfreezes even if this process dies, because then the script's input ends. */
const FREEZE_AND_COPY = `
  trap 'fsfreeze --unfreeze "$1"' EXIT
  fsfreeze --freeze "$1" && cp --sparse=always --reflink=never "$2" "$3" && echo copied && read -r line`;

async function cutPower({ folder, platter, image }: Disk, writer: Writer, name: string): Promise<Cut> {
  const copy = join(folder, `${name}.img`);
  const child = spawn("/bin/sh", ["-c", FREEZE_AND_COPY, "sh", platter, image, copy], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const [output] = await Promise.race([once(child.stdout, "data"), closed]);
  // The disk is still frozen: every number acknowledged so far must be on it.
  const acknowledged = [...writer.acknowledged];
  child.stdin.end("go on\n");
  await closed;
  expect(String(output)).toBe("copied\n");
  return { image: copy, acknowledged };
}

async function missingAfterCut({ folder }: Disk, { image, acknowledged }: Cut): Promise<number[]> {
  const mounted = join(folder, "after");
  const unmount = mountImage(image, mounted);
  mkdirSync(join(mounted, "data"), { recursive: true, mode: 0o711 });
  try {
    return await missingNumbers(join(mounted, "data"), acknowledged);
  } finally {
    await unmount();
    rmSync(image);
  }
}

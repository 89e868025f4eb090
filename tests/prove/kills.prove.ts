import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { endServersWithTest, processesOf, remainingProcesses, serverPid, temporaryFolder } from "./machine.ts";
import { missingNumbers, startWriter, type Writer } from "./writer.ts";

const SITE_KILLS = 50;
const SERVER_KILLS = 50;
const KILLS_PER_STATEMENT = 4;

/** No two writers write the same number. */
const NUMBERS_PER_WRITER = 1_000_000;

/** A kill comes after a different number of acknowledged rows each time, at most this many. */
const ROWS_MAX = 97;

test("no acknowledged row is lost when the site is killed, and the next start takes over its server", async () => {
  const { folder, dataDir } = createDataDir();
  const acknowledged: number[] = [];

  for (let round = 1; round <= SITE_KILLS; round += 1) {
    const site = await startWriter(dataDir, { from: round * NUMBERS_PER_WRITER });
    await site.waitForAcknowledged(rowsBefore(round));
    await site.kill();
    acknowledged.push(...site.acknowledged);
  }

  expect(await missingNumbers(dataDir, acknowledged)).toEqual([]);
  expect(await remainingProcesses(folder), "the last process stops the server").toEqual([]);
  console.info(`figure: kills of the site: ${SITE_KILLS}, ${acknowledged.length} acknowledged rows, 0 lost`);
});

test("no acknowledged row is lost when the server is killed, and the running site restarts it", async () => {
  const { folder, dataDir } = createDataDir();
  const site = await startWriter(dataDir);
  let slowestMs = 0;

  for (let round = 1; round <= SERVER_KILLS; round += 1) {
    await site.waitForAcknowledged(rowsBefore(round));
    slowestMs = Math.max(slowestMs, await killServer(dataDir, site));
  }

  expect(await site.end()).toBe(0);
  expect(await remainingProcesses(folder), "a site that ends stops the server that it restarted").toEqual([]);
  expect(await missingNumbers(dataDir, site.acknowledged)).toEqual([]);
  console.info(
    `figure: kills of the server: ${SERVER_KILLS}, ${site.acknowledged.length} acknowledged rows, 0 lost, ` +
      `${site.refused.length} refused, writes again after ${Math.round(slowestMs)} ms at most`,
  );
});

describe("no acknowledged row is lost by a kill", () => {
  test.for(["checkpoint", "vacuum numbers", "vacuum full numbers", "reindex table numbers"])(
    "in the middle of `%s`, of the site, of its server, or of both at once",
    async (statement) => {
      const { folder, dataDir } = createDataDir();
      const acknowledged: number[] = [];

      for (let round = 1; round <= KILLS_PER_STATEMENT; round += 1) {
        const site = await startWriter(dataDir, { from: round * NUMBERS_PER_WRITER, between: statement });
        await site.waitForStatement();
        await killServer(dataDir, site);
        await site.waitForStatement();
        // Alternates: the server outlives the site, or all processes are killed at the same instant.
        const others = round % 2 === 0 ? processesOf(folder) : [];
        for (const pid of others) process.kill(pid, "SIGKILL");
        await site.kill();
        acknowledged.push(...site.acknowledged);
      }

      expect(await missingNumbers(dataDir, acknowledged)).toEqual([]);
      expect(await remainingProcesses(folder)).toEqual([]);
      console.info(
        `figure: kills in the middle of ${statement}: ${2 * KILLS_PER_STATEMENT}, ${acknowledged.length} acknowledged rows, 0 lost`,
      );
    },
  );
});

function createDataDir(): { folder: string; dataDir: string } {
  const folder = temporaryFolder();
  endServersWithTest(folder);
  return { folder, dataDir: join(folder, "data") };
}

function rowsBefore(round: number): number {
  return 1 + ((round * 37) % ROWS_MAX);
}

/**
 * Kills the server's main process, as the OOM killer does. @returns Milliseconds until another server acknowledges a
 * row.
 */
async function killServer(dataDir: string, site: Writer): Promise<number> {
  const before = serverPid(dataDir);
  const killedAt = performance.now();
  if (before !== null) process.kill(before, "SIGKILL");
  await expect
    .poll(() => serverPid(dataDir), { timeout: 60_000 })
    .not.toSatisfy((pid) => pid === before || pid === null);
  await site.waitForAcknowledged(1);
  return performance.now() - killedAt;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { startBuiltSite } from "./built-site.ts";

const IDLE_SECONDS = [10, 60];

/**
 * The time from the start of the process until it is up, on an empty folder and on the same folder again, and the idle
 * memory.
 */
export async function startTime(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  for (const name of ["first start", "second start"]) {
    const site = await startBuiltSite({ dataDir });
    await fetch(`${site.url}/`);
    const figures = [`up after ${(site.startedMs / 1000).toFixed(1)} s`];
    let idle = 0;
    for (const seconds of IDLE_SECONDS) {
      await sleep((seconds - idle) * 1_000);
      idle = seconds;
      figures.push(`${Math.round(site.proportionalMb())} MB with its database server after ${seconds} s idle`);
    }
    console.log(`${name}: ${figures.join(", ")}`);
    await site.stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { startBuiltSite } from "./built-site.ts";

const IDLE_MS = 10_000;

/** From the start of the process to being up, on an empty folder and again on the same, and the memory once it idles. */
export async function startTime(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  for (const name of ["first start", "second start"]) {
    const site = await startBuiltSite({ dataDir });
    await fetch(`${site.url}/`);
    await sleep(IDLE_MS);
    console.log(
      `${name}: up after ${(site.startedMs / 1000).toFixed(1)} s, ${Math.round(site.residentMb())} MB after ${IDLE_MS / 1000} s idle`,
    );
    await site.stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
}

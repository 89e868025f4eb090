import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Beside the results that `tests/run.ts` collects. */
const FOLDER = join("node_modules", ".cache", "rowhouse", "results");

/** How many of each this worker has started: the cost of the end-to-end tests. */
const started = { sites: 0, pages: 0, databases: 0 };

/** Written each time, because a worker doesn't learn when it is finished. */
export function count(what: keyof typeof started): void {
  started[what] += 1;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `e2e-counts-${process.env["VITEST_POOL_ID"] ?? "setup"}.json`), JSON.stringify(started));
}

import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { LongRunsFirst } from "./tests/long-runs-first.ts";

const IS_PROVING = process.env["PROVE"] === "1";

// Apart from vite.config.ts on purpose: React Router's plugin breaks Vitest ("can't detect preamble").
export default defineConfig({
  define: { __TRIAL__: "true" },
  test: {
    include: [
      "app/**/*.test.{ts,tsx}",
      "illustrations/**/*.test.{ts,tsx}",
      "cli/**/*.test.ts",
      "tests/**/*.test.ts",
      // Minutes long, or with packages that only they need.
      ...(IS_PROVING ? ["{app,cli,tests}/**/*.prove.ts"] : []),
    ],
    globalSetup: ["tests/global-setup.ts"],
    pool: "threads",
    execArgv: ["--import", import.meta.resolve("./tests/quick-imports.ts")],
    isolate: false,
    ...(IS_PROVING ? { sequence: { sequencer: LongRunsFirst } } : {}),
    // One more than processors: while a database works, its worker waits. Another one for workers that wait for the
    // processes that they kill and start again.
    maxWorkers: availableParallelism() + (IS_PROVING ? 2 : 1),
    // The long runs take up to a hundred times as many cases.
    testTimeout: IS_PROVING ? 600_000 : 60_000,
    hookTimeout: 60_000,
  },
});

import { availableParallelism } from "node:os";

import { defineConfig } from "vitest/config";

import { LongRunsFirst } from "./tests/long-runs-first.ts";

/** Journeys through the built site in a real browser: one browser and one database server for all, one site a worker. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/site-setup.ts"],
    pool: "threads",
    execArgv: ["--import", import.meta.resolve("./tests/quick-imports.ts")],
    isolate: false,
    ...(process.env["PROVE"] === "1" ? { sequence: { sequencer: LongRunsFirst } } : {}),
    // Two a processor: half of its time a journey waits. Each worker has files of its own, and a site of its own.
    maxWorkers: 2 * availableParallelism(),
    // React chooses by this, when the site is loaded, between its build for users and the one for developers.
    env: { NODE_ENV: "production" },
    // The built site is Node's to load, as it is when it is served.
    server: { deps: { external: [/\/build\/(?:trial|production)\/server\//] } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second is no proof of anything on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 100 } },
  },
});

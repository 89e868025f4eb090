import { defineConfig } from "vitest/config";

import { LongestFirst } from "./e2e/longest-first.ts";

/** Journeys through the built site in a real browser; one server and one browser for all. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/site-setup.ts"],
    pool: "threads",
    isolate: false,
    // Journeys wait for pages more than they compute; each worker has files of its own, and all share one site.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second is no proof of anything on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});

import { defineConfig } from "vitest/config";

import { databaseTests } from "./tests/database-tests.ts";

const EVERY_TEST = ["app/**/*.test.{ts,tsx}", "cli/**/*.test.ts", "tests/**/*.test.ts"];

// Apart from vite.config.ts on purpose: React Router's plugin breaks Vitest ("can't detect preamble").
export default defineConfig({
  define: { __TRIAL__: "true" },
  test: {
    // The embedded run has them all; to the second one, on PostgreSQL, comes what a database has a part in.
    include: process.env["ENGINE"] === "postgres" ? databaseTests() : EVERY_TEST,
    globalSetup: ["tests/global-setup.ts"],
    pool: "threads",
    isolate: false,
    // The long runs take up to a hundred times as many cases.
    testTimeout: process.env["PROVE"] === "1" ? 600_000 : 20_000,
    hookTimeout: 60_000,
  },
});

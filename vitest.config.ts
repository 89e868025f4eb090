import { defineConfig } from "vitest/config";

// Apart from vite.config.ts on purpose: React Router's plugin breaks Vitest ("can't detect preamble").
export default defineConfig({
  define: { __TRIAL__: "true" },
  test: {
    include: ["app/**/*.test.{ts,tsx}", "cli/**/*.test.ts", "tests/**/*.test.ts"],
    globalSetup: ["tests/global-setup.ts"],
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readSource, sourceFiles } from "./source-files.ts";

/**
 * The entry points of a build: the bundler's configuration, the script that compresses its output, and the entry files;
 * the routes are added. Not all of `app`, which also has builders for tests.
 */
const ENTRY_POINTS = [
  "vite.config.ts",
  "react-router.config.ts",
  "cli/compress-assets.ts",
  "app/server.ts",
  "app/entry.client.tsx",
  "app/entry.server.tsx",
  "app/root.tsx",
  "app/routes.ts",
];

test("a build is stale after a change in any file that it is made from", () => {
  const sources = buildSources();
  const routes = sourceFiles().filter(({ path }) => /^app\/.*\.route\.tsx?$/.test(path));
  const made = importClosure([...ENTRY_POINTS, ...routes.map(({ path }) => path)]);

  const unwatched = [...made].filter(
    (path) => !sources.some((source) => path === source || path.startsWith(`${source}/`)),
  );

  expect(made).toContain("cli/font-subsets.ts");
  expect(made).toContain("app/server.ts");
  expect(unwatched, "list it in BUILD_SOURCES of bootstrap.mjs").toEqual([]);
});

/** Parsed as text, because importing the file would run it. */
function buildSources(): string[] {
  const [, list = ""] = /const BUILD_SOURCES = \[([^\]]*)\]/.exec(readFileSync("bootstrap.mjs", "utf8")) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, source = ""]) => source);
}

/** These files and all project files that they import, transitively. */
function importClosure(paths: string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (!/\.tsx?$/.test(path)) continue;
    waiting.push(...readSource(path).imports.flatMap((each) => (each.isInternal && !each.isType ? [each.path] : [])));
  }
  return found;
}

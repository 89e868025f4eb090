import { sourceFiles } from "./source-files.ts";

/** Which database a run is about is asked of this file alone. */
const WAY_IN = "tests/test-engine.ts";

/** Every test file that comes to the run's database, by whatever way. What the others say is the same on each database. */
export function databaseTests(): string[] {
  const files = sourceFiles();
  const reaching = new Set([WAY_IN]);
  let known = 0;
  while (known < reaching.size) {
    known = reaching.size;
    for (const { path, imports } of files) {
      if (imports.some(({ path: to, isType }) => !isType && reaching.has(to))) reaching.add(path);
    }
  }
  return [...reaching].filter((path) => /^(?:app|cli|tests)\/.*\.test\.tsx?$/.test(path)).sort();
}

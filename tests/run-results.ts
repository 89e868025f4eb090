import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { z } from "zod";

const VitestResults = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
      /** Milliseconds since 1970. */
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          /** Milliseconds; missing for a test that didn't run. */
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
export type VitestResults = z.infer<typeof VitestResults>;

export type NamedDuration = { name: string; seconds: number };

/** @returns Null when Vitest didn't finish. */
export function readVitestResults(path: string): VitestResults | null {
  try {
    return VitestResults.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}

/** Failed tests, and files that couldn't be loaded, whose tests neither ran nor failed. */
export function failuresIn({ testResults }: VitestResults): { name: string; message: string }[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (status === "failed" && failed.length === 0) {
      return [{ name: fromRoot(name), message: message ?? "The file was not loaded" }];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${fromRoot(name)}: ${fullName}`,
      message: (failureMessages ?? []).join("\n"),
    }));
  });
}

/** Files, timed from the start of their first test to the end of the last, and single tests. */
export function slowestIn(
  { testResults }: VitestResults,
  count: number,
): { files: NamedDuration[]; tests: NamedDuration[] } {
  const files = testResults.map(({ name, startTime, endTime }) => timed(fromRoot(name), endTime - startTime));
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => timed(`${fromRoot(name)}: ${fullName}`, duration ?? 0)),
  );
  const slowest = (all: NamedDuration[]) => all.sort((a, b) => b.seconds - a.seconds).slice(0, count);
  return { files: slowest(files), tests: slowest(tests) };
}

const Counts = z.object({ sites: z.number(), pages: z.number(), databases: z.number() });
type Counts = z.infer<typeof Counts>;

/**
 * Sums up what the workers of each kind of test counted: one file `{kind}-counts-{worker}.json` each, in the results
 * folder.
 */
export function sumStartCounts(folder: string): Record<string, Counts> {
  const started: Record<string, Counts> = {};
  for (const name of readdirSync(folder)) {
    const [, kind] = /^(\w+)-counts-.*\.json$/.exec(name) ?? [];
    if (kind === undefined) continue;
    const { sites, pages, databases } = Counts.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
    const sum = started[kind] ?? { sites: 0, pages: 0, databases: 0 };
    started[kind] = { sites: sum.sites + sites, pages: sum.pages + pages, databases: sum.databases + databases };
  }
  return started;
}

function timed(name: string, ms: number): NamedDuration {
  return { name, seconds: Math.round(ms) / 1000 };
}

function fromRoot(path: string): string {
  return relative(process.cwd(), path);
}

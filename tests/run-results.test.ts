import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { failuresIn, readVitestResults, slowestIn, sumStartCounts } from "./run-results.ts";

const RESULTS = {
  numPassedTests: 1,
  numFailedTests: 1,
  numTotalTests: 2,
  testResults: [
    {
      name: join(process.cwd(), "e2e/map.test.ts"),
      status: "failed",
      startTime: 1_000,
      endTime: 5_500,
      assertionResults: [
        { status: "passed", fullName: "pins are shown", duration: 1_500 },
        { status: "failed", fullName: "a pin opens", duration: 2_000, failureMessages: ["expected 1 to be 2"] },
      ],
    },
    {
      name: join(process.cwd(), "e2e/broken.test.ts"),
      status: "failed",
      message: "Unexpected token",
      startTime: 1_000,
      endTime: 1_000,
      assertionResults: [],
    },
  ],
};

test("failed tests and files that can't be loaded are failures, each with its message", ({ onTestFinished }) => {
  const folder = resultsFolder(onTestFinished);
  writeFileSync(join(folder, "1.json"), JSON.stringify(RESULTS));

  const results = readVitestResults(join(folder, "1.json"));

  expect(results === null ? null : failuresIn(results)).toEqual([
    { name: "e2e/map.test.ts: a pin opens", message: "expected 1 to be 2" },
    { name: "e2e/broken.test.ts", message: "Unexpected token" },
  ]);
  expect(readVitestResults(join(folder, "none.json"))).toBeNull();
});

test("the slowest files and tests come first, in seconds", () => {
  const { files, tests } = slowestIn(RESULTS, 1);

  expect(files).toEqual([{ name: "e2e/map.test.ts", seconds: 4.5 }]);
  expect(tests).toEqual([{ name: "e2e/map.test.ts: a pin opens", seconds: 2 }]);
});

test("what each worker has started is summed up by kind of test", ({ onTestFinished }) => {
  const folder = resultsFolder(onTestFinished);
  writeFileSync(join(folder, "e2e-counts-1.json"), '{"sites":2,"pages":30,"databases":3}');
  writeFileSync(join(folder, "e2e-counts-2.json"), '{"sites":1,"pages":4,"databases":0}');
  writeFileSync(join(folder, "integration-counts-1.json"), '{"sites":0,"pages":0,"databases":7}');
  writeFileSync(join(folder, "8.json"), "{}");

  const started = sumStartCounts(folder);

  expect(started).toEqual({
    e2e: { sites: 3, pages: 34, databases: 3 },
    integration: { sites: 0, pages: 0, databases: 7 },
  });
});

function resultsFolder(onTestFinished: (clean: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

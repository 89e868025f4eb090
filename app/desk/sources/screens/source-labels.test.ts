import { expect, test } from "vitest";

import { emptyReport } from "#app/desk/imports/screens/import-report.ts";

import { describeResult, describeRhythm } from "./source-labels.ts";

test("a run's result names what was new and changed, and of the rest only what there was", () => {
  const report = { ...emptyReport(), new: 1_200, possibleDuplicates: 1, closing: 2, filledFacts: 40 };

  expect(describeResult(emptyReport())).toBe("0 new, 0 changed.");
  expect(describeResult(report)).toBe(
    "1,200 new, 0 changed, 1 possible duplicate, 2 closed, says the source. 40 facts added to listed places.",
  );
});

test("a rhythm is every day or every so many days", () => {
  expect([describeRhythm(1), describeRhythm(28)]).toEqual(["Runs every day.", "Runs every 28 days."]);
});

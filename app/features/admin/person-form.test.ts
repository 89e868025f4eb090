import { expect, test } from "vitest";

import { readSuspension } from "./person-form.ts";

/** Late in the evening of Jan 13 in Washington, when it is the 14th elsewhere. */
const NIGHT = new Date("2027-01-14T04:30:00Z");
const REASON = "Advertising in every review, after two warnings.";

const read = (until: string, reason = REASON) => readSuspension({ reason, until }, NIGHT);

test.for([
  ["", null],
  ["2027-01-14", "2027-01-14T05:00:00.000Z"],
  // Summer time.
  ["2027-07-01", "2027-07-01T04:00:00.000Z"],
  ["2028-02-29", "2028-02-29T05:00:00.000Z"],
  ["2032-01-13", "2032-01-13T05:00:00.000Z"],
] as const)("a suspension until %s ends with the first minute of that day in Washington", ([until, ends]) => {
  const given = read(until);

  expect(given).toMatchObject({ problems: null, reason: REASON });
  expect("until" in given ? (given.until?.toISOString() ?? null) : undefined).toBe(ends);
});

test.for([
  ["2027-01-12", "Choose a day from tomorrow on."],
  ["2027-01-13", "Choose a day from tomorrow on."],
  ["2032-01-14", "Choose a day within 5 years, or leave it empty for no end."],
  ["2027-02-30", "Choose a day, or leave it empty for no end."],
  ["2027-02-29", "Choose a day, or leave it empty for no end."],
  ["01/20/2027", "Choose a day, or leave it empty for no end."],
  ["tomorrow", "Choose a day, or leave it empty for no end."],
] as const)("until %s is refused", ([until, why]) => {
  expect(read(until)).toEqual({ problems: { until: why } });
});

test("a reason is there to be read, and both problems are told at once", () => {
  const { problems } = read("2027-02-30", " \u200B ");

  expect(problems?.reason).toMatch(/^Write \d+ to \d+ characters for them to read; these are 0\.$/);
  expect(problems?.until).toBeDefined();
});

import { expect, test } from "vitest";

import { parseSuspensionForm } from "./person-form.ts";

/** Late in the evening of Jan 13 in Washington, when it is the 14th elsewhere. */
const NIGHT = new Date("2027-01-14T04:30:00Z");
const REASON = "Advertising in every review, after two warnings.";

const read = (until: string, reason = REASON) => parseSuspensionForm({ reason, until }, NIGHT);

test.for([
  ["", null],
  ["2027-01-14", "2027-01-14T05:00:00.000Z"],
  // Summer time.
  ["2027-07-01", "2027-07-01T04:00:00.000Z"],
  ["2028-02-29", "2028-02-29T05:00:00.000Z"],
  ["2032-01-13", "2032-01-13T05:00:00.000Z"],
] as const)("a suspension until %s ends at the start of that day in Washington", ([until, ends]) => {
  const given = read(until);

  expect(given).toMatchObject({ problems: null, reason: REASON });
  expect("until" in given ? (given.until?.toISOString() ?? null) : undefined).toBe(ends);
});

test.for([
  ["2027-01-12", "Choose tomorrow or a later day."],
  ["2027-01-13", "Choose tomorrow or a later day."],
  ["2032-01-14", "Choose a day within 5 years, or leave this empty for a permanent suspension."],
  ["2027-02-30", "Choose a day, or leave this empty for a permanent suspension."],
  ["2027-02-29", "Choose a day, or leave this empty for a permanent suspension."],
  ["01/20/2027", "Choose a day, or leave this empty for a permanent suspension."],
  ["tomorrow", "Choose a day, or leave this empty for a permanent suspension."],
] as const)("until %s is refused", ([until, why]) => {
  expect(read(until)).toEqual({ problems: { until: why } });
});

test("a reason is required, and both problems are reported at once", () => {
  const { problems } = read("2027-02-30", " \u200B ");

  expect(problems?.reason).toMatch(/^Write \d+ to \d+ characters\. You wrote 0\.$/);
  expect(problems?.until).toBeDefined();
});

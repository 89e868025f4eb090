import { expect, test } from "vitest";

import { formatDollars } from "./money.ts";
import { nextMonthlyDate } from "./month.ts";

const at = (text: string) => new Date(text);

test.each([
  ["2027-01-13T17:00:00Z", "2027-01-13T17:00:00Z", "2027-02-13T17:00:00Z"],
  ["2027-01-13T17:00:00Z", "2027-02-13T16:59:59Z", "2027-02-13T17:00:00Z"],
  ["2027-01-13T17:00:00Z", "2027-02-13T17:00:00Z", "2027-03-13T17:00:00Z"],
  ["2027-12-13T17:00:00Z", "2028-01-20T00:00:00Z", "2028-02-13T17:00:00Z"],
  ["2027-01-31T12:00:00Z", "2027-01-31T12:00:00Z", "2027-02-28T12:00:00Z"],
  ["2027-01-31T12:00:00Z", "2027-02-28T12:00:00Z", "2027-03-31T12:00:00Z"],
  ["2028-01-30T12:00:00Z", "2028-02-01T12:00:00Z", "2028-02-29T12:00:00Z"],
])("a month begun at %s, after %s, ends at %s", (started, instant, end) => {
  expect(nextMonthlyDate(at(started), at(instant))).toEqual(at(end));
});

test("dollars have cents only when needed", () => {
  expect([500, 1250, 0, -300, 123_456].map(formatDollars)).toEqual(["$5", "$12.50", "$0", "-$3", "$1,234.56"]);
});

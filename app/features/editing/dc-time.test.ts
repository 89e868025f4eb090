import { expect, test } from "vitest";

import { dcTimeLabel, dcTimeTyped, readDcTime } from "./dc-time.ts";

test.each([
  ["2026-12-24T17:00", "2026-12-24T22:00:00.000Z"],
  ["2026-07-04T09:30", "2026-07-04T13:30:00.000Z"],
  ["2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
  ["2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
  ["2026-11-01T02:00", "2026-11-01T07:00:00.000Z"],
])("%s in Washington is %s", (typed, instant) => {
  const { at } = readDcTime(typed, null);

  expect(at?.toISOString()).toBe(instant);
  expect(dcTimeTyped(new Date(instant))).toBe(typed);
});

test.each(["2026-03-08T02:00", "2026-03-08T02:59", "2027-03-14T02:30"])("%s is refused: no clock shows it", (typed) => {
  for (const which of [null, "first", "second"] as const) {
    expect(readDcTime(typed, which)).toMatchObject({ at: null, problem: "never" });
  }
  expect(readDcTime(typed, null)).toMatchObject({
    text: expect.stringContaining("clocks in Washington go from 2:00 to 3:00 AM"),
  });
});

test.each([
  ["2026-11-01T01:00", "2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"],
  ["2027-11-07T01:59", "2027-11-07T05:59:00.000Z", "2027-11-07T06:59:00.000Z"],
])("%s comes twice, and has to be chosen", (typed, first, second) => {
  expect(readDcTime(typed, null)).toMatchObject({ at: null, problem: "twice" });
  expect(readDcTime(typed, "first").at?.toISOString()).toBe(first);
  expect(readDcTime(typed, "second").at?.toISOString()).toBe(second);
});

test.each([
  "",
  "tomorrow",
  "2026-02-30T10:00",
  "2026-13-01T10:00",
  "2026-11-01",
  "2026-11-01T24:00",
  "1999-01-01T10:00",
  "2026-11-01T01:30Z",
])("%j is no day and time", (typed) => {
  expect(readDcTime(typed, "first")).toMatchObject({ at: null, problem: "unread" });
});

test("an instant is told as Washington's clocks show it", () => {
  expect(dcTimeLabel(new Date("2026-11-24T01:05:00Z"))).toBe("Mon, Nov 23, 2026 at 8:05 PM");
  expect(dcTimeLabel(new Date("2026-07-04T16:00:00Z"))).toBe("Sat, Jul 4, 2026 at 12:00 PM");
});

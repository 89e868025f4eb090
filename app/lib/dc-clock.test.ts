import { expect, test } from "vitest";

import { formatDcTimeInput, parseDcTime } from "./dc-clock.ts";

test.each([
  ["2026-12-24T17:00", "2026-12-24T22:00:00.000Z"],
  ["2026-07-04T09:30", "2026-07-04T13:30:00.000Z"],
  ["2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
  ["2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
  ["2026-11-01T02:00", "2026-11-01T07:00:00.000Z"],
])("%s in Washington is %s, and reads the same the other way", (typed, instant) => {
  expect(parseDcTime(typed, null)).toEqual({ kind: "at", at: new Date(instant) });
  expect(formatDcTimeInput(new Date(instant))).toBe(typed);
});

test.each([
  ["2026-03-08T02:00", "03:00"],
  ["2026-03-08T02:59", "03:59"],
  ["2027-03-14T02:30", "03:30"],
])("%s is shown by no clock, and %s comes next", (typed, next) => {
  for (const fold of [null, "first", "second"] as const) {
    expect(parseDcTime(typed, fold)).toEqual({ kind: "skipped", next });
  }
});

test.each([
  ["2026-11-01T01:00", "2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"],
  ["2027-11-07T01:59", "2027-11-07T05:59:00.000Z", "2027-11-07T06:59:00.000Z"],
])("%s comes twice, and either may be chosen", (typed, first, second) => {
  expect(parseDcTime(typed, null)).toEqual({ kind: "twice", first: new Date(first), second: new Date(second) });
  expect(parseDcTime(typed, "first")).toEqual({ kind: "at", at: new Date(first) });
  expect(parseDcTime(typed, "second")).toEqual({ kind: "at", at: new Date(second) });
});

test.each([
  "",
  "tomorrow",
  "2026-02-30T10:00",
  "2026-13-01T10:00",
  "2026-12-01T25:00",
  "2026-11-01",
  "1999-01-01T10:00",
  "2026-11-01T01:30Z",
  "9".repeat(60),
])("%j is no day and time", (typed) => {
  expect(parseDcTime(typed, "first")).toEqual({ kind: "unreadable" });
});

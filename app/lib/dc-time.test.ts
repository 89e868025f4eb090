import { expect, test } from "vitest";

import { clockMs, dcDayAt, dcDayByNumber, dcDayOn, formatDcTimeInput, parseDcTime } from "./dc-time.ts";

function isoTimeAt(on: string, minute: number): string {
  return new Date(clockMs(dcDayOn(on), minute)).toISOString();
}

test("a day in the District begins at midnight there, not at midnight UTC", () => {
  expect(dcDayAt(Date.parse("2026-11-22T04:59:59.999Z")).on).toBe("2026-11-21");
  expect(dcDayAt(Date.parse("2026-11-22T05:00:00Z")).on).toBe("2026-11-22");
});

test("a day has its weekday and holiday, and the next number is the next day", () => {
  const thanksgiving = dcDayOn("2026-11-26");

  expect(thanksgiving).toMatchObject({ weekday: "thursday", publicHoliday: "Thanksgiving Day" });
  expect(dcDayByNumber(thanksgiving.number + 1)).toMatchObject({
    on: "2026-11-27",
    weekday: "friday",
    publicHoliday: null,
  });
});

test("a date that doesn't exist throws", () => {
  for (const on of ["2026-02-29", "2026-13-01", "soon", ""]) expect(() => dcDayOn(on), on).toThrow(RangeError);
});

test("days on which clocks change are 23 and 25 hours long", () => {
  const hours = ["2026-03-08", "2026-11-01", "2026-11-02"].map((on) => dcDayOn(on));

  expect(hours.map((day) => (day.endsMs - day.startsMs) / 3_600_000)).toEqual([23, 25, 24]);
});

test("every time skipped in spring maps to the moment clocks jump", () => {
  expect(isoTimeAt("2026-03-08", 119)).toBe("2026-03-08T06:59:00.000Z");
  for (const minute of [120, 121, 150, 179, 180]) {
    expect(isoTimeAt("2026-03-08", minute), String(minute)).toBe("2026-03-08T07:00:00.000Z");
  }
  expect(isoTimeAt("2026-03-08", 181)).toBe("2026-03-08T07:01:00.000Z");
});

test("times in the hour repeated in fall map to its first occurrence", () => {
  expect(isoTimeAt("2026-11-01", 60)).toBe("2026-11-01T05:00:00.000Z");
  expect(isoTimeAt("2026-11-01", 119)).toBe("2026-11-01T05:59:00.000Z");
  expect(isoTimeAt("2026-11-01", 120)).toBe("2026-11-01T07:00:00.000Z");
});

test("a later clock time never maps to an earlier instant", () => {
  for (const on of ["2026-03-08", "2026-11-01"]) {
    const instants = Array.from({ length: 1_441 }, (_, minute) => clockMs(dcDayOn(on), minute));
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  }
});

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

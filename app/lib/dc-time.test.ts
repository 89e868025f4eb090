import { expect, test } from "vitest";

import { clockMs, dcDayByNumber, dcDayAt, dcDayOn } from "./dc-calendar.ts";

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

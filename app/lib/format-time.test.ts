import { expect, test } from "vitest";

import {
  formatCalendarDay,
  formatClock,
  formatDay,
  formatDaySpan,
  formatFullDay,
  formatFullInstant,
  formatInstant,
  formatInstantWithSeconds,
  formatInterval,
  formatLongDay,
  formatLongInstant,
  formatMonth,
  formatMonthAndDay,
  formatRecentDay,
  formatShortDay,
  formatShortInstant,
  formatShortMonth,
  formatShortSpan,
  formatTime,
  formatWeekdayAndDay,
  formatWeekdayAndShortDay,
  formatWeekdayInstant,
} from "./format-time.ts";

test.each([
  [formatDay, "Nov 21, 2026"],
  [formatShortDay, "Nov 21"],
  [formatLongDay, "November 21, 2026"],
  [formatFullDay, "Saturday, November 21, 2026"],
  [formatMonthAndDay, "November 21"],
  [formatWeekdayAndDay, "Saturday, November 21"],
  [formatWeekdayAndShortDay, "Saturday, Nov 21"],
  [formatMonth, "November 2026"],
  [formatShortMonth, "Nov 2026"],
])("%o writes a day, and an instant by its day in Washington, as %s", (format, text) => {
  expect(format("2026-11-21")).toBe(text);
  expect(format(new Date("2026-11-22T04:59:59Z"))).toBe(text);
});

test.each([
  [formatTime, "11:05 PM"],
  [formatInstant, "Nov 21, 2026, 11:05 PM"],
  [formatInstantWithSeconds, "Nov 21, 2026, 11:05:09 PM"],
  [formatShortInstant, "Nov 21, 11:05 PM"],
  [formatLongInstant, "November 21, 2026 at 11:05 PM"],
  [formatWeekdayInstant, "Sat, Nov 21, 2026 at 11:05 PM"],
  [formatFullInstant, "Saturday, November 21, 2026 at 11:05 PM EST"],
])("%o writes an instant in Washington as %s", (format, text) => {
  expect(format(new Date("2026-11-22T04:05:09Z"))).toBe(text);
});

test("a day of another year is written with its year, and so is a span over the turn of the year", () => {
  const now = new Date("2027-01-13T17:00:00Z");

  expect(formatRecentDay(new Date("2027-01-01T05:00:00Z"), now)).toBe("Jan 1");
  expect(formatRecentDay(new Date("2027-01-01T04:59:00Z"), now)).toBe("Dec 31, 2026");
  expect(formatShortSpan({ from: "2026-11-15", to: "2026-11-15" })).toBe("Nov 15");
  expect(formatShortSpan({ from: "2026-11-15", to: "2026-11-21" })).toMatch(/^Nov 15\s–\s21$/);
  expect(formatDaySpan({ from: "2026-12-30", to: "2027-01-05" })).toMatch(/^Dec 30, 2026\s–\sJan 5, 2027$/);
});

test("a day that comes every year is written without one", () => {
  expect(formatCalendarDay("2026-12-24")).toBe("Dec 24, 2026");
  expect(formatCalendarDay("12-24")).toBe("Dec 24");
  expect(formatCalendarDay("02-29")).toBe("Feb 29");
});

test.each([
  ["22:00", "10 PM"],
  ["19:15", "7:15 PM"],
  ["12:00", "12 PM"],
  ["12:30", "12:30 PM"],
  ["00:00", "12 AM"],
  ["24:00", "12 AM"],
  ["00:05", "12:05 AM"],
  ["07:00", "7 AM"],
])("the clock time %s reads %s", (clock, text) => {
  expect(formatClock(clock)).toBe(text);
});

test("an interval reads from opening to closing time, a whole day as 24 hours", () => {
  expect(formatInterval({ opens: "11:00", closes: "22:00" })).toBe("11 AM to 10 PM");
  expect(formatInterval({ opens: "18:00", closes: "02:00" })).toBe("6 PM to 2 AM");
  expect(formatInterval({ opens: "00:00", closes: "24:00" })).toBe("24 hours");
});

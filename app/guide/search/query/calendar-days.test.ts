import { expect, test } from "vitest";

import { holidayWeekend, nextYearlyDay, weekdaysThrough, yearlyDay, yearlyDayLabel } from "./calendar-days.ts";

test.for([
  ["12-25", "2026-11-28", "2026-12-25"],
  ["12-25", "2026-12-25", "2026-12-25"],
  ["12-25", "2026-12-26", "2027-12-25"],
  ["02-29", "2026-11-28", "2028-02-29"],
  ["easter", "2026-11-28", "2027-03-28"],
  ["easter", "2027-03-29", "2028-04-16"],
  ["easter", "2038-01-01", "2038-04-25"],
  ["good-friday", "2026-11-28", "2027-03-26"],
  ["black-friday", "2026-11-24", "2026-11-27"],
  ["black-friday", "2026-11-28", "2027-11-26"],
  ["mothers-day", "2026-11-28", "2027-05-09"],
  ["fathers-day", "2026-11-28", "2027-06-20"],
] as const)("the next %s from %s on is %s", ([yearly, from, on]) => {
  expect(nextYearlyDay({ yearly }, from)).toBe(on);
});

test("a date that no year has is none, and an unknown name is an error", () => {
  expect(yearlyDay(2, 29)).toEqual({ yearly: "02-29" });
  expect([yearlyDay(2, 30), yearlyDay(24, 7), yearlyDay(13, 1), yearlyDay(0, 1), yearlyDay(1, 0)]).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(() => nextYearlyDay({ yearly: "doomsday" }, "2026-11-28")).toThrow(RangeError);
  expect([yearlyDayLabel({ yearly: "12-25" }), yearlyDayLabel({ yearly: "easter" })]).toEqual(["Dec 25", "Easter"]);
});

test.for([
  // 2026-09-07 is a Monday, 2026-11-26 a Thursday, 2026-07-04 a Saturday, 2026-11-11 a Wednesday.
  ["Labor Day", "2026-09-01", "09-05 09-06 09-07"],
  ["Labor Day", "2026-09-07", "09-07"],
  ["Labor Day", "2026-09-08", "09-04 09-05 09-06"],
  ["Thanksgiving Day", "2026-11-24", "11-26 11-27 11-28 11-29"],
  ["Thanksgiving Day", "2026-11-28", "11-28 11-29"],
  ["Independence Day", "2026-06-28", "07-04 07-05"],
  ["Veterans Day", "2026-11-01", "11-11 11-12 11-13 11-14 11-15"],
] as const)("the weekend of %s from %s on is %s", ([holiday, from, days]) => {
  expect(holidayWeekend(holiday, from).map(({ yearly }) => yearly)).toEqual(days.split(" "));
});

test("weekdays run on over the weekend", () => {
  expect(weekdaysThrough("friday", "monday")).toEqual(["friday", "saturday", "sunday", "monday"]);
  expect(weekdaysThrough("monday", "monday")).toEqual(["monday"]);
});

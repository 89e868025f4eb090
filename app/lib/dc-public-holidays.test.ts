import { expect, test } from "vitest";

import { nextPublicHoliday, publicHolidayOn, publicHolidaysFrom } from "./dc-public-holidays.ts";

function holidaysOf(year: number): string[] {
  const days = Array.from({ length: 366 }, (_, i) => new Date(Date.UTC(year, 0, 1 + i)).toISOString().slice(0, 10));
  return days.filter((on) => on.startsWith(String(year)) && publicHolidayOn(on) !== null);
}

test("2026 has the eleven federal holidays, Emancipation Day and the observed Independence Day", () => {
  expect(holidaysOf(2026).map((on) => `${on} ${publicHolidayOn(on)}`)).toEqual([
    "2026-01-01 New Year's Day",
    "2026-01-19 Martin Luther King Jr. Day",
    "2026-02-16 Washington's Birthday",
    "2026-04-16 DC Emancipation Day",
    "2026-05-25 Memorial Day",
    "2026-06-19 Juneteenth",
    "2026-07-03 Independence Day (observed)",
    "2026-07-04 Independence Day",
    "2026-09-07 Labor Day",
    "2026-10-12 Indigenous Peoples' Day",
    "2026-11-11 Veterans Day",
    "2026-11-26 Thanksgiving Day",
    "2026-12-25 Christmas Day",
  ]);
});

test("a Sunday holiday is observed on Monday and a Saturday holiday on Friday, even across a new year", () => {
  expect(publicHolidayOn("2027-07-05")).toBe("Independence Day (observed)");
  expect(publicHolidayOn("2027-12-24")).toBe("Christmas Day (observed)");
  expect(publicHolidayOn("2027-12-31")).toBe("New Year's Day (observed)");
  expect(publicHolidayOn("2028-01-01")).toBe("New Year's Day");
});

test("the next date of a holiday can be the given day itself", () => {
  expect(nextPublicHoliday("Thanksgiving Day", "2026-11-24")).toBe("2026-11-26");
  expect(nextPublicHoliday("Thanksgiving Day", "2026-11-26")).toBe("2026-11-26");
  expect(nextPublicHoliday("Thanksgiving Day", "2026-11-27")).toBe("2027-11-25");
  expect(nextPublicHoliday("Independence Day", "2026-07-03")).toBe("2026-07-04");
  expect(nextPublicHoliday("Inauguration Day", "2025-01-21")).toBe("2029-01-20");
  expect(() => nextPublicHoliday("Tree Day", "2026-11-24")).toThrow(RangeError);
});

test("the holidays of the next 12 months are in order, include observed days and have no duplicates", () => {
  const days = publicHolidaysFrom("2026-11-26").map(({ on }) => on);

  expect(days.slice(0, 3)).toEqual(["2026-11-26", "2026-12-25", "2027-01-01"]);
  expect(days.at(-1)).toBe("2027-11-25");
  expect(days).toContain("2027-07-05");
  expect(new Set(days).size).toBe(days.length);
});

test("Emancipation Day on a weekend is observed like the federal holidays", () => {
  expect(publicHolidayOn("2022-04-15")).toBe("DC Emancipation Day (observed)");
  expect(publicHolidayOn("2023-04-17")).toBe("DC Emancipation Day (observed)");
});

test("January 20 is a holiday in inauguration years only", () => {
  const years = [2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029];

  expect(years.filter((year) => publicHolidayOn(`${year}-01-20`) === "Inauguration Day")).toEqual([2021, 2029]);
  // In 2025 it fell on the third Monday.
  expect(publicHolidayOn("2025-01-20")).toBe("Martin Luther King Jr. Day");
});

test("an inauguration on a Saturday isn't observed on Friday, one on a Sunday is observed on Monday", () => {
  expect(publicHolidayOn("2029-01-19")).toBeNull();
  expect(publicHolidayOn("2041-01-21")).toBe("Martin Luther King Jr. Day");
  expect(publicHolidayOn("2041-01-20")).toBe("Inauguration Day");
});

test("Memorial Day is the last Monday of May, whether May has four or five Mondays", () => {
  expect([publicHolidayOn("2027-05-31"), publicHolidayOn("2028-05-29")]).toEqual(["Memorial Day", "Memorial Day"]);
  expect([publicHolidayOn("2027-05-24"), publicHolidayOn("2028-05-22")]).toEqual([null, null]);
});

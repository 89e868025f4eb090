import { publicHolidaysFrom } from "./dc-public-holidays.ts";
import { type ExceptionDays, hoursOn, isWholeWeek, type OpeningHours } from "./opening-hours.ts";

/** Christmas to the new year with the weekends around them; what lasts longer is a season. */
const HOLIDAY_DAYS_MAX = 16;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether hours were written with holidays in mind: one of the year's public holidays has hours of its own, or the place
 * never closes. Of all others nobody knows whether their usual hours hold on a holiday; that the hours of a season cover
 * one says nothing of it either.
 *
 * @param fromOn The day the year begins with, as "2026-11-26".
 */
export function tellHolidays(hours: OpeningHours, fromOn: string): boolean {
  if (isWholeWeek(hours.weekly)) return true;
  const exceptions = hours.exceptions.filter(({ days }) => daysOf(days) <= HOLIDAY_DAYS_MAX);
  if (exceptions.length === 0) return false;
  return publicHolidaysFrom(fromOn).some(({ on }) => hoursOn({ ...hours, exceptions }, on).exceptionNote !== null);
}

/** How many days in a row an exception is for. */
function daysOf(days: ExceptionDays): number {
  if (days.kind === "public-holidays") return 1;
  if (days.kind === "dates") return 1 + (Date.parse(days.through) - Date.parse(days.from)) / DAY_MS;
  // In a leap year every day of the calendar exists.
  const between = (Date.parse(`2028-${days.through}`) - Date.parse(`2028-${days.from}`)) / DAY_MS;
  return 1 + (between < 0 ? between + 366 : between);
}

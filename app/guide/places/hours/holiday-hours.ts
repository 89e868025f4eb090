import { publicHolidaysFrom } from "#app/lib/dc-public-holidays.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { type ExceptionDays, hoursOn, isWholeWeek, type OpeningHours } from "./opening-hours.ts";

/** Christmas to New Year's Day with the weekends around them. A longer exception is a season. */
const HOLIDAY_DAYS_MAX = 16;

/**
 * Whether the hours account for holidays: the place never closes, or a public holiday of the next 12 months has its own
 * hours. A season that covers a holiday doesn't count.
 *
 * @param fromOn First day of the 12 months, as "2026-11-26".
 */
export function hasHolidayHours(hours: OpeningHours, fromOn: string): boolean {
  if (isWholeWeek(hours.weekly)) return true;
  const exceptions = hours.exceptions.filter(({ days }) => dayCount(days) <= HOLIDAY_DAYS_MAX);
  if (exceptions.length === 0) return false;
  return publicHolidaysFrom(fromOn).some(({ on }) => hoursOn({ ...hours, exceptions }, on).exceptionNote !== null);
}

/** Length of an exception in consecutive days. */
function dayCount(days: ExceptionDays): number {
  if (days.kind === "public-holidays") return 1;
  if (days.kind === "dates") return 1 + (Date.parse(days.through) - Date.parse(days.from)) / DAY_MS;
  // 2028 is a leap year, so every month and day exists.
  const between = (Date.parse(`2028-${days.through}`) - Date.parse(`2028-${days.from}`)) / DAY_MS;
  return 1 + (between < 0 ? between + 366 : between);
}

import { publicHolidaysFrom } from "./dc-public-holidays.ts";
import { hoursOn, isWholeWeek, type OpeningHours } from "./opening-hours.ts";

/**
 * Whether hours were written with holidays in mind: one of the year's public holidays has hours of its own, or the place
 * never closes. Of all others nobody knows whether their usual hours hold on a holiday.
 *
 * @param fromOn The day the year begins with, as "2026-11-26".
 */
export function tellHolidays(hours: OpeningHours, fromOn: string): boolean {
  if (isWholeWeek(hours.weekly)) return true;
  if (hours.exceptions.length === 0) return false;
  return publicHolidaysFrom(fromOn).some(({ on }) => hoursOn(hours, on).exceptionNote !== null);
}

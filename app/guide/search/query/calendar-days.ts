import { nextPublicHoliday, publicHolidayOn } from "#app/lib/dc-public-holidays.ts";
import { dcDayByNumber, dcDayOn, isDay, type Weekday, WEEKDAYS } from "#app/lib/dc-time.ts";

/** A date of every year ("12-25"), or a name from `MOVING_DAYS`. */
export type YearlyDay = { yearly: string };

/** The days of each year that have no fixed date, with their labels. */
const MOVING_DAYS = new Map<string, { label: string; on: (year: number) => string }>([
  ["good-friday", { label: "Good Friday", on: (year) => daysAfter(easterOn(year), -2) }],
  ["easter", { label: "Easter", on: easterOn }],
  ["mothers-day", { label: "Mother’s Day", on: (year) => nthSunday(2, `${year}-05-01`) }],
  ["fathers-day", { label: "Father’s Day", on: (year) => nthSunday(3, `${year}-06-01`) }],
  [
    "black-friday",
    { label: "Black Friday", on: (year) => daysAfter(nextPublicHoliday("Thanksgiving Day", `${year}-01-01`), 1) },
  ],
]);

/** Days when usual hours say little, though they are no public holidays. */
const UNUSUAL_DAYS: ReadonlySet<string> = new Set(["easter", "12-24", "12-31"]);

/** "12-25" from a month of 1 to 12 and a day. Null: no year has this date. */
export function yearlyDay(month: number, day: number): YearlyDay | null {
  const yearly = `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  // 2028 is a leap year, so every month and day exists.
  return isDay(`2028-${yearly}`) ? { yearly } : null;
}

/** February 29 comes every fourth year of this century. */
const YEARS_BETWEEN_MAX = 4;

/**
 * The next date of a yearly day on or after a day, so that a date in the past is next year's.
 *
 * @param from A day, as "2026-11-26".
 * @throws RangeError for a name that isn't in the table.
 */
export function nextYearlyDay({ yearly }: YearlyDay, from: string): string {
  const first = Number(from.slice(0, 4));
  for (let year = first; year <= first + YEARS_BETWEEN_MAX; year += 1) {
    const on = MOVING_DAYS.get(yearly)?.on(year) ?? `${year}-${yearly}`;
    if (on >= from && isDay(on)) return on;
  }
  throw new RangeError(`"${yearly}" is not a day of the year`);
}

/** "Dec 25", "Easter". */
export function yearlyDayLabel({ yearly }: YearlyDay): string {
  const [month = 0, day = 0] = yearly.split("-").map(Number);
  return MOVING_DAYS.get(yearly)?.label ?? DATE_LABELS.get(yearly) ?? `${MONTH_LABELS[month - 1] ?? ""} ${day}`;
}

const DATE_LABELS = new Map([
  ["02-14", "Valentine’s Day"],
  ["03-17", "St. Patrick’s Day"],
  ["10-31", "Halloween"],
]);

const MONTH_LABELS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Whether hours that don't mention holidays say nothing about the next such day. */
export function isUnusualDay(day: YearlyDay, from: string): boolean {
  return UNUSUAL_DAYS.has(day.yearly) || publicHolidayOn(nextYearlyDay(day, from)) !== null;
}

/** The days after a public holiday that its long weekend can last: Wednesday to Sunday. */
const WEEKEND_DAYS_MAX = 4;

/**
 * The rest of a holiday's weekend: the holiday, the nearest Saturday and Sunday, and the days between. The current one,
 * if it isn't over.
 *
 * @param from A day, as "2026-11-26".
 */
export function holidayWeekend(holiday: string, from: string): YearlyDay[] {
  const current = longWeekend(nextPublicHoliday(holiday, daysAfter(from, -WEEKEND_DAYS_MAX)));
  const days = current.some((on) => on >= from) ? current : longWeekend(nextPublicHoliday(holiday, from));
  return days.filter((on) => on >= from).map((on) => ({ yearly: on.slice(5) }));
}

/** How far Saturday is from a holiday on each weekday, Monday first. A Wednesday goes on until the weekend after it. */
const DAYS_TO_SATURDAY = [-2, -3, 3, 2, 1, 0, -1] as const;

function longWeekend(on: string): string[] {
  const saturday = DAYS_TO_SATURDAY[WEEKDAYS.indexOf(dcDayOn(on).weekday)] ?? 0;
  const [first, last] = [Math.min(0, saturday), Math.max(0, saturday + 1)];
  return Array.from({ length: last - first + 1 }, (_, more) => daysAfter(on, first + more));
}

/** The weekdays from one to another, in order: "friday" to "monday" are four days. */
export function weekdaysThrough(first: Weekday, last: Weekday): Weekday[] {
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  return WEEKDAYS.map((_, more) => WEEKDAYS[(from + more) % WEEKDAYS.length] ?? first).slice(
    0,
    ((to - from + 7) % 7) + 1,
  );
}

function nthSunday(nth: number, monthStart: string): string {
  const first = WEEKDAYS.indexOf("sunday") - WEEKDAYS.indexOf(dcDayOn(monthStart).weekday);
  return daysAfter(monthStart, first + 7 * (nth - 1));
}

function daysAfter(on: string, days: number): string {
  return dcDayByNumber(dcDayOn(on).number + days).on;
}

/** Easter Sunday by the Gregorian computus (Meeus, Jones and Butcher). */
function easterOn(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const marchDay = epact + weekday - 7 * late + 114;
  const month = Math.floor(marchDay / 31);
  return `${year}-${String(month).padStart(2, "0")}-${String((marchDay % 31) + 1).padStart(2, "0")}`;
}

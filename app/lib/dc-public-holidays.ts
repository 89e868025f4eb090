/**
 * The public holiday on a day in the District, including observed days. Covers federal holidays, DC Emancipation Day and
 * Inauguration Day, by the law since 2021 (Juneteenth).
 *
 * @param on A day, as "2026-11-26".
 * @returns Its name ("Independence Day (observed)"), or null on any other day.
 * @see D.C. Code § 1-612.02 and § 28-2701; 5 U.S.C. 6103
 */
export function publicHolidayOn(on: string): string | null {
  return holidaysOf(Number(on.slice(0, 4))).get(on) ?? null;
}

/**
 * The public holidays of the 12 months from a day on, including that day and observed days, in order.
 *
 * @param from A day, as "2026-11-26".
 */
export function publicHolidaysFrom(from: string): { on: string; name: string }[] {
  const year = Number(from.slice(0, 4));
  const days = [...new Map([...holidaysOf(year), ...holidaysOf(year + 1)])].map(([on, name]) => ({ on, name }));
  const until = `${year + 1}${from.slice(4)}`;
  return days.filter(({ on }) => from <= on && on < until).toSorted((a, b) => a.on.localeCompare(b.on));
}

/**
 * The next date of a public holiday on or after a day. Observed days don't count.
 *
 * @param name As `publicHolidayOn` returns it. Throws a RangeError for an unknown name.
 */
export function nextPublicHoliday(name: string, from: string): string {
  const first = Number(from.slice(0, 4));
  for (let year = first; year <= first + YEARS_BETWEEN_MAX; year += 1) {
    const next = holidaysFallingIn(year).find((holiday) => holiday.name === name && holiday.on >= from);
    if (next !== undefined) return next.on;
  }
  throw new RangeError(`"${name}" is not a public holiday`);
}

/** Inauguration Day comes every fourth year. */
const YEARS_BETWEEN_MAX = 4;

type Holiday = { name: string; on: string; movesFromSaturday: boolean };

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 0;

/** Pages look a few months ahead. The limit only keeps a crawler from filling memory with far years. */
const CACHED_YEARS_MAX = 50;
const holidaysByYear = new Map<number, Map<string, string>>();

function holidaysOf(year: number): Map<string, string> {
  const cached = holidaysByYear.get(year);
  if (cached !== undefined) return cached;

  const names = new Map<string, string>();
  // January 1, 2028 is a Saturday, so its observed day belongs to 2027.
  const holidays = [...holidaysFallingIn(year), ...holidaysFallingIn(year + 1)];
  for (const holiday of holidays) {
    if (!names.has(holiday.on)) names.set(holiday.on, holiday.name);
  }
  for (const holiday of holidays) {
    const on = observedOn(holiday);
    if (on !== null && !names.has(on)) names.set(on, `${holiday.name} (observed)`);
  }

  if (holidaysByYear.size >= CACHED_YEARS_MAX) holidaysByYear.clear();
  holidaysByYear.set(year, names);
  return names;
}

function holidaysFallingIn(year: number): Holiday[] {
  const holiday = (name: string, on: string) => ({ name, on, movesFromSaturday: true });
  return [
    holiday("New Year's Day", dateString(year, 1, 1)),
    holiday("Martin Luther King Jr. Day", nthWeekdayOn(3, MONDAY, year, 1)),
    // Inauguration years are 2025, 2029 and so on. Only a Sunday moves the day (to Monday).
    ...(year % 4 === 1 ? [{ name: "Inauguration Day", on: dateString(year, 1, 20), movesFromSaturday: false }] : []),
    holiday("Washington's Birthday", nthWeekdayOn(3, MONDAY, year, 2)),
    holiday("DC Emancipation Day", dateString(year, 4, 16)),
    holiday("Memorial Day", lastMondayOfMay(year)),
    holiday("Juneteenth", dateString(year, 6, 19)),
    holiday("Independence Day", dateString(year, 7, 4)),
    holiday("Labor Day", nthWeekdayOn(1, MONDAY, year, 9)),
    holiday("Indigenous Peoples' Day", nthWeekdayOn(2, MONDAY, year, 10)),
    holiday("Veterans Day", dateString(year, 11, 11)),
    holiday("Thanksgiving Day", nthWeekdayOn(4, THURSDAY, year, 11)),
    holiday("Christmas Day", dateString(year, 12, 25)),
  ];
}

function observedOn(holiday: Holiday): string | null {
  const weekday = weekdayNumber(holiday.on);
  if (weekday === SATURDAY && holiday.movesFromSaturday) return addDays(holiday.on, -1);
  return weekday === SUNDAY ? addDays(holiday.on, 1) : null;
}

function nthWeekdayOn(nth: number, weekday: number, year: number, month: number): string {
  const first = dateString(year, month, 1);
  return addDays(first, ((weekday - weekdayNumber(first) + 7) % 7) + 7 * (nth - 1));
}

function lastMondayOfMay(year: number): string {
  return addDays(nthWeekdayOn(1, MONDAY, year, 6), -7);
}

function dateString(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function addDays(on: string, days: number): string {
  return dateString(Number(on.slice(0, 4)), Number(on.slice(5, 7)), Number(on.slice(8, 10)) + days);
}

function weekdayNumber(on: string): number {
  return new Date(on).getUTCDay();
}

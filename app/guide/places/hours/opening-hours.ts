import { z } from "zod";

import type { ClockInterval, ExceptionDays, OpeningHours } from "#app/db/columns/opening-hours-columns.ts";
import {
  clockMs,
  dcDayByNumber,
  dcDayAt,
  dcDayOn,
  MINUTES_PER_DAY,
  WEEKDAYS,
  type DcDay,
  type Weekday,
} from "#app/lib/dc-time.ts";
import { MINUTE_MS } from "#app/lib/duration.ts";

export type {
  OpeningHours,
  HoursException,
  ExceptionDays,
  ClockInterval,
} from "#app/db/columns/opening-hours-columns.ts";

/** Enough for lunch, dinner and after midnight. More is a typing error. */
const INTERVALS_PER_DAY_MAX = 6;
/** Enough for five years of dated holidays. */
const EXCEPTIONS_MAX = 60;
const NOTE_CHARACTERS_MAX = 80;

/**
 * "09:00" to "17:30". Runs past midnight if `closes` is before `opens`. "00:00" to "24:00" is the whole day. Equal times
 * are ambiguous and rejected.
 */
const ClockIntervalSchema = z
  .strictObject({
    opens: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Write the opening time as 09:00"),
    closes: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "Write the closing time as 17:30"),
  })
  .refine(
    ({ opens, closes }) => opens !== closes,
    "The opening and closing times are the same. For all day, write 00:00-24:00",
  )
  // Time pickers write the midnight at the end of a day as 00:00. One spelling keeps equal hours equal.
  .overwrite(({ opens, closes }) => ({ opens, closes: closes === "00:00" ? "24:00" : closes }));

/** One day's intervals, in order. Empty means closed all day. */
const DayIntervals = z
  .array(ClockIntervalSchema)
  .max(INTERVALS_PER_DAY_MAX, `A day can have at most ${INTERVALS_PER_DAY_MAX} opening times`)
  .overwrite((intervals) => intervals.toSorted((a, b) => a.opens.localeCompare(b.opens)))
  .refine((intervals) => !overlaps(intervals), "Opening times on the same day can’t overlap");

const CalendarDay = z.iso.date("That date doesn’t exist. Write it as 2026-11-26");
const MonthDay = z.string().refine(isMonthDay, "That date doesn’t exist. Write it as 12-25");

/** Limits a season or date range to some weekdays, Monday first. Absent means every day. */
const LimitedWeekdays = z
  .array(z.enum(WEEKDAYS))
  .min(1)
  .max(WEEKDAYS.length - 1, "For all seven days, leave out the weekdays")
  .overwrite((weekdays) => WEEKDAYS.filter((weekday) => weekdays.includes(weekday)))
  .optional();

const ExceptionDaysSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("dates"), from: CalendarDay, through: CalendarDay, weekdays: LimitedWeekdays })
    .refine(({ from, through }) => from <= through, "The last day comes before the first"),
  /** Every year. A range may run over the new year ("12-24" through "01-02"). */
  z.strictObject({ kind: z.literal("yearly"), from: MonthDay, through: MonthDay, weekdays: LimitedWeekdays }),
  /** The District's public holidays, including observed days. */
  z.strictObject({ kind: z.literal("public-holidays") }),
]);

const HoursExceptionSchema = z.strictObject({
  days: ExceptionDaysSchema,
  intervals: DayIntervals,
  note: z
    .string()
    .trim()
    .min(1)
    .max(NOTE_CHARACTERS_MAX, `A note can have at most ${NOTE_CHARACTERS_MAX} characters`)
    .regex(/^[^"\p{Cc}]*$/u, 'Write the note on one line, without quotation marks (")')
    .nullable(),
});

/**
 * Opening hours as stored in JSON. Unknown hours are `null`, closed days have no intervals. The last exception that covers
 * a day replaces its usual hours, but not an interval from the evening before.
 */
export const OpeningHoursSchema = z.strictObject({
  weekly: z.record(z.enum(WEEKDAYS), DayIntervals),
  exceptions: z.array(HoursExceptionSchema).max(EXCEPTIONS_MAX, `Hours can have at most ${EXCEPTIONS_MAX} exceptions`),
}) satisfies z.ZodType<OpeningHours>;

/** A week without opening hours. */
export const CLOSED_WEEK: OpeningHours["weekly"] = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};

export type OpenState =
  | { state: "unknown" }
  /** `closesAt` is null if the place doesn't close within `SEARCH_DAYS`. */
  | { state: "open"; closesAt: Date | null }
  | { state: "closing-soon"; closesAt: Date }
  /** `opensAt` is null if the place doesn't open within `SEARCH_DAYS`. */
  | { state: "closed"; opensAt: Date | null };

/** One row of the hours table. `date` is written "2026-11-21". */
export type DayHours = {
  date: string;
  weekday: Weekday;
  intervals: ClockInterval[];
  /** Name of the exception that replaces the usual hours. Null on a usual day. */
  exceptionNote: string | null;
};

/** One hour is enough to get there, but too little for a dinner. */
const CLOSING_SOON_MS = 60 * MINUTE_MS;

/** Over a year, so that it includes every yearly date except February 29. Anything later counts as never. */
const SEARCH_DAYS = 400;

/**
 * Whether a place is open at an instant, and when that changes, in the District's time zone. Adjacent intervals are
 * joined, also across midnight.
 */
export function openState(hours: OpeningHours | null, at: Temporal.Instant | Date): OpenState {
  if (hours === null) return { state: "unknown" };

  const atMs = millisecondsOf(at);
  const period = periodAtOrAfter(hours, atMs);
  if (period === null) return { state: "closed", opensAt: null };
  if (period.opensMs > atMs) return { state: "closed", opensAt: new Date(period.opensMs) };
  if (period.closesMs === Number.POSITIVE_INFINITY) return { state: "open", closesAt: null };

  const state = period.closesMs - atMs <= CLOSING_SOON_MS ? "closing-soon" : "open";
  return { state, closesAt: new Date(period.closesMs) };
}

/**
 * The first instant after `at` at which `openState` changes. Null if never. Text that names days ("opens 11 AM tomorrow")
 * also expires at midnight, see `hoursTextExpiresAt`.
 */
export function nextChangeAt(hours: OpeningHours | null, at: Temporal.Instant | Date): Date | null {
  const now = openState(hours, at);
  if (now.state === "unknown") return null;
  if (now.state === "closed") return now.opensAt;
  if (now.state === "closing-soon" || now.closesAt === null) return now.closesAt;
  return new Date(now.closesAt.getTime() - CLOSING_SOON_MS);
}

/**
 * Whether a place is open for a whole visit. Null when its hours are unknown.
 *
 * @throws RangeError when the visit ends before it begins.
 */
export function isOpenThroughout(
  hours: OpeningHours | null,
  visit: { from: Temporal.Instant | Date; until: Temporal.Instant | Date },
): boolean | null {
  const fromMs = millisecondsOf(visit.from);
  const untilMs = millisecondsOf(visit.until);
  if (untilMs < fromMs) throw new RangeError(`A visit can't end (${untilMs}) before it begins (${fromMs})`);
  if (hours === null) return null;

  const period = periodAtOrAfter(hours, fromMs);
  return period !== null && period.opensMs <= fromMs && period.closesMs >= untilMs;
}

/**
 * The week table, Monday to Sunday. Each row is the next such weekday on or after `todayOn`, so it shows upcoming
 * exceptions: on a Saturday, the Thursday row is next Thursday.
 */
export function hoursByDay(hours: OpeningHours, todayOn: string): (DayHours & { isToday: boolean })[] {
  const today = dcDayOn(todayOn);
  const sinceMonday = WEEKDAYS.indexOf(today.weekday);
  return WEEKDAYS.map((_, index) => {
    const day = dcDayByNumber(today.number + ((index - sinceMonday + 7) % 7));
    return { ...hoursOf(hours, day), isToday: day.number === today.number };
  });
}

/** The hours of one day, with exceptions applied. */
export function hoursOn(hours: OpeningHours, on: string): DayHours {
  return hoursOf(hours, dcDayOn(on));
}

/** The days with an exception within `days` days from `fromOn`, in order. */
export function exceptionsAhead(hours: OpeningHours, fromOn: string, days: number): DayHours[] {
  const first = dcDayOn(fromOn).number;
  return Array.from({ length: days }, (_, index) => hoursOf(hours, dcDayByNumber(first + index))).filter(
    ({ exceptionNote }) => exceptionNote !== null,
  );
}

/** True if the usual hours are 24/7. Ignores exceptions. */
export function isWholeWeek(weekly: OpeningHours["weekly"]): boolean {
  return WEEKDAYS.every((weekday) => weekly[weekday].length === 1 && weekly[weekday].every(isWholeDay));
}

export function isWholeDay(interval: ClockInterval): boolean {
  return interval.opens === "00:00" && interval.closes === "24:00";
}

/** A period of being open without a break. `closesMs` is exclusive. */
type OpenPeriod = { opensMs: number; closesMs: number };

/** The open period at an instant, else the next one. Infinite if it lasts beyond `SEARCH_DAYS`. */
function periodAtOrAfter(hours: OpeningHours, atMs: number): OpenPeriod | null {
  // Shortcut for parks and memorials, which would otherwise need a search through a whole year.
  const isAlwaysOpen = hours.exceptions.length === 0 && isWholeWeek(hours.weekly);
  if (isAlwaysOpen) return { opensMs: atMs, closesMs: Number.POSITIVE_INFINITY };

  const last = lastPeriods.get(hours);
  if (last !== undefined && last.fromMs <= atMs && atMs < last.period.closesMs) return last.period;
  const period = firstPeriodFrom(hours, atMs);
  // Infinite periods aren't cached: a search from a later instant may find their end.
  if (period !== null && period.closesMs !== Number.POSITIVE_INFINITY) lastPeriods.set(hours, { fromMs: atMs, period });
  return period;
}

/**
 * Caches the last period found for each week of hours. A search checks the same week for all places that share it (see
 * `parseSharedHours`).
 */
const lastPeriods = new WeakMap<OpeningHours, { fromMs: number; period: OpenPeriod }>();

function firstPeriodFrom(hours: OpeningHours, atMs: number): OpenPeriod | null {
  // Last night's interval may still be running. None lasts longer than a day.
  const first = dcDayAt(atMs).number - 1;
  const end = first + SEARCH_DAYS;
  let period: OpenPeriod | null = null;
  for (let number = first; number < end; number += 1) {
    const day = dcDayByNumber(number);
    // A period that ended before this day began can't be extended.
    if (period !== null && period.closesMs < day.startsMs) return period;

    for (const interval of openPeriodsOn(hours, day)) {
      if (interval.closesMs <= atMs) continue;
      if (period !== null && period.closesMs < interval.opensMs) return period;
      period = extend(period, interval);
    }
  }
  if (period === null || period.closesMs < dcDayByNumber(end).startsMs) return period;
  return { opensMs: period.opensMs, closesMs: Number.POSITIVE_INFINITY };
}

function extend(period: OpenPeriod | null, interval: OpenPeriod): OpenPeriod {
  if (period === null) return interval;
  return { opensMs: period.opensMs, closesMs: Math.max(period.closesMs, interval.closesMs) };
}

/** A day's intervals as instants, in order. An interval within the hour skipped in spring is left out. */
function openPeriodsOn(hours: OpeningHours, day: DcDay): OpenPeriod[] {
  return hoursOf(hours, day)
    .intervals.map(({ opens, closes }) => {
      const closingDay = closes <= opens ? dcDayByNumber(day.number + 1) : day;
      return { opensMs: clockMs(day, minuteOf(opens)), closesMs: clockMs(closingDay, minuteOf(closes)) };
    })
    .filter(({ opensMs, closesMs }) => opensMs < closesMs);
}

function hoursOf(hours: OpeningHours, day: DcDay): DayHours {
  const exception = hours.exceptions.findLast(({ days }) => isCovered(days, day));
  const { on: date, weekday } = day;
  if (exception === undefined) return { date, weekday, intervals: hours.weekly[weekday], exceptionNote: null };

  const exceptionNote = exception.note ?? day.publicHoliday ?? "Special hours";
  return { date, weekday, intervals: exception.intervals, exceptionNote };
}

function isCovered(days: ExceptionDays, day: DcDay): boolean {
  if (days.kind === "public-holidays") return day.publicHoliday !== null;
  if (days.weekdays !== undefined && !days.weekdays.includes(day.weekday)) return false;
  if (days.kind === "dates") return days.from <= day.on && day.on <= days.through;

  const monthDay = day.on.slice(5);
  const isAfterFirst = days.from <= monthDay;
  const isBeforeLast = monthDay <= days.through;
  return days.from <= days.through ? isAfterFirst && isBeforeLast : isAfterFirst || isBeforeLast;
}

/** The intervals are sorted by opening time, so only neighbors can overlap. */
function overlaps(intervals: ClockInterval[]): boolean {
  return intervals.some((interval, index) => {
    const next = intervals[index + 1];
    const spill = interval.closes <= interval.opens ? MINUTES_PER_DAY : 0;
    return next !== undefined && minuteOf(next.opens) < minuteOf(interval.closes) + spill;
  });
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Accepts February 29, which exists in leap years only. */
function isMonthDay(text: string): boolean {
  return /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2028-${text}`).success;
}

function millisecondsOf(at: Temporal.Instant | Date): number {
  return at instanceof Date ? at.getTime() : at.epochMilliseconds;
}

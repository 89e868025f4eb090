import { z } from "zod";

import { clockMs, dcDay, dcDayAt, dcDayOn, MINUTE_MS, MINUTES_PER_DAY, WEEKDAYS } from "./dc-calendar.ts";
import type { DcDay, Weekday } from "./dc-calendar.ts";

/** Split days and a late one: lunch, dinner, after midnight. More is a typing error. */
const INTERVALS_PER_DAY_MAX = 6;
/** Five years of dated holidays. */
const EXCEPTIONS_MAX = 60;
const NOTE_LETTERS_MAX = 80;

/**
 * A stretch of one day by the clock on the wall, "09:00" to "17:30". When it closes no later than it opens it runs past
 * midnight, "18:00" to "02:00"; "00:00" to "24:00" is the whole day. Both ends alike would be either nothing or
 * everything, so that is refused.
 */
const ClockInterval = z
  .strictObject({
    opens: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Write the time it opens as 09:00"),
    closes: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "Write the time it closes as 17:30"),
  })
  .refine(({ opens, closes }) => opens !== closes, "It opens and closes at the same time; the whole day is 00:00-24:00")
  // Time pickers call the midnight that ends a day 00:00; one spelling keeps equal hours equal.
  .overwrite(({ opens, closes }) => ({ opens, closes: closes === "00:00" ? "24:00" : closes }));

/** One day's intervals, in order. Empty: closed all day. */
const DayIntervals = z
  .array(ClockInterval)
  .max(INTERVALS_PER_DAY_MAX, `A day has at most ${INTERVALS_PER_DAY_MAX} opening times`)
  .overwrite((intervals) => intervals.toSorted((a, b) => a.opens.localeCompare(b.opens)))
  .refine((intervals) => !overlaps(intervals), "Two opening times of one day overlap");

const CalendarDay = z.iso.date("There is no such day; write it as 2026-11-26");
const MonthDay = z.string().refine(isMonthDay, "There is no such day; write it as 12-25");

/** Of a season or a stretch of days only these, Monday first; without it all of them. */
const OnlyOn = z
  .array(z.enum(WEEKDAYS))
  .min(1)
  .max(WEEKDAYS.length - 1, "All seven days are said by naming none")
  .overwrite((weekdays) => WEEKDAYS.filter((weekday) => weekdays.includes(weekday)))
  .optional();

const ExceptionDays = z.discriminatedUnion("kind", [
  z
    .strictObject({ kind: z.literal("dates"), from: CalendarDay, through: CalendarDay, weekdays: OnlyOn })
    .refine(({ from, through }) => from <= through, "The last day comes before the first"),
  /** Each year; from a later to an earlier day it runs over the new year ("12-24" through "01-02"). */
  z.strictObject({ kind: z.literal("yearly"), from: MonthDay, through: MonthDay, weekdays: OnlyOn }),
  /** The District's public holidays and the days they are observed on. */
  z.strictObject({ kind: z.literal("public-holidays") }),
]);

const HoursException = z.strictObject({
  days: ExceptionDays,
  intervals: DayIntervals,
  note: z
    .string()
    .trim()
    .min(1)
    .max(NOTE_LETTERS_MAX, `A note has at most ${NOTE_LETTERS_MAX} letters`)
    .regex(/^[^"\p{Cc}]*$/u, 'A note is one line without the sign "')
    .nullable(),
});

/**
 * When a place is open, as stored in JSON. Hours that nobody knows are `null` wherever this type is used; closed days
 * have no intervals.
 *
 * An exception replaces the usual hours of the days it covers; where several cover a day the last counts, so list them
 * from the general to the particular. What began the evening before runs on past midnight all the same.
 */
export const OpeningHoursSchema = z.strictObject({
  weekly: z.record(z.enum(WEEKDAYS), DayIntervals),
  exceptions: z.array(HoursException).max(EXCEPTIONS_MAX, `Hours have at most ${EXCEPTIONS_MAX} exceptions`),
});

export type OpeningHours = z.infer<typeof OpeningHoursSchema>;
export type HoursException = z.infer<typeof HoursException>;
export type ExceptionDays = z.infer<typeof ExceptionDays>;
export type ClockInterval = z.infer<typeof ClockInterval>;

export type OpenState =
  | { state: "unknown" }
  /** `closesAt` null: it never closes, or not within `SEARCH_DAYS`. */
  | { state: "open"; closesAt: Date | null }
  | { state: "closing-soon"; closesAt: Date }
  /** `opensAt` null: no opening within `SEARCH_DAYS`. */
  | { state: "closed"; opensAt: Date | null };

/** What one day's line of the hours table says. `date` is the day, as "2026-11-21". */
export type DayHours = {
  date: string;
  weekday: Weekday;
  intervals: ClockInterval[];
  /** What the exception that replaces the usual hours is called; null on a usual day. */
  exceptionNote: string | null;
};

/** An hour's notice is enough to walk over, and too little to start dinner. */
const CLOSING_SOON_MS = 60 * MINUTE_MS;

/** Over a year, so that every yearly day but February 29 is met. What comes later counts as never. */
const SEARCH_DAYS = 400;

/**
 * Whether a place is open at an instant, and until when that holds, by the District's clocks.
 *
 * Stretches that touch are one: a bar open until midnight and again from midnight doesn't close in between.
 */
export function openState(hours: OpeningHours | null, at: Temporal.Instant | Date): OpenState {
  if (hours === null) return { state: "unknown" };

  const atMs = millisecondsOf(at);
  const run = runAtOrAfter(hours, atMs);
  if (run === null) return { state: "closed", opensAt: null };
  if (run.opensMs > atMs) return { state: "closed", opensAt: new Date(run.opensMs) };
  if (run.closesMs === Number.POSITIVE_INFINITY) return { state: "open", closesAt: null };

  const state = run.closesMs - atMs <= CLOSING_SOON_MS ? "closing-soon" : "open";
  return { state, closesAt: new Date(run.closesMs) };
}

/**
 * The first instant after `at` with another `openState`: it opens, closes soon, or closes. Null: there is none.
 *
 * A page that names days ("opens 11 AM tomorrow") goes stale at midnight too: see `wordsHoldUntil`.
 */
export function nextChangeAt(hours: OpeningHours | null, at: Temporal.Instant | Date): Date | null {
  const now = openState(hours, at);
  if (now.state === "unknown") return null;
  if (now.state === "closed") return now.opensAt;
  if (now.state === "closing-soon" || now.closesAt === null) return now.closesAt;
  return new Date(now.closesAt.getTime() - CLOSING_SOON_MS);
}

/**
 * Whether a place stays open from one instant to another, as a visit needs. Null: its hours are unknown, which is not a yes.
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

  const run = runAtOrAfter(hours, fromMs);
  return run !== null && run.opensMs <= fromMs && run.closesMs >= untilMs;
}

/**
 * The week table: Monday to Sunday, each line for the next such day from `todayOn` on. So the table always reads alike,
 * and the exceptions it shows are those to come: on a Saturday its Thursday is next Thursday.
 */
export function hoursByDay(hours: OpeningHours, todayOn: string): (DayHours & { isToday: boolean })[] {
  const today = dcDayOn(todayOn);
  const sinceMonday = WEEKDAYS.indexOf(today.weekday);
  return WEEKDAYS.map((_, index) => {
    const day = dcDay(today.number + ((index - sinceMonday + 7) % 7));
    return { ...hoursOf(hours, day), isToday: day.number === today.number };
  });
}

/** The hours of one day, exceptions counted. */
export function hoursOn(hours: OpeningHours, on: string): DayHours {
  return hoursOf(hours, dcDayOn(on));
}

/** The days with an exception among the `days` days from `fromOn` on, in order. */
export function exceptionsAhead(hours: OpeningHours, fromOn: string, days: number): DayHours[] {
  const first = dcDayOn(fromOn).number;
  return Array.from({ length: days }, (_, index) => hoursOf(hours, dcDay(first + index))).filter(
    ({ exceptionNote }) => exceptionNote !== null,
  );
}

/** True for hours without a closed minute, week in, week out; exceptions are not looked at. */
export function isWholeWeek(weekly: OpeningHours["weekly"]): boolean {
  return WEEKDAYS.every((weekday) => weekly[weekday].length === 1 && weekly[weekday].every(isWholeDay));
}

export function isWholeDay(interval: ClockInterval): boolean {
  return interval.opens === "00:00" && interval.closes === "24:00";
}

/** Open without a break from one instant to another, the latter not included. */
type OpenRun = { opensMs: number; closesMs: number };

/** The run going on at an instant, else the next; infinite when it goes on beyond `SEARCH_DAYS`. */
function runAtOrAfter(hours: OpeningHours, atMs: number): OpenRun | null {
  // Parks and memorials: no need to walk through a year to find no closing.
  const isAlwaysOpen = hours.exceptions.length === 0 && isWholeWeek(hours.weekly);
  if (isAlwaysOpen) return { opensMs: atMs, closesMs: Number.POSITIVE_INFINITY };

  const last = runs.get(hours);
  if (last !== undefined && last.fromMs <= atMs && atMs < last.run.closesMs) return last.run;
  const run = firstRunFrom(hours, atMs);
  // One that goes on beyond what was looked at may end in what is looked at from a later minute.
  if (run !== null && run.closesMs !== Number.POSITIVE_INFINITY) runs.set(hours, { fromMs: atMs, run });
  return run;
}

/**
 * Of hours that were asked for before, the last run found and since when it is the next: a search asks for the same week many
 * times over, of all the places that keep it.
 */
const runs = new WeakMap<OpeningHours, { fromMs: number; run: OpenRun }>();

function firstRunFrom(hours: OpeningHours, atMs: number): OpenRun | null {
  // Last night's stretch may still be going on, and none lasts longer than a day.
  const first = dcDayAt(atMs).number - 1;
  const end = first + SEARCH_DAYS;
  let run: OpenRun | null = null;
  for (let number = first; number < end; number += 1) {
    const day = dcDay(number);
    // Nothing from this day on can touch a run that ended before the day began.
    if (run !== null && run.closesMs < day.startsMs) return run;

    for (const stretch of stretchesOf(hours, day)) {
      if (stretch.closesMs <= atMs) continue;
      if (run !== null && run.closesMs < stretch.opensMs) return run;
      run = joined(run, stretch);
    }
  }
  if (run === null || run.closesMs < dcDay(end).startsMs) return run;
  return { opensMs: run.opensMs, closesMs: Number.POSITIVE_INFINITY };
}

function joined(run: OpenRun | null, stretch: OpenRun): OpenRun {
  if (run === null) return stretch;
  return { opensMs: run.opensMs, closesMs: Math.max(run.closesMs, stretch.closesMs) };
}

/** A day's intervals as instants, in order. One that lies in the hour skipped in spring never comes. */
function stretchesOf(hours: OpeningHours, day: DcDay): OpenRun[] {
  return hoursOf(hours, day)
    .intervals.map(({ opens, closes }) => {
      const closingDay = closes <= opens ? dcDay(day.number + 1) : day;
      return { opensMs: clockMs(day, minuteOf(opens)), closesMs: clockMs(closingDay, minuteOf(closes)) };
    })
    .filter(({ opensMs, closesMs }) => opensMs < closesMs);
}

function hoursOf(hours: OpeningHours, day: DcDay): DayHours {
  const exception = hours.exceptions.findLast(({ days }) => covers(days, day));
  const { on: date, weekday } = day;
  if (exception === undefined) return { date, weekday, intervals: hours.weekly[weekday], exceptionNote: null };

  const exceptionNote = exception.note ?? day.publicHoliday ?? "Special hours";
  return { date, weekday, intervals: exception.intervals, exceptionNote };
}

function covers(days: ExceptionDays, day: DcDay): boolean {
  if (days.kind === "public-holidays") return day.publicHoliday !== null;
  if (days.weekdays !== undefined && !days.weekdays.includes(day.weekday)) return false;
  if (days.kind === "dates") return days.from <= day.on && day.on <= days.through;

  const monthDay = day.on.slice(5);
  const isAfterFirst = days.from <= monthDay;
  const isBeforeLast = monthDay <= days.through;
  return days.from <= days.through ? isAfterFirst && isBeforeLast : isAfterFirst || isBeforeLast;
}

/** Compares intervals sorted by opening, so only neighbors can overlap. */
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

/** February 29 counts: it names a day in leap years and none in others. */
function isMonthDay(text: string): boolean {
  return /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2028-${text}`).success;
}

function millisecondsOf(at: Temporal.Instant | Date): number {
  return at instanceof Date ? at.getTime() : at.epochMilliseconds;
}

import { hasHolidayHours } from "#app/guide/places/hours/holiday-hours.ts";
import { isOpenThroughout, openState, type OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { nextPublicHoliday } from "#app/lib/dc-public-holidays.ts";
import {
  clockMs,
  dcDayByNumber,
  dcDayAt,
  dcDayOn,
  dcToday,
  type DcDay,
  MINUTES_PER_DAY,
  type Weekday,
  WEEKDAYS,
} from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import { holidayWeekend, isUnusualDay, nextYearlyDay } from "./calendar-days.ts";
import type { HolidayDay } from "./holiday-phrases.ts";
import {
  DAY_START_MINUTE,
  type EachWeekday,
  NIGHT_START_MINUTE,
  type OpenCondition,
  type QueryDay,
} from "./query-conditions.ts";

/** A time range is checked every 30 minutes, because no place opens for less. */
const STEP_MINUTES = 30;

/** One day, unlike "every day" or a holiday's weekend. */
type SingleDay = Exclude<QueryDay, EachWeekday>;

type MinuteCondition = { day: SingleDay; minute: number };
type WeekendCondition = Extract<OpenCondition, { kind: "weekend" }>;
type TimeRange = { day: SingleDay; from: number; to: number };

/** `later`: not now, but later today. `unknown`: the hours, or whether they hold on a holiday. */
export type OpenAnswer = "yes" | "later" | "no" | "unknown";

/** Whether a place is open as the condition asks. Unknown hours never match. */
export function meetsOpenCondition(hours: OpeningHours | null, when: OpenCondition, now: Date): boolean {
  return openAnswer(hours, when, now) === "yes";
}

/** What a place's hours say of the condition. Only "open now" is ever answered by "later". */
export function openAnswer(hours: OpeningHours | null, when: OpenCondition, now: Date): OpenAnswer {
  if (hours === null) return "unknown";
  switch (when.kind) {
    case "now":
      return opensLater(hours, now) ? "later" : answerOf(isOpenAt(hours, now.getTime()));
    case "all-day":
      return answerOf(isOpenFor(hours, { day: null, from: 0, to: MINUTES_PER_DAY }, now));
    case "weekend":
      return answerOf(weekendInstants(when.part, now).some((atMs) => isOpenAt(hours, atMs)));
    case "at":
      return answerOn(hours, when.day, {
        now,
        isOpen: (day, at) => isOpenAt(hours, minuteInstant({ ...when, day }, at)),
      });
    case "within":
      return answerOn(hours, when.day, {
        now,
        isOpen: (day, at) => rangeInstants({ ...when, day }, at).some((atMs) => isOpenAt(hours, atMs)),
      });
    case "throughout":
      return answerOn(hours, when.day, { now, isOpen: (day, at) => isOpenFor(hours, { ...when, day }, at) });
  }
}

function answerOf(isOpen: boolean): "yes" | "no" {
  return isOpen ? "yes" : "no";
}

function opensLater(hours: OpeningHours, now: Date): boolean {
  const state = openState(hours, now);
  return state.state === "closed" && state.opensAt !== null && state.opensAt.getTime() < dcDayAt(now.getTime()).endsMs;
}

type DayCheck = { now: Date; isOpen: (day: SingleDay, at: Date) => boolean };

/** A week with a holiday and the two after it: if a place is open on the weekday in any of them, it usually is. */
const WEEKS = [0, 1, 2];

/** On each of some weekdays, on some day of a holiday's weekend, or on one day. */
function answerOn(hours: OpeningHours, day: QueryDay, { now, isOpen }: DayCheck): OpenAnswer {
  if (isEach(day)) {
    const weeks = WEEKS.map((week) => new Date(now.getTime() + week * 7 * DAY_MS));
    return answerOf(day.each.every((weekday) => weeks.some((at) => isOpen(weekday, at))));
  }
  const days: SingleDay[] =
    isHoliday(day) && day.isWeekend === true ? holidayWeekend(day.holiday, dcToday(now)) : [day];
  const answers = days.map((each) => (coversDay(hours, each, now) ? answerOf(isOpen(each, now)) : "unknown"));
  return (["yes", "unknown"] as const).find((answer) => answers.includes(answer)) ?? "no";
}

function isEach(day: QueryDay): day is EachWeekday {
  return day !== null && typeof day === "object" && "each" in day;
}

function isHoliday(day: QueryDay): day is HolidayDay {
  return day !== null && typeof day === "object" && "holiday" in day;
}

/** Hours that don't mention holidays say nothing about a holiday. */
function coversDay(hours: OpeningHours, day: SingleDay, now: Date): boolean {
  if (day === null || typeof day === "string") return true;
  const today = currentNight(now)?.on ?? dcToday(now);
  return (!isHoliday(day) && !isUnusualDay(day, today)) || hasHolidayHours(hours, today);
}

/**
 * When the condition starts to mean other days, and cached results expire. Null: it names no day.
 *
 * That is midnight. During a night it is the end of the minute asked for, or 5 AM.
 */
export function openConditionExpiresAt(when: OpenCondition, now: Date): Date | null {
  if (when.kind === "now") return null;
  const today = dcDayAt(now.getTime());
  const night = currentNight(now);
  if (night === null) return new Date(today.endsMs);
  const morningMs = clockMs(today, DAY_START_MINUTE);
  const passedMs = when.kind === "at" ? endOfMinute(night, when.minute) : morningMs;
  return new Date(passedMs > now.getTime() ? Math.min(passedMs, morningMs) : morningMs);
}

/** The last instant of the minute, in the current night if it is still to come there. */
function minuteInstant({ day, minute }: MinuteCondition, now: Date): number {
  const night = minute < MINUTES_PER_DAY ? null : matchingNight(day, now);
  const tonightMs = night === null ? Number.NEGATIVE_INFINITY : endOfMinute(night, minute);
  return (tonightMs > now.getTime() ? tonightMs : endOfMinute(nextDay(day, now), minute)) - 1;
}

/** The instants at which a time range is checked. In the current night only the rest of it. */
function rangeInstants({ day, ...range }: TimeRange, now: Date): number[] {
  const night = range.from < NIGHT_START_MINUTE ? null : matchingNight(day, now);
  if (night === null) return instantsIn(nextDay(day, now), range);
  return [now.getTime(), ...instantsIn(night, range).filter((atMs) => atMs > now.getTime())];
}

/** The next weekend from its first morning on, or the rest of the current one. */
function weekendInstants(part: WeekendCondition["part"], now: Date): number[] {
  const today = dcDayAt(now.getTime());
  if (part !== null && part[0] >= NIGHT_START_MINUTE) return weekendNightInstants(part, now);
  if (part !== null) {
    const [from, to] = part;
    const days = today.weekday === "sunday" ? [today] : [nextWeekday("saturday", today), nextWeekday("sunday", today)];
    return days.flatMap((day) => instantsIn(day, { from, to }));
  }
  if (today.weekday !== "sunday") {
    return instantsIn(nextWeekday("saturday", today), { from: DAY_START_MINUTE, to: 2 * MINUTES_PER_DAY });
  }
  const remaining = currentNight(now) === null ? [] : [now.getTime()];
  return [...remaining, ...instantsIn(today, { from: DAY_START_MINUTE, to: MINUTES_PER_DAY })];
}

/** Weekend nights are Friday's and Saturday's, because Sunday night comes before a workday. */
function weekendNightInstants([from, to]: readonly [from: number, to: number], now: Date): number[] {
  const night = currentNight(now);
  const first = night ?? dcDayAt(now.getTime());
  const nights =
    first.weekday === "saturday" ? [first] : [nextWeekday("friday", first), nextWeekday("saturday", first)];
  const isTonight = night !== null && nights[0]?.number === night.number;
  const upcoming = nights.flatMap((day) => instantsIn(day, { from, to })).filter((atMs) => atMs > now.getTime());
  return isTonight ? [now.getTime(), ...upcoming] : upcoming;
}

/** The current night, if the words mean it. */
function matchingNight(day: TimeRange["day"], now: Date): DcDay | null {
  const night = currentNight(now);
  if (night === null || day === null || day === night.weekday) return night;
  return typeof day === "object" && dateOf(day, night).number === night.number ? night : null;
}

/** Between midnight and 5 AM the previous day, whose night is still going on. Null at all other hours. */
function currentNight(now: Date): DcDay | null {
  const today = dcDayAt(now.getTime());
  return now.getTime() < clockMs(today, DAY_START_MINUTE) ? dcDayByNumber(today.number - 1) : null;
}

/** The next such day, which may be today. */
function nextDay(day: TimeRange["day"], now: Date): DcDay {
  const today = dcDayAt(now.getTime());
  if (day === null) return today;
  if (typeof day === "object") return dateOf(day, today);
  return day === "tomorrow" ? dcDayByNumber(today.number + 1) : nextWeekday(day, today);
}

/** The next date of the day. On a holiday itself its next eve is a year away. */
function dateOf(day: Exclude<SingleDay, string | null>, today: DcDay): DcDay {
  if (!isHoliday(day)) return dcDayOn(nextYearlyDay(day, today.on));
  const { holiday, isEve } = day;
  const from = dcDayByNumber(today.number + Number(isEve));
  const on = nextPublicHoliday(holiday, from.on);
  return isEve ? dcDayByNumber(dcDayOn(on).number - 1) : dcDayOn(on);
}

function nextWeekday(weekday: Weekday, from: DcDay): DcDay {
  return dcDayByNumber(from.number + ((WEEKDAYS.indexOf(weekday) - WEEKDAYS.indexOf(from.weekday) + 7) % 7));
}

/** Open without a break. */
function isOpenFor(hours: OpeningHours, { day, from, to }: TimeRange, now: Date): boolean {
  const on = nextDay(day, now);
  return isOpenThroughout(hours, { from: new Date(instantAt(on, from)), until: new Date(instantAt(on, to)) }) === true;
}

function instantsIn(day: DcDay, { from, to }: { from: number; to: number }): number[] {
  const steps = Math.ceil((to - from) / STEP_MINUTES);
  return Array.from({ length: steps }, (_, step) => instantAt(day, from + step * STEP_MINUTES));
}

/** Wall-clock time: minute 1,530 is 1:30 AM of the next day, even when the night has an hour more or less. */
function instantAt(day: DcDay, minute: number): number {
  return clockMs(dcDayByNumber(day.number + Math.floor(minute / MINUTES_PER_DAY)), minute % MINUTES_PER_DAY);
}

/**
 * The instant at which a minute ends.
 *
 * When clocks go forward 2:59 AM never comes, but a place open until 3 AM is open until that instant. When they go
 * back, 2 AM follows the second 1:59 AM.
 */
function endOfMinute(day: DcDay, minute: number): number {
  return instantAt(day, minute + 1);
}

function isOpenAt(hours: OpeningHours, atMs: number): boolean {
  const { state } = openState(hours, new Date(atMs));
  return state === "open" || state === "closing-soon";
}

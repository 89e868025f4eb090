import {
  clockMs,
  dcDay,
  dcDayAt,
  dcDayOn,
  dcToday,
  type DcDay,
  MINUTES_PER_DAY,
  type Weekday,
  WEEKDAYS,
} from "#app/features/places/dc-calendar.ts";
import { nextPublicHoliday } from "#app/features/places/dc-public-holidays.ts";
import { tellHolidays } from "#app/features/places/holiday-hours.ts";
import { isOpenThroughout, openState, type OpeningHours } from "#app/features/places/opening-hours.ts";

import type { HolidayDay } from "./holiday-words.ts";
import { DAY_BEGINS, NIGHT_BEGINS, type OpenWhen, type SaidDay } from "./query-conditions.ts";

/** A stretch is looked at this often: nothing opens for less. */
const STEP_MINUTES = 30;

type Minute = Extract<OpenWhen, { kind: "at" }>;
type Weekend = Extract<OpenWhen, { kind: "weekend" }>;
type Stretch = Pick<Extract<OpenWhen, { kind: "within" }>, "day" | "from" | "to">;

/** Whether a place is open when it is asked to be. Hours that nobody knows are never a yes. */
export function isOpenWhen(hours: OpeningHours | null, when: OpenWhen, now: Date): boolean {
  if (hours === null) return false;
  switch (when.kind) {
    case "now":
      return isOpenAt(hours, now.getTime());
    case "all-day": {
      const today = dcDayOn(dcToday(now));
      return isOpenThroughout(hours, { from: new Date(today.startsMs), until: new Date(today.endsMs) }) === true;
    }
    case "weekend":
      return weekendMeant(when.part, now).some((atMs) => isOpenAt(hours, atMs));
    case "at":
      return isKnownOn(hours, when.day, now) && isOpenAt(hours, minuteMeant(when, now));
    case "within":
      return isKnownOn(hours, when.day, now) && stretchMeant(when, now).some((atMs) => isOpenAt(hours, atMs));
  }
}

/** Of hours that were written without a thought of holidays nobody knows whether they hold on one. */
function isKnownOn(hours: OpeningHours, day: SaidDay, now: Date): boolean {
  return day === null || typeof day === "string" || tellHolidays(hours, nightGoingOn(now)?.on ?? dcToday(now));
}

/**
 * Until when the words mean the same days: a search's answer is true no longer. Null: they name no day.
 *
 * That is midnight, and of a night that is going on the minute that was asked for or the morning.
 */
export function meaningHoldsUntil(when: OpenWhen, now: Date): Date | null {
  if (when.kind === "now") return null;
  const today = dcDayAt(now.getTime());
  const night = nightGoingOn(now);
  if (night === null) return new Date(today.endsMs);
  const morningMs = clockMs(today, DAY_BEGINS);
  const passedMs = when.kind === "at" ? endOfMinute(night, when.minute) : morningMs;
  return new Date(passedMs > now.getTime() ? Math.min(passedMs, morningMs) : morningMs);
}

/** The minute's last instant, of the night that is going on as long as it is still to come there. */
function minuteMeant({ day, minute }: Minute, now: Date): number {
  const night = minute < MINUTES_PER_DAY ? null : nightMeant(day, now);
  const tonightMs = night === null ? Number.NEGATIVE_INFINITY : endOfMinute(night, minute);
  return (tonightMs > now.getTime() ? tonightMs : endOfMinute(dayOf(day, now), minute)) - 1;
}

/** The instants at which a stretch is looked at; what has passed of a night that is going on helps nobody any more. */
function stretchMeant({ day, ...stretch }: Stretch, now: Date): number[] {
  const night = stretch.from < NIGHT_BEGINS ? null : nightMeant(day, now);
  if (night === null) return instantsOf(dayOf(day, now), stretch);
  return [now.getTime(), ...instantsOf(night, stretch).filter((atMs) => atMs > now.getTime())];
}

/** The next weekend, from its first morning on; of the one that is going on, by days, what is left of it. */
function weekendMeant(part: Weekend["part"], now: Date): number[] {
  const today = dcDayAt(now.getTime());
  if (part !== null && part[0] >= NIGHT_BEGINS) return weekendNights(part, now);
  if (part !== null) {
    const [from, to] = part;
    const days = today.weekday === "sunday" ? [today] : [nextOf("saturday", today), nextOf("sunday", today)];
    return days.flatMap((day) => instantsOf(day, { from, to }));
  }
  if (today.weekday !== "sunday") {
    return instantsOf(nextOf("saturday", today), { from: DAY_BEGINS, to: 2 * MINUTES_PER_DAY });
  }
  const tonight = nightGoingOn(now) === null ? [] : [now.getTime()];
  return [...tonight, ...instantsOf(today, { from: DAY_BEGINS, to: MINUTES_PER_DAY })];
}

/** Friday's and Saturday's: whoever goes out on a Sunday night does so before a working day. */
function weekendNights([from, to]: readonly [from: number, to: number], now: Date): number[] {
  const night = nightGoingOn(now);
  const first = night ?? dcDayAt(now.getTime());
  const nights = first.weekday === "saturday" ? [first] : [nextOf("friday", first), nextOf("saturday", first)];
  const isGoingOn = night !== null && nights[0]?.number === night.number;
  const coming = nights.flatMap((day) => instantsOf(day, { from, to })).filter((atMs) => atMs > now.getTime());
  return isGoingOn ? [now.getTime(), ...coming] : coming;
}

/** The night that is going on, if the words mean that one. */
function nightMeant(day: Stretch["day"], now: Date): DcDay | null {
  const night = nightGoingOn(now);
  if (night === null || day === null || day === night.weekday) return night;
  return typeof day === "object" && holidayMeant(day, night).number === night.number ? night : null;
}

/** The day before between midnight and 5 AM, whose night it still is; null at all other hours. */
function nightGoingOn(now: Date): DcDay | null {
  const today = dcDayAt(now.getTime());
  return now.getTime() < clockMs(today, DAY_BEGINS) ? dcDay(today.number - 1) : null;
}

/** The next such day, today among them. */
function dayOf(day: Stretch["day"], now: Date): DcDay {
  const today = dcDayAt(now.getTime());
  if (day === null) return today;
  if (typeof day === "object") return holidayMeant(day, today);
  return day === "tomorrow" ? dcDay(today.number + 1) : nextOf(day, today);
}

/** The next such holiday or, on the holiday itself, its next eve: a year away. */
function holidayMeant({ holiday, isEve }: HolidayDay, today: DcDay): DcDay {
  const from = dcDay(today.number + Number(isEve));
  const on = nextPublicHoliday(holiday, from.on);
  return isEve ? dcDay(dcDayOn(on).number - 1) : dcDayOn(on);
}

function nextOf(weekday: Weekday, from: DcDay): DcDay {
  return dcDay(from.number + ((WEEKDAYS.indexOf(weekday) - WEEKDAYS.indexOf(from.weekday) + 7) % 7));
}

function instantsOf(day: DcDay, { from, to }: { from: number; to: number }): number[] {
  const steps = Math.ceil((to - from) / STEP_MINUTES);
  return Array.from({ length: steps }, (_, step) => instantOf(day, from + step * STEP_MINUTES));
}

/** By the clock on the wall: 1,530 is 1:30 AM of the next day, also when the night is an hour longer or shorter. */
function instantOf(day: DcDay, minute: number): number {
  return clockMs(dcDay(day.number + Math.floor(minute / MINUTES_PER_DAY)), minute % MINUTES_PER_DAY);
}

/**
 * The instant a minute ends at. In the night that clocks go forward 2:59 AM never comes, but what is open until 3 AM is
 * open until that very instant; in the night they go back it is the second 1:59 AM that 2 AM follows.
 */
function endOfMinute(day: DcDay, minute: number): number {
  return instantOf(day, minute + 1);
}

function isOpenAt(hours: OpeningHours, atMs: number): boolean {
  const { state } = openState(hours, new Date(atMs));
  return state === "open" || state === "closing-soon";
}

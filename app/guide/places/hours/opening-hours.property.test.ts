import fc from "fast-check";
import { expect, test } from "vitest";

import { MINUTE_MS } from "#app/lib/duration.ts";

import { anyHours } from "./opening-hours-builders.ts";
import { isOpenThroughout, nextChangeAt, OpeningHoursSchema, openState } from "./opening-hours.ts";
import type { ClockInterval, ExceptionDays, OpeningHours } from "./opening-hours.ts";

/**
 * An independent second implementation: for every minute it formats the local time and looks that up in the hours,
 * without Temporal, computed opening instants or our calendar.
 */
const RUNS_PER_WINDOW = process.env.PROVE === "1" ? 500 : 10;
const SEED = 20_261_121;

/** Date ranges, cut at UTC midnight well before and after the days under test. */
const WINDOWS = [
  { name: "as clocks go forward", from: "2026-03-04", to: "2026-03-14", focus: "2026-03-08T07:00Z" },
  { name: "as clocks go back, and on Veterans Day", from: "2026-10-29", to: "2026-11-13", focus: "2026-11-01T06:00Z" },
  { name: "on Thanksgiving Day", from: "2026-11-22", to: "2026-12-02", focus: "2026-11-26T17:00Z" },
  { name: "over the new year", from: "2026-12-22", to: "2027-01-05", focus: "2027-01-01T05:00Z" },
  { name: "on a leap day", from: "2028-02-24", to: "2028-03-04", focus: "2028-02-29T17:00Z" },
  { name: "on Inauguration Day, a Saturday", from: "2029-01-14", to: "2029-01-24", focus: "2029-01-20T17:00Z" },
];

/** Copied from the calendars of the Office of Personnel Management and the DC government, for days in the windows. */
const PUBLIC_HOLIDAYS = ["2026-11-11", "2026-11-26", "2026-12-25", "2027-01-01", "2029-01-15", "2029-01-20"];

test.for(WINDOWS)(
  "$name, the open state, its end and the next change match a minute-by-minute check at any instant",
  (bounds) => {
    const window = windowOf(bounds);
    fc.assert(
      fc.property(anyCase(window), ({ hours, instants }) => {
        expect(OpeningHoursSchema.parse(hours)).toEqual(hours);
        const walk = walkOf(hours, window);
        const indexes = instants.map((instant) => indexOf(instant, walk));
        for (const [i, { second }] of instants.entries()) {
          const index = indexes[i] ?? 0;
          expectSameState(hours, walk, index, second);
          expectSameVisit(hours, walk, [index, indexes[i + 1] ?? 0], second);
        }
      }),
      // A different seed for each window.
      { numRuns: RUNS_PER_WINDOW, seed: SEED + WINDOWS.indexOf(bounds) },
    );
  },
);

/** An instant near the nth opening or closing or an hour before it, near the window's focus, or anywhere. */
type AnyInstant = { near: "change" | "focus" | "start"; nth: number; minutes: number; second: number };

const anySecond = fc.constantFrom(0, 0, 1, 59);
const anyInstant: fc.Arbitrary<AnyInstant> = fc.oneof(
  fc.record({
    near: fc.constant("change" as const),
    nth: fc.nat(40),
    minutes: fc.constantFrom(-61, -60, -59, -1, 0, 0, 1),
    second: anySecond,
  }),
  fc.record({
    near: fc.constant("focus" as const),
    nth: fc.constant(0),
    minutes: fc.integer({ min: -240, max: 240 }),
    second: anySecond,
  }),
  fc.record({ near: fc.constant("start" as const), nth: fc.constant(0), minutes: fc.nat(20_000), second: anySecond }),
);

function anyCase({ days }: Window) {
  return fc.record({ hours: anyHours(days), instants: fc.array(anyInstant, { minLength: 20, maxLength: 20 }) });
}

/** Whether the place is open in each minute of a window, and the minutes at which that changes. */
type Walk = { window: Window; isOpen: boolean[]; changes: number[] };

function walkOf(hours: OpeningHours, window: Window): Walk {
  const isOpen = openByMinute(hours, window);
  const changes: number[] = [];
  for (let i = window.firstIndex; i < isOpen.length; i += 1) if (isOpen[i] !== isOpen[i - 1]) changes.push(i);
  return { window, isOpen, changes };
}

function indexOf(instant: AnyInstant, { window, isOpen, changes }: Walk): number {
  const change = changes[instant.nth % changes.length] ?? window.firstIndex;
  const origin = { change, focus: window.focusIndex, start: window.firstIndex }[instant.near];
  return Math.max(window.firstIndex, Math.min(isOpen.length - 1, origin + instant.minutes));
}

function instantAt(window: Window, index: number, second: number): Date {
  return new Date(window.startsMs + index * MINUTE_MS + second * 1_000);
}

function expectSameState(hours: OpeningHours, walk: Walk, index: number, second: number): void {
  const { window, isOpen, changes } = walk;
  const at = instantAt(window, index, second);
  const state = openState(hours, at);
  const stateEnd = state.state === "closed" ? state.opensAt : state.state === "unknown" ? undefined : state.closesAt;

  const change = changes.find((i) => i > index);
  if (change === undefined) {
    expect(state.state === "closed", at.toISOString()).toBe(isOpen[index] !== true);
    const windowEndsMs = window.startsMs + isOpen.length * MINUTE_MS;
    expect(stateEnd === null || (stateEnd !== undefined && stateEnd.getTime() >= windowEndsMs), at.toISOString()).toBe(
      true,
    );
    return;
  }

  const changeAt = instantAt(window, change, 0);
  const labelAt = (instant: Date) => {
    if (isOpen[index] !== true) return "closed";
    return changeAt.getTime() - instant.getTime() <= 60 * MINUTE_MS ? "closing-soon" : "open";
  };
  let next = index + 1;
  while (next < change && labelAt(instantAt(window, next, 0)) === labelAt(at)) next += 1;
  expect({ at, state: state.state, stateEnd, next: nextChangeAt(hours, at) }).toEqual({
    at,
    state: labelAt(at),
    stateEnd: changeAt,
    next: instantAt(window, next, 0),
  });
}

function expectSameVisit(hours: OpeningHours, { window, isOpen }: Walk, ends: [number, number], second: number): void {
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const visit = { from: instantAt(window, first, 0), until: instantAt(window, last, second) };
  const minutes = isOpen.slice(first, second === 0 && last > first ? last : last + 1);
  expect({ visit, isOpen: isOpenThroughout(hours, visit) }).toEqual({ visit, isOpen: minutes.every(Boolean) });
}

/** A minute's local date, and the latest local time shown that day so far, so that a repeated hour doesn't go back. */
type Minute = { date: string; dateBefore: string; latestClock: string };
type Window = { startsMs: number; firstIndex: number; focusIndex: number; days: string[]; minutes: Minute[] };

function windowOf({ from, to, focus }: { from: string; to: string; focus: string }): Window {
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/New_York",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const startsMs = Date.parse(from);
  const minutes: Minute[] = [];
  for (let ms = startsMs; ms < Date.parse(to); ms += MINUTE_MS) {
    const [date = "", time = ""] = clock.format(ms).split(", ");
    const last = minutes.at(-1);
    if (last?.date === date) {
      const latestClock = time > last.latestClock ? time : last.latestClock;
      minutes.push({ date, dateBefore: last.dateBefore, latestClock });
    } else {
      minutes.push({ date, dateBefore: last?.date ?? "", latestClock: time });
    }
  }
  const days = [...new Set(minutes.map(({ date }) => date))];
  // The first two days only matter for intervals that run past midnight.
  const firstIndex = minutes.findIndex(({ date }) => date === days[2]);
  return { startsMs, firstIndex, focusIndex: (Date.parse(focus) - startsMs) / MINUTE_MS, days, minutes };
}

function openByMinute(hours: OpeningHours, window: Window): boolean[] {
  const intervalsByDate = new Map(window.days.map((date) => [date, intervalsOn(hours, date)]));
  return window.minutes.map(({ date, dateBefore, latestClock }) => {
    const isOpenSinceToday = (intervalsByDate.get(date) ?? []).some(
      ({ opens, closes }) => opens <= latestClock && (closes <= opens || latestClock < closes),
    );
    const isOpenSinceYesterday = (intervalsByDate.get(dateBefore) ?? []).some(
      ({ opens, closes }) => closes <= opens && latestClock < closes,
    );
    return isOpenSinceToday || isOpenSinceYesterday;
  });
}

function intervalsOn(hours: OpeningHours, date: string): ClockInterval[] {
  const covering = hours.exceptions.filter(({ days }) => {
    const covered = datesCovered(days);
    if (!appliesToWeekday(days, date)) return false;
    return covered.has(date) || covered.has(date.slice(5));
  });
  return covering.at(-1)?.intervals ?? usualIntervals(hours, date);
}

function usualIntervals({ weekly }: OpeningHours, date: string): ClockInterval[] {
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = weekly;
  return [sunday, monday, tuesday, wednesday, thursday, friday, saturday][new Date(date).getUTCDay()] ?? [];
}

/** Whether an exception limited to weekdays includes this date's weekday. */
function appliesToWeekday(days: ExceptionDays, date: string): boolean {
  if (days.kind === "public-holidays" || days.weekdays === undefined) return true;
  const name = new Date(date).toLocaleDateString("en-US", { timeZone: "UTC", weekday: "long" }).toLowerCase();
  return days.weekdays.some((weekday) => weekday === name);
}

/** Every date an exception covers. Yearly ones as month and day, wrapping around the end of a leap year. */
function datesCovered(days: ExceptionDays): Set<string> {
  if (days.kind === "public-holidays") return new Set(PUBLIC_HOLIDAYS);
  if (days.kind === "dates") return new Set(daysFrom(days.from, 400, days.through));
  const ring = daysFrom("2028-01-01", 366).map((day) => day.slice(5));
  const fromFirst = [...ring.slice(ring.indexOf(days.from)), ...ring.slice(0, ring.indexOf(days.from))];
  return new Set(fromFirst.slice(0, fromFirst.indexOf(days.through) + 1));
}

function daysFrom(first: string, count: number, last?: string): string[] {
  const days = Array.from({ length: count }, (_, i) => new Date(Date.parse(first) + i * 1_440 * MINUTE_MS));
  const names = days.map((day) => day.toISOString().slice(0, 10));
  return last === undefined ? names : names.slice(0, names.indexOf(last) + 1);
}

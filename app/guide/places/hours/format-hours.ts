import { publicHolidayOn } from "#app/lib/dc-public-holidays.ts";
import { dcDayAt, toDcTime } from "#app/lib/dc-time.ts";
import { formatClock, formatInterval, formatDay, formatShortDay } from "#app/lib/format-time.ts";

import { hasHolidayHours } from "./holiday-hours.ts";
import { hoursByDay, hoursOn, nextChangeAt, openState } from "./opening-hours.ts";
import type { OpeningHours, OpenState } from "./opening-hours.ts";
import { HOURS_UNKNOWN, type HoursDay, type HoursLine } from "../place.ts";

/**
 * The hours line on a card, "Open until 10 PM", with the text for a stale page. On a public holiday that the hours don't
 * account for, it adds that hours may differ.
 */
export function formatHoursLine(hours: OpeningHours | null, now: Date): HoursLine {
  const state = openState(hours, now);
  const { rest, ...toneAndLead } = describeOpenState(state, now);
  const mayDiffer = isAboutToday(state, now) && isUnaccountedHoliday(hours, now);
  return {
    ...toneAndLead,
    rest: mayDiffer ? `${rest}, holiday hours may differ` : rest,
    stale: formatStaleHours(hours, now),
  };
}

/** Whether the state describes today's hours. "opens 7 AM tomorrow" doesn't. */
function isAboutToday(state: OpenState, now: Date): boolean {
  if (state.state !== "closed") return state.state !== "unknown";
  return state.opensAt !== null && daysBetween(now, state.opensAt) === 0;
}

function isUnaccountedHoliday(hours: OpeningHours | null, now: Date): boolean {
  const today = dcDayAt(now.getTime());
  return hours !== null && today.publicHoliday !== null && !hasHolidayHours(hours, today.on);
}

/**
 * The week table as text, Monday first (see `hoursByDay`). Null: hours unknown. Notes that hours may differ on a public
 * holiday that they don't account for.
 */
export function formatWeekHours(hours: OpeningHours | null, todayOn: string): HoursDay[] | null {
  if (hours === null) return null;
  const ignoresHolidays = !hasHolidayHours(hours, todayOn);
  return hoursByDay(hours, todayOn).map(({ date, weekday, intervals, exceptionNote, isToday }) => ({
    weekday: capitalized(weekday),
    intervals: intervals.map(formatInterval),
    exceptionNote: ignoresHolidays && intervals.length > 0 ? withHolidayWarning(exceptionNote, date) : exceptionNote,
    isToday,
  }));
}

function withHolidayWarning(note: string | null, on: string): string | null {
  const holiday = publicHolidayOn(on);
  if (holiday === null) return note;
  const warning = `${holiday}: hours may differ`;
  return note === null || note === holiday ? warning : `${note} · ${warning}`;
}

/** When text about these hours expires: at the next change, or at midnight since it mentions days. Null: hours unknown. */
export function hoursTextExpiresAt(hours: OpeningHours | null, now: Date): Date | null {
  if (hours === null) return null;
  const midnightMs = dcDayAt(now.getTime()).endsMs;
  return new Date(Math.min(midnightMs, nextChangeAt(hours, now)?.getTime() ?? midnightMs));
}

export type OpenStateText = {
  tone: "open" | "soon" | "closed" | "unknown";
  lead: "Open" | "Closes soon" | "Closed" | typeof HOURS_UNKNOWN;
  /** Empty when there is nothing to add. */
  rest: string;
};

export function describeOpenState(state: OpenState, now: Date): OpenStateText {
  switch (state.state) {
    case "unknown":
      return { tone: "unknown", lead: HOURS_UNKNOWN, rest: "" };
    case "open":
      return {
        tone: "open",
        lead: "Open",
        rest: state.closesAt === null ? "24 hours" : formatUntil(state.closesAt, now),
      };
    case "closing-soon":
      return { tone: "soon", lead: "Closes soon", rest: `at ${formatClockAt(state.closesAt)}` };
    case "closed":
      return { tone: "closed", lead: "Closed", rest: state.opensAt === null ? "" : formatOpens(state.opensAt, now) };
  }
}

/**
 * The hours of the whole day, for a stale page: "Sat: 11 AM to 2 PM, 5 PM to 10 PM, as of 6:40 PM". They don't depend on
 * the time of day, and the text gives its own age.
 */
export function formatStaleHours(hours: OpeningHours | null, servedAsOf: Date): string {
  if (hours === null) return HOURS_UNKNOWN;
  const { intervals } = hoursOn(hours, dcDayAt(servedAsOf.getTime()).on);
  const dayText = intervals.length === 0 ? "closed" : intervals.map(formatInterval).join(", ");
  return `${formatWeekday(servedAsOf)}: ${dayText}, as of ${formatClockAt(servedAsOf)}`;
}

/** A weekday's name is unambiguous only for the six days after today. */
const WEEKDAY_NAMED_DAYS_MAX = 6;

/** From this many days ahead, a date needs its year to be unambiguous. */
const YEAR_NAMED_DAYS_MIN = 300;

function formatUntil(closesAt: Date, now: Date): string {
  const closes = toDcTime(closesAt);
  if (Temporal.ZonedDateTime.compare(closes, toDcTime(now).add({ days: 1 })) < 0)
    return `until ${formatClockAt(closesAt)}`;
  // "until Dec 25" would be confusing in May, when the place is open around the clock.
  if (daysBetween(now, closesAt) > WEEKDAY_NAMED_DAYS_MAX) return "24 hours";
  return `until ${formatClockAt(closesAt)} ${formatWeekday(closesAt)}`;
}

function formatOpens(opensAt: Date, now: Date): string {
  const days = daysBetween(now, opensAt);
  if (days === 0) return `opens ${formatClockAt(opensAt)}`;
  if (days === 1) return `opens ${formatClockAt(opensAt)} tomorrow`;
  if (days <= WEEKDAY_NAMED_DAYS_MAX) return `opens ${formatClockAt(opensAt)} ${formatWeekday(opensAt)}`;

  return `opens ${days < YEAR_NAMED_DAYS_MIN ? formatShortDay(opensAt) : formatDay(opensAt)}`;
}

/** Calendar days between two instants in the District. */
function daysBetween(from: Date, to: Date): number {
  return dcDayAt(to.getTime()).number - dcDayAt(from.getTime()).number;
}

function formatClockAt(at: Date): string {
  return formatClock(toDcTime(at).toPlainTime().toString({ smallestUnit: "minute" }));
}

function formatWeekday(at: Date): string {
  return capitalized(dcDayAt(at.getTime()).weekday).slice(0, 3);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

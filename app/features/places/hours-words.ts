import { clockWords, intervalWords } from "./clock-words.ts";
import { DC_TIME_ZONE, dcDayAt } from "./dc-calendar.ts";
import { publicHolidayOn } from "./dc-public-holidays.ts";
import { tellHolidays } from "./holiday-hours.ts";
import { hoursByDay, hoursOn, nextChangeAt, openState } from "./opening-hours.ts";
import type { OpeningHours, OpenState } from "./opening-hours.ts";
import type { HoursDay, HoursLine } from "./place.ts";

/**
 * The line on a card: "Open" "until 10 PM", and what to say instead when the page is served past its time. On a public
 * holiday that the hours say nothing of, it says that they may differ.
 */
export function hoursLine(hours: OpeningHours | null, now: Date): HoursLine {
  const state = openState(hours, now);
  const { rest, ...words } = describeOpenState(state, now);
  const isDoubtful = isOfToday(state, now) && isSilentHoliday(hours, now);
  return {
    ...words,
    rest: isDoubtful ? `${rest}, holiday hours may differ` : rest,
    stale: staleHoursLine(hours, now),
  };
}

/** Whether the words are about today's hours: "opens 7 AM tomorrow" is not. */
function isOfToday(state: OpenState, now: Date): boolean {
  if (state.state !== "closed") return state.state !== "unknown";
  return state.opensAt !== null && daysBetween(now, state.opensAt) === 0;
}

function isSilentHoliday(hours: OpeningHours | null, now: Date): boolean {
  const today = dcDayAt(now.getTime());
  return hours !== null && today.publicHoliday !== null && !tellHolidays(hours, today.on);
}

/**
 * The week table in words, Monday first; see `hoursByDay`. Null: hours unknown. On a public holiday that the hours say
 * nothing of, the day's note says so, after the name of the season that the day is in.
 */
export function weekWords(hours: OpeningHours | null, todayOn: string): HoursDay[] | null {
  if (hours === null) return null;
  const isSilent = !tellHolidays(hours, todayOn);
  return hoursByDay(hours, todayOn).map(({ date, weekday, intervals, exceptionNote, isToday }) => ({
    weekday: capitalized(weekday),
    intervals: intervals.map(intervalWords),
    exceptionNote: isSilent && intervals.length > 0 ? doubted(exceptionNote, date) : exceptionNote,
    isToday,
  }));
}

function doubted(note: string | null, on: string): string | null {
  const holiday = publicHolidayOn(on);
  if (holiday === null) return note;
  const doubt = `${holiday}: hours may differ`;
  return note === null || note === holiday ? doubt : `${note} · ${doubt}`;
}

/** When the words for these hours, which name days and mark today, must be written anew. Null: hours unknown. */
export function wordsHoldUntil(hours: OpeningHours | null, now: Date): Date | null {
  if (hours === null) return null;
  const midnightMs = dcDayAt(now.getTime()).endsMs;
  return new Date(Math.min(midnightMs, nextChangeAt(hours, now)?.getTime() ?? midnightMs));
}

export type OpenStateWords = {
  tone: "open" | "soon" | "closed" | "unknown";
  lead: "Open" | "Closes soon" | "Closed" | "Hours unknown";
  /** Empty when there is nothing to add. */
  rest: string;
};

export function describeOpenState(state: OpenState, now: Date): OpenStateWords {
  switch (state.state) {
    case "unknown":
      return { tone: "unknown", lead: "Hours unknown", rest: "" };
    case "open":
      return {
        tone: "open",
        lead: "Open",
        rest: state.closesAt === null ? "24 hours" : untilWords(state.closesAt, now),
      };
    case "closing-soon":
      return { tone: "soon", lead: "Closes soon", rest: `at ${timeWords(state.closesAt)}` };
    case "closed":
      return { tone: "closed", lead: "Closed", rest: state.opensAt === null ? "" : opensWords(state.opensAt, now) };
  }
}

/**
 * The day's hours, for a page served past its time: they hold whatever the hour, and the line owns up to its age.
 * "Sat: 11 AM to 2 PM, 5 PM to 10 PM, as of 6:40 PM"
 */
export function staleHoursLine(hours: OpeningHours | null, servedAsOf: Date): string {
  if (hours === null) return "Hours unknown";
  const { intervals } = hoursOn(hours, dcDayAt(servedAsOf.getTime()).on);
  const dayWords = intervals.length === 0 ? "closed" : intervals.map(intervalWords).join(", ");
  return `${weekdayWords(servedAsOf)}: ${dayWords}, as of ${timeWords(servedAsOf)}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A weekday's name says which day only for the six days after today. */
const WEEKDAY_NAMED_DAYS_MAX = 6;

/** From here on a date without its year could be taken for one of this year. */
const YEAR_NAMED_DAYS_MIN = 300;

function untilWords(closesAt: Date, now: Date): string {
  const closes = inDc(closesAt);
  if (Temporal.ZonedDateTime.compare(closes, inDc(now).add({ days: 1 })) < 0) return `until ${timeWords(closesAt)}`;
  // Whoever reads "until Dec 25" in May wonders about today: for now it is open around the clock.
  if (daysBetween(now, closesAt) > WEEKDAY_NAMED_DAYS_MAX) return "24 hours";
  return `until ${timeWords(closesAt)} ${weekdayWords(closesAt)}`;
}

function opensWords(opensAt: Date, now: Date): string {
  const days = daysBetween(now, opensAt);
  if (days === 0) return `opens ${timeWords(opensAt)}`;
  if (days === 1) return `opens ${timeWords(opensAt)} tomorrow`;
  if (days <= WEEKDAY_NAMED_DAYS_MAX) return `opens ${timeWords(opensAt)} ${weekdayWords(opensAt)}`;

  const { year, month, day } = inDc(opensAt);
  return `opens ${MONTHS[month - 1]} ${day}${days < YEAR_NAMED_DAYS_MIN ? "" : `, ${year}`}`;
}

/** Midnights between two instants, by the District's calendar. */
function daysBetween(from: Date, to: Date): number {
  return dcDayAt(to.getTime()).number - dcDayAt(from.getTime()).number;
}

function timeWords(at: Date): string {
  return clockWords(inDc(at).toPlainTime().toString({ smallestUnit: "minute" }));
}

function weekdayWords(at: Date): string {
  return capitalized(dcDayAt(at.getTime()).weekday).slice(0, 3);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function inDc(at: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(DC_TIME_ZONE);
}

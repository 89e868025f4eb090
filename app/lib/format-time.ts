import { DC_TIME_ZONE, toDcTime, type Weekday } from "./dc-time.ts";

/** An instant, or a day of the calendar: "2026-11-21". */
type Moment = Date | string;

// The comments let the build leave formats that a page doesn't use out of its scripts.
/* @__NO_SIDE_EFFECTS__ */ function dcFormat(options: Intl.DateTimeFormatOptions): (moment: Moment) => string {
  const format = lazyFormat(options);
  return (moment) => format().format(toInstant(moment));
}

/* @__NO_SIDE_EFFECTS__ */ function lazyFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat("en-US", { timeZone: DC_TIME_ZONE, ...options }));
}

/** Noon UTC is the same day in Washington all year. */
function toInstant(moment: Moment): Date {
  return typeof moment === "string" ? new Date(`${moment}T12:00:00Z`) : moment;
}

/** "Nov 21, 2026" */
export const formatDay = dcFormat({ dateStyle: "medium" });

/** "Nov 21" */
export const formatShortDay = dcFormat({ month: "short", day: "numeric" });

/** "November 21, 2026" */
export const formatLongDay = dcFormat({ dateStyle: "long" });

/** "Saturday, November 21, 2026" */
export const formatFullDay = dcFormat({ dateStyle: "full" });

/** "November 21" */
export const formatMonthAndDay = dcFormat({ month: "long", day: "numeric" });

/** "Saturday, November 21" */
export const formatWeekdayAndDay = dcFormat({ weekday: "long", month: "long", day: "numeric" });

/** "Saturday, Nov 21" */
export const formatWeekdayAndShortDay = dcFormat({ weekday: "long", month: "short", day: "numeric" });

/** "November 2026" */
export const formatMonth = dcFormat({ month: "long", year: "numeric" });

/** "Nov 2026" */
export const formatShortMonth = dcFormat({ month: "short", year: "numeric" });

/** "6:40 PM" */
export const formatTime = dcFormat({ timeStyle: "short" });

/** "Nov 21, 2026, 6:40 PM" */
export const formatInstant = dcFormat({ dateStyle: "medium", timeStyle: "short" });

/** "Nov 21, 2026, 6:40:05 PM" */
export const formatInstantWithSeconds = dcFormat({ dateStyle: "medium", timeStyle: "medium" });

/** "Nov 21, 6:40 PM" */
export const formatShortInstant = dcFormat({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** "November 21, 2026 at 6:40 PM" */
export const formatLongInstant = dcFormat({ dateStyle: "long", timeStyle: "short" });

/** "Sunday, November 1, 2026 at 1:30 AM EDT": unambiguous, even when clocks go back. */
export const formatFullInstant = dcFormat({
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** "Mon, Nov 23, 2026 at 5:00 PM" */
export function formatWeekdayInstant(at: Date): string {
  return `${formatAbbreviatedDay(at)} at ${formatTime(at)}`;
}

const formatAbbreviatedDay = dcFormat({ weekday: "short", month: "short", day: "numeric", year: "numeric" });

/** "Nov 21", and "Nov 21, 2025" when the year isn't this one. */
export function formatRecentDay(at: Date, now: Date): string {
  return toDcTime(at).year === toDcTime(now).year ? formatShortDay(at) : formatDay(at);
}

/** "Nov 21", "Nov 15 – 21", "Dec 30, 2026 – Jan 5, 2027" */
export function formatShortSpan(days: { from: string; to: string }): string {
  return formatSpan(days, shortFormat());
}

/** "Nov 21, 2026", "Nov 15 – 21, 2026" */
export function formatDaySpan(days: { from: string; to: string }): string {
  return formatSpan(days, mediumFormat());
}

const shortFormat = lazyFormat({ month: "short", day: "numeric" });
const mediumFormat = lazyFormat({ dateStyle: "medium" });

function formatSpan({ from, to }: { from: string; to: string }, format: Intl.DateTimeFormat): string {
  return from === to ? format.format(toInstant(from)) : format.formatRange(toInstant(from), toInstant(to));
}

/** Formats "22:00" as "10 PM", "19:15" as "7:15 PM", and "00:00" and "24:00" as "12 AM". */
export function formatClock(clock: string): string {
  const hour = Number(clock.slice(0, 2)) % 24;
  const minutes = clock.slice(3);
  const period = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${minutes === "00" ? "" : `:${minutes}`} ${period}`;
}

/** "11 AM to 10 PM", or "24 hours". */
export function formatInterval({ opens, closes }: { opens: string; closes: string }): string {
  if (opens === "00:00" && closes === "24:00") return "24 hours";
  return `${formatClock(opens)} to ${formatClock(closes)}`;
}

/** Formats "2026-12-24" as "Dec 24, 2026" and "12-24" as "Dec 24". */
export function formatCalendarDay(day: string): string {
  return day.length > "12-24".length ? formatDay(day) : formatShortDay(`${LEAP_YEAR}-${day}`);
}

const LEAP_YEAR = 2028;

/** "Mon to Fri" or "Mon, Wed, Sun": three or more days in a row make a range. */
export function formatWeekdays(weekdays: readonly Weekday[]): string {
  const runs: string[][] = [];
  let isPreviousIncluded = false;
  for (const [weekday, name] of Object.entries(DAY_NAMES)) {
    const isIncluded = weekdays.some((each) => each === weekday);
    if (isIncluded && isPreviousIncluded) runs.at(-1)?.push(name);
    else if (isIncluded) runs.push([name]);
    isPreviousIncluded = isIncluded;
  }
  return runs.flatMap((names) => (names.length > 2 ? [`${names.at(0)} to ${names.at(-1)}`] : names)).join(", ");
}

const DAY_NAMES: Record<Weekday, string> = {
  monday: "Mon",
  tuesday: "Tue",
  wednesday: "Wed",
  thursday: "Thu",
  friday: "Fri",
  saturday: "Sat",
  sunday: "Sun",
};

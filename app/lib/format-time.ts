import type { Weekday } from "./dc-calendar.ts";
import type { ClockInterval } from "./opening-hours.ts";

/** Formats "22:00" as "10 PM", "19:15" as "7:15 PM", and "00:00" and "24:00" as "12 AM". */
export function formatClock(clock: string): string {
  const hour = Number(clock.slice(0, 2)) % 24;
  const minutes = clock.slice(3);
  const period = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${minutes === "00" ? "" : `:${minutes}`} ${period}`;
}

/** "11 AM to 10 PM", or "24 hours". */
export function formatInterval({ opens, closes }: ClockInterval): string {
  if (opens === "00:00" && closes === "24:00") return "24 hours";
  return `${formatClock(opens)} to ${formatClock(closes)}`;
}

/** Formats "2026-12-24" as "Dec 24, 2026" and "12-24" as "Dec 24". */
export function formatCalendarDay(day: string): string {
  const monthAndDay = `${MONTHS[Number(day.slice(-5, -3)) - 1] ?? ""} ${Number(day.slice(-2))}`;
  return day.length > "12-24".length ? `${monthAndDay}, ${day.slice(0, 4)}` : monthAndDay;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

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

import type { Weekday } from "./dc-calendar.ts";
import type { ClockInterval } from "./opening-hours.ts";

/** "22:00" as "10 PM", "19:15" as "7:15 PM", both midnights as "12 AM". */
export function clockWords(clock: string): string {
  const hour = Number(clock.slice(0, 2)) % 24;
  const minutes = clock.slice(3);
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${minutes === "00" ? "" : `:${minutes}`} ${half}`;
}

/** "11 AM to 10 PM", or "24 hours". */
export function intervalWords({ opens, closes }: ClockInterval): string {
  if (opens === "00:00" && closes === "24:00") return "24 hours";
  return `${clockWords(opens)} to ${clockWords(closes)}`;
}

/** "2026-12-24" as "Dec 24, 2026", "12-24" as "Dec 24". */
export function dayWords(day: string): string {
  const words = `${MONTHS[Number(day.slice(-5, -3)) - 1] ?? ""} ${Number(day.slice(-2))}`;
  return day.length > "12-24".length ? `${words}, ${day.slice(0, 4)}` : words;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Mon to Fri", "Mon, Wed, Sun": three days in a row or more make a range, Monday first. */
export function weekdaysWords(weekdays: readonly Weekday[]): string {
  const runs: string[][] = [];
  let isNext = false;
  for (const [weekday, name] of Object.entries(DAY_NAMES)) {
    const isNamed = weekdays.some((each) => each === weekday);
    if (isNamed && isNext) runs.at(-1)?.push(name);
    else if (isNamed) runs.push([name]);
    isNext = isNamed;
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

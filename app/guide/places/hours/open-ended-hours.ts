import { WEEKDAYS } from "#app/lib/dc-time.ts";
import { formatClock, formatInterval, formatWeekdays } from "#app/lib/format-time.ts";

import type { ClockInterval } from "./opening-hours.ts";
import { parseOpeningHours } from "./osm-opening-hours.ts";
import { isCertainOsm } from "./typed-hours.ts";

/** Stands for the closing time that the text leaves open. Nobody closes at this minute. */
const OPEN_END = "23:59";

/**
 * opening_hours without a closing time in words: "Mo-Fr 17:00+" as "Mon to Fri from 5 PM. Closing time not given." Such hours aren't
 * computed with, because nobody knows until when it is open. Null for other texts.
 */
export function describeOpenEnd(text: string): string | null {
  if (!/\d\+/.test(text)) return null;
  const closed = text.replaceAll(/(\d{1,2}:\d\d)\+/g, `$1-${OPEN_END}`);
  const parsed = parseOpeningHours(closed);
  if (!parsed.ok || parsed.hours.exceptions.length > 0 || !isCertainOsm(closed)) return null;
  const { weekly } = parsed.hours;
  const open = WEEKDAYS.filter((day) => weekly[day].length > 0);
  const groups = Map.groupBy(open, (day) => weekly[day].map(describeInterval).join(" and "));
  const days = [...groups].map(([times, own]) => `${own.length === 7 ? "Every day" : formatWeekdays(own)} ${times}`);
  return `${days.join("; ")}. Closing time not given.`;
}

function describeInterval(interval: ClockInterval): string {
  return interval.closes === OPEN_END ? `from ${formatClock(interval.opens)}` : formatInterval(interval);
}

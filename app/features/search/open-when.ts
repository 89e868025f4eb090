import {
  clockMs,
  dcDayAt,
  dcDayOn,
  dcToday,
  MINUTE_MS,
  WEEKDAYS,
  type DcDay,
} from "#app/features/places/dc-calendar.ts";
import { isOpenThroughout, openState, type OpeningHours } from "#app/features/places/opening-hours.ts";

import type { OpenWhen } from "./query-conditions.ts";

/** A stretch is looked at this often: nothing opens for less. */
const STEP_MINUTES = 30;

/** Whether a place is open when it is asked to be. Hours that nobody knows are never a yes. */
export function isOpenWhen(hours: OpeningHours | null, when: OpenWhen, now: Date): boolean {
  if (hours === null) return false;
  if (when.kind === "now") return isOpenAt(hours, now);
  if (when.kind === "all-day") {
    const today = dcDayOn(dcToday(now));
    return isOpenThroughout(hours, { from: new Date(today.startsMs), until: new Date(today.endsMs) }) === true;
  }
  const day = dayOf(when.day, now);
  if (when.kind === "at") return isOpenAt(hours, at(day, when.minute));
  for (let minute = when.from; minute < when.to; minute += STEP_MINUTES) {
    if (isOpenAt(hours, at(day, minute))) return true;
  }
  return false;
}

/** The next such day, today among them. */
function dayOf(day: Extract<OpenWhen, { kind: "at" }>["day"], now: Date): DcDay {
  const today = dcDayAt(now.getTime());
  if (day === null) return today;
  const on = Temporal.PlainDate.from(today.on);
  const ahead = day === "tomorrow" ? 1 : (WEEKDAYS.indexOf(day) + 1 - on.dayOfWeek + 7) % 7;
  return dcDayOn(on.add({ days: ahead }).toString());
}

/** Minutes past the day's last belong to the night that began on it. */
function at(day: DcDay, minute: number): Date {
  const minutesOfDay = 24 * 60;
  if (minute < minutesOfDay) return new Date(clockMs(day, minute));
  return new Date(day.endsMs + (minute - minutesOfDay) * MINUTE_MS);
}

function isOpenAt(hours: OpeningHours, instant: Date): boolean {
  const { state } = openState(hours, instant);
  return state === "open" || state === "closing-soon";
}

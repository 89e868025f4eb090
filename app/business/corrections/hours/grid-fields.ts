import type { Weekday } from "#app/lib/dc-time.ts";

/** The fields of one day: up to two openings by their times, or a checkbox. */
export function gridFields(day: Weekday) {
  return {
    from: `${day}-from`,
    to: `${day}-to`,
    from2: `${day}-from2`,
    to2: `${day}-to2`,
    closed: `${day}-closed`,
    allDay: `${day}-all-day`,
  };
}

/** Closed on the District's public holidays. */
export const HOLIDAYS_FIELD = "holidays-closed";
/** The value of a ticked checkbox. */
export const TICKED = "yes";

/** The grid's values by field; times as "09:00". Absent is empty. */
export type GridValues = Partial<Record<string, string>>;
export type GridProblems = Partial<Record<string, string>>;

import {
  CLOSED_WEEK,
  type ClockInterval,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours, parseOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { readTypedDay } from "#app/guide/places/hours/typed-hours.ts";
import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";
import { formatInterval } from "#app/lib/format-time.ts";

/** Opening hours as form fields: a line per weekday, and one for holidays and dates. */
export type HoursField = Weekday | "specialDays";
export const HOURS_FIELDS = [...WEEKDAYS, "specialDays"] as const satisfies HoursField[];
type HoursFields = Record<HoursField, string>;

/** "11 AM to 2 PM, 5 PM to 10 PM", "Closed"; all empty if the hours are unknown. */
export function formatHoursFields(hours: OpeningHours | null): HoursFields {
  const day = (weekday: Weekday) => {
    if (hours === null) return "";
    const intervals = hours.weekly[weekday];
    return intervals.length === 0 ? "Closed" : intervals.map(formatInterval).join(", ");
  };
  return {
    monday: day("monday"),
    tuesday: day("tuesday"),
    wednesday: day("wednesday"),
    thursday: day("thursday"),
    friday: day("friday"),
    saturday: day("saturday"),
    sunday: day("sunday"),
    specialDays: hours === null ? "" : specialDaysText(hours),
  };
}

/** "PH off; Dec 24-26 off"; empty without exceptions. */
function specialDaysText({ exceptions }: OpeningHours): string {
  return exceptions.length === 0 ? "" : formatOpeningHours({ weekly: CLOSED_WEEK, exceptions }).slice("off; ".length);
}

export type ParsedHours =
  | { hours: OpeningHours | null; problem: null }
  | { hours: null; problem: { field: HoursField; message: string } };

/** Parses the lines. All empty: unknown hours (null). Never throws. */
export function parseHoursFields(typed: HoursFields): ParsedHours {
  const refuse = (field: HoursField, message: string): ParsedHours => ({ hours: null, problem: { field, message } });
  if (HOURS_FIELDS.every((field) => typed[field].trim() === "")) return { hours: null, problem: null };
  const weekly = { ...CLOSED_WEEK };
  for (const weekday of WEEKDAYS) {
    const intervals = parseDayHours(typed[weekday]);
    if (intervals === "empty") return refuse(weekday, "Add hours for this day too, or write Closed.");
    if ("problem" in intervals) return refuse(weekday, intervals.problem);
    weekly[weekday] = intervals;
  }
  const special = typed.specialDays.trim();
  const parsed = parseOpeningHours(special === "" ? "off" : `off; ${special}`);
  if (!parsed.ok) return refuse("specialDays", `${parsed.reason}.`);
  if (WEEKDAYS.some((weekday) => parsed.hours.weekly[weekday].length > 0)) {
    return refuse("specialDays", "Only holidays and dates go here. Use the lines above for regular days.");
  }
  const whole = OpeningHoursSchema.safeParse({ weekly, exceptions: parsed.hours.exceptions });
  if (whole.success) return { hours: whole.data, problem: null };
  const [issue] = whole.error.issues;
  const field = HOURS_FIELDS.find((each) => issue?.path.includes(each)) ?? "specialDays";
  return refuse(field, `${issue?.message ?? "These aren’t valid hours"}.`);
}

/** The intervals of a day's line. "empty" without text, else what the reader of typed hours doesn't understand. Never throws. */
export function parseDayHours(text: string): ClockInterval[] | "empty" | { problem: string } {
  if (text.trim() === "") return "empty";
  const read = readTypedDay(text);
  return read.ok
    ? read.intervals
    : { problem: `${read.reason}. Write it like 11 AM to 2 PM, 5 PM to 10 PM, or Closed.` };
}

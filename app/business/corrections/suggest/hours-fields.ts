import {
  CLOSED_WEEK,
  type ClockInterval,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours, parseOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
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
    if (intervals === "unclear") return refuse(weekday, "Write it like 11 AM to 2 PM, 5 PM to 10 PM, or Closed.");
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

/** Longer than any day's hours; bounds the input of the regular expressions below. */
const DAY_CHARACTERS_MAX = 200;

/** "11 AM to 2 PM, 5 PM to 10 PM", "Closed", "24 hours". Never throws. */
export function parseDayHours(text: string): ClockInterval[] | "empty" | "unclear" {
  const plain = text
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]|\bto\b|\buntil\b|\btill\b/g, "-")
    .replaceAll(/\bnoon\b/g, "12 pm")
    .replaceAll(/\bmidnight\b/g, "12 am")
    .trim();
  if (plain === "") return "empty";
  if (plain.length > DAY_CHARACTERS_MAX) return "unclear";
  if (/^(?:closed|off)$/.test(plain)) return [];
  if (/^(?:open )?(?:24 hours|24\/7|all day)$/.test(plain)) return [{ opens: "00:00", closes: "24:00" }];
  const intervals = plain.split(/,|;|&|\band\b/).map(readInterval);
  return intervals.every((interval) => interval !== null) ? intervals : "unclear";
}

function readInterval(text: string): ClockInterval | null {
  const [from, through, ...more] = text.split("-").map(readClock);
  if (from == null || through == null || more.length > 0) return null;
  return { opens: from === "24:00" ? "00:00" : from, closes: through === "00:00" ? "24:00" : through };
}

/** Parses "11 AM", "7:15pm", "19:15". A plain "5" is ambiguous, so it is rejected. */
function readClock(text: string): string | null {
  const plain = text.trim();
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(plain)) return plain;
  const [, hour = "", minute = "00", half] = /^(1[0-2]|0?[1-9])(?::([0-5]\d))?\s*([ap])\.?m\.?$/.exec(plain) ?? [];
  if (half === undefined) return null;
  const hours = (Number(hour) % 12) + (half === "p" ? 12 : 0);
  return `${String(hours).padStart(2, "0")}:${minute}`;
}

import { HOURS_FIELDS, formatHoursFields, parseDayHours } from "#app/business/corrections/suggest/hours-fields.ts";
import {
  CLOSED_WEEK,
  type ExceptionDays,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { readTypedWeekdays } from "#app/guide/places/hours/typed-hours.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";
import { formatCalendarDay, formatInterval, formatWeekdays } from "#app/lib/format-time.ts";
import { normalizeText } from "#app/lib/plain-text.ts";

import {
  EMPTY_DAYS,
  type ListingProblems,
  SPECIAL_DAYS_MAX,
  countSpecialDays,
  specialDayFields,
  type ListingFormValues,
} from "./listing-form.ts";

/** Empty lines for more special days, added each time the form is rendered. */
const SPECIAL_LINES_SPARE = 2;

/**
 * Opening hours as form fields: a line per weekday, and a line per season, holiday or date. For a place that opens only in
 * its seasons, the weekdays stay empty.
 */
export function hoursToFields(hours: OpeningHours | null): ListingFormValues {
  const exceptions = hours?.exceptions ?? [];
  const count = Math.min(exceptions.length + SPECIAL_LINES_SPARE, SPECIAL_DAYS_MAX);
  const isSeasonal = hours !== null && opensOnSpecialDaysAlone(hours);
  const { specialDays: _grammar, ...days } = formatHoursFields(isSeasonal ? null : hours);
  const emptyDays = { [EMPTY_DAYS.field]: isSeasonal ? EMPTY_DAYS.closed : "" };
  const lines = Array.from({ length: count }, (_, line) => specialToFields(line, exceptions[line]));
  return Object.assign({ ...days, ...emptyDays, specialCount: String(count) }, ...lines);
}

function opensOnSpecialDaysAlone({ weekly, exceptions }: OpeningHours): boolean {
  return (
    WEEKDAYS.every((weekday) => weekly[weekday].length === 0) &&
    exceptions.some(({ intervals }) => intervals.length > 0)
  );
}

function specialToFields(line: number, exception: HoursException | undefined): ListingFormValues {
  const names = specialDayFields(line);
  if (exception === undefined) return Object.fromEntries(Object.values(names).map((name) => [name, ""]));
  const { days, intervals, note } = exception;
  return {
    [names.kind]: KIND_NAMES[days.kind],
    [names.from]: days.kind === "public-holidays" ? "" : formatCalendarDay(days.from),
    [names.through]:
      days.kind === "public-holidays" || days.through === days.from ? "" : formatCalendarDay(days.through),
    [names.hours]: intervals.length === 0 ? "Closed" : intervals.map(formatInterval).join(", "),
    [names.weekdays]:
      days.kind === "public-holidays" || days.weekdays === undefined ? "" : formatWeekdays(days.weekdays),
    [names.note]: note ?? "",
  };
}

const KIND_NAMES: Record<ExceptionDays["kind"], string> = {
  "public-holidays": "holidays",
  yearly: "yearly",
  dates: "once",
};

type ReadHoursLines = { hours: OpeningHours | null; problems: null } | { hours: null; problems: ListingProblems };

/** Reads hours from the form's lines. All empty means unknown. With the checkbox, empty days are closed. Never throws. */
export function parseHoursLines(typed: ListingFormValues): ReadHoursLines {
  const problems: ListingProblems = {};
  const areEmptyDaysClosed = textOf(typed, EMPTY_DAYS.field) === EMPTY_DAYS.closed;
  const specials = Array.from({ length: countSpecialDays(typed) }, (_, line) => line).filter((line) =>
    Object.values(specialDayFields(line)).some((name) => textOf(typed, name) !== ""),
  );
  const isUnknown = WEEKDAYS.every((weekday) => textOf(typed, weekday) === "");
  if (isUnknown && specials.length === 0) {
    return areEmptyDaysClosed
      ? { hours: null, problems: { [EMPTY_DAYS.field]: NEVER_OPEN } }
      : { hours: null, problems: null };
  }
  const weekly = { ...CLOSED_WEEK };
  for (const weekday of WEEKDAYS) {
    const intervals = parseDayHours(textOf(typed, weekday));
    if (intervals === "empty") {
      if (!areEmptyDaysClosed) problems[weekday] = "Enter hours or Closed, or check the box that closes empty days.";
    } else if ("problem" in intervals) problems[weekday] = intervals.problem;
    else weekly[weekday] = intervals;
  }
  const exceptions: HoursException[] = [];
  const lineOf: number[] = [];
  for (const line of specials) {
    const read = readSpecial(line, typed);
    if (read.problem !== null) problems[read.problem.field] = read.problem.message;
    else {
      exceptions.push(read.exception);
      lineOf.push(line);
    }
  }
  if (Object.keys(problems).length > 0) return { hours: null, problems };
  const whole = OpeningHoursSchema.safeParse({ weekly, exceptions });
  if (whole.success) return { hours: whole.data, problems: null };
  for (const { path, message } of whole.error.issues) {
    const [part, at] = path;
    const weekday = HOURS_FIELDS.find((each) => part === "weekly" && each === at);
    const line = lineOf[Number(at)] ?? 0;
    const names = specialDayFields(line);
    const field = weekday ?? (path.includes("note") ? names.note : path.includes("days") ? names.from : names.hours);
    problems[field] ??= `${message}.`;
  }
  return { hours: null, problems };
}

type ReadSpecial = { exception: HoursException; problem: null } | { problem: { field: string; message: string } };

function readSpecial(line: number, typed: ListingFormValues): ReadSpecial {
  const names = specialDayFields(line);
  const refuse = (field: string, message: string): ReadSpecial => ({ problem: { field, message } });
  const intervals = parseDayHours(textOf(typed, names.hours));
  const note = normalizeText(textOf(typed, names.note)).replaceAll(/\s+/g, " ");
  const kind = textOf(typed, names.kind);
  if (kind === "") return refuse(names.kind, "Choose which days these are: public holidays, every year, or once.");
  if (intervals === "empty") return refuse(names.hours, "Enter the hours on these days, or Closed.");
  if ("problem" in intervals) return refuse(names.hours, intervals.problem);
  const hoursAndNote = { intervals, note: note === "" ? null : note };
  const typedWeekdays = textOf(typed, names.weekdays);
  const weekdays = typedWeekdays === "" ? WEEKDAYS : readTypedWeekdays(typedWeekdays);
  if (weekdays === null) return refuse(names.weekdays, "Enter weekdays like Mon to Fri, or Sat, Sun.");
  if (kind === "holidays") {
    if (weekdays.length < WEEKDAYS.length)
      return refuse(names.weekdays, "Leave this empty: holidays can be on any weekday.");
    return { exception: { days: { kind: "public-holidays" }, ...hoursAndNote }, problem: null };
  }
  const from = readDate(textOf(typed, names.from));
  const through = textOf(typed, names.through) === "" ? from : readDate(textOf(typed, names.through));
  const isOnce = kind === "once";
  const message = isOnce
    ? "Enter the date with its year, like Dec 24, 2026."
    : "Enter the date without a year, like Dec 24.";
  if (from === null || (from.year !== null) !== isOnce) return refuse(names.from, message);
  if (through === null || (through.year !== null) !== isOnce) return refuse(names.through, message);
  const weekdaysPart = weekdays.length === WEEKDAYS.length ? {} : { weekdays: [...weekdays] };
  const days: ExceptionDays = isOnce
    ? {
        kind: "dates",
        from: `${from.year}-${from.monthDay}`,
        through: `${through.year}-${through.monthDay}`,
        ...weekdaysPart,
      }
    : { kind: "yearly", from: from.monthDay, through: through.monthDay, ...weekdaysPart };
  return { exception: { days, ...hoursAndNote }, problem: null };
}

const NEVER_OPEN = "Enter hours for a day above or a season below, or uncheck this box.";

type ReadDate = { year: string | null; monthDay: string } | null;

/** "Dec 24", "December 24th, 2026", "24 Dec 2026", "12/24", "12/24/2026", "2026-12-24". */
function readDate(text: string): ReadDate {
  const plain = text.toLowerCase().slice(0, DATE_CHARACTERS_MAX);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain) ?? [];
  if (isoYear !== undefined) return dateOf(isoYear, Number(isoMonth), Number(isoDay));
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(plain) ?? [];
  if (month !== undefined) return dateOf(year ?? null, Number(month), Number(day));
  const american = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?$/.exec(plain);
  const european = /^(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?(?:,?\s+(\d{4}))?$/.exec(plain);
  const name = american?.[1] ?? european?.[2];
  if (name === undefined) return null;
  const index = MONTHS.findIndex((month) => month.startsWith(name));
  return dateOf(american?.[3] ?? european?.[3] ?? null, index + 1, Number(american?.[2] ?? european?.[1]));
}

const DATE_CHARACTERS_MAX = 40;
const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Doesn't check the day: the schema of opening hours does. */
function dateOf(year: string | null, month: number, day: number): ReadDate {
  if (month < 1 || month > 12) return null;
  return { year, monthDay: `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}` };
}

function textOf(typed: ListingFormValues, field: string): string {
  return (typed[field] ?? "").trim();
}

import {
  CLOSED_WEEK,
  type ClockInterval,
  type ExceptionDays,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { type HoursHint, readTypedHours, readTypedWeekdays } from "#app/guide/places/hours/typed-hours.ts";
import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";
import { formatCalendarDay, formatWeekdays } from "#app/lib/format-time.ts";
import { normalizeText } from "#app/lib/plain-text.ts";

import {
  countSpecialDays,
  HOLIDAYS,
  HOURS_ROWS,
  HOURS_TEXT,
  type HoursProblems,
  type HoursValues,
  isWeekEmpty,
  rowFieldNames,
  rowFields,
  SPECIAL_COUNT,
  SPECIAL_DAYS_MAX,
  specialDayFields,
  specialFieldNames,
  specialRow,
  textOf,
  TICKED,
} from "./hours-fields.ts";

/** Opening hours as form fields, with one empty special day: without script, each save adds the next. */
export function hoursToFields(hours: OpeningHours | null): Record<string, string> {
  const { holidays, exceptions } = partHolidays(hours?.exceptions ?? []);
  const fields: Record<string, string> = { [HOURS_TEXT]: "" };
  for (const day of WEEKDAYS) Object.assign(fields, rowToFields(day, hours?.weekly[day] ?? null));
  Object.assign(fields, rowToFields(HOLIDAYS, holidays));
  const count = Math.min(exceptions.length + 1, SPECIAL_DAYS_MAX);
  for (let number = 0; number < count; number += 1) Object.assign(fields, specialToFields(number, exceptions[number]));
  return { ...fields, [SPECIAL_COUNT]: String(count) };
}

/** Holidays have a row only if nothing comes before them, because the last exception of a day counts. */
function partHolidays(exceptions: readonly HoursException[]) {
  const [first, ...others] = exceptions;
  const hasRow = first !== undefined && first.days.kind === "public-holidays" && first.note === null;
  return hasRow ? { holidays: first.intervals, exceptions: others } : { holidays: null, exceptions };
}

/** `intervals`: null for unknown. */
function rowToFields(row: string, intervals: readonly ClockInterval[] | null): Record<string, string> {
  const { spans, closed, allDay } = rowFields(row);
  const fields = Object.fromEntries(rowFieldNames(row).map((name) => [name, ""]));
  if (intervals === null) return fields;
  const [first] = intervals;
  if (first === undefined) fields[closed] = TICKED;
  else if (first.opens === "00:00" && first.closes === "24:00") fields[allDay] = TICKED;
  else {
    for (const [index, { from, to }] of spans.entries()) {
      const interval = intervals[index];
      // Time fields have no 24:00.
      fields[from] = interval?.opens ?? "";
      fields[to] = interval?.closes === "24:00" ? "00:00" : (interval?.closes ?? "");
    }
  }
  return fields;
}

function specialToFields(number: number, exception: HoursException | undefined): Record<string, string> {
  const names = specialDayFields(number);
  const days = exception?.days;
  const dated = days === undefined || days.kind === "public-holidays" ? null : days;
  return {
    [names.kind]: KIND_NAMES[days?.kind ?? "dates"],
    [names.first]: dated === null ? "" : dayText(dated.from),
    [names.last]: dated === null || dated.through === dated.from ? "" : dayText(dated.through),
    [names.weekdays]: dated?.weekdays === undefined ? "" : formatWeekdays(dated.weekdays),
    [names.note]: exception?.note ?? "",
    ...rowToFields(specialRow(number), exception?.intervals ?? null),
  };
}

/** A day with a year as date fields have it, one without as words. */
function dayText(day: string): string {
  return day.length > 5 ? day : formatCalendarDay(day);
}

const KIND_NAMES: Record<ExceptionDays["kind"], string> = {
  "public-holidays": "holidays",
  yearly: "yearly",
  dates: "once",
};

export type ReadHours = { hours: OpeningHours | null; problems: null } | { hours: null; problems: HoursProblems };

/**
 * Reads opening hours from a form: the days, or the text that fills them, and special days. All empty means unknown, which
 * is never closed. Never throws.
 *
 * @param hint What is known of the place, for a text's times without AM or PM.
 */
export function parseHoursFields(values: HoursValues, hint: HoursHint): ReadHours {
  const problems: HoursProblems = {};
  const week = readWeek(values, hint, problems);
  const specials = readSpecials(values, problems);
  if (week === null && specials.length === 0 && isEmpty(problems)) return { hours: null, problems: null };
  if (week === null && isEmpty(problems)) problems["monday"] = "Add the usual hours too, or check Closed.";
  if (week === null || !isEmpty(problems)) return { hours: null, problems };
  const exceptions = [...week.exceptions, ...specials.map(({ exception }) => exception)];
  const whole = OpeningHoursSchema.safeParse({ weekly: week.weekly, exceptions });
  if (whole.success) {
    if (isEverOpen(whole.data)) return { hours: whole.data, problems: null };
    return { hours: null, problems: { monday: NEVER_OPEN } };
  }
  for (const { path, message } of whole.error.issues) {
    const [part, at] = path;
    const special = specials[Number(at) - week.exceptions.length];
    problems[part === "weekly" ? String(at) : special === undefined ? HOLIDAYS : specialRow(special.number)] ??=
      `${message}.`;
  }
  return { hours: null, problems };
}

function isEmpty(problems: HoursProblems): boolean {
  return Object.keys(problems).length === 0;
}

function isEverOpen({ weekly, exceptions }: OpeningHours): boolean {
  return [...Object.values(weekly), ...exceptions.map(({ intervals }) => intervals)].some(({ length }) => length > 0);
}

const NEVER_OPEN = "All days are closed. If the place has closed, report that instead.";

/** The week and its holidays from the text or the days; both have to agree. Null when both are empty, or wrong. */
function readWeek(values: HoursValues, hint: HoursHint, problems: HoursProblems): OpeningHours | null {
  const text = textOf(values, HOURS_TEXT);
  const days = isWeekEmpty(values) ? null : readDays(values, problems);
  if (text === "") return days;
  const read = readTypedHours(text, hint);
  if (!read.ok) {
    problems[HOURS_TEXT] = isWeekEmpty(values) ? `${read.reason}.` : `${read.reason}. Correct the text, or remove it.`;
    return null;
  }
  if (isWeekEmpty(values)) return read.hours;
  if (days === null) return null;
  if (formatOpeningHours(days) === formatOpeningHours(read.hours)) return days;
  problems[HOURS_TEXT] = "The days below say something else. Remove the text, or fill in the days again.";
  return null;
}

function readDays(values: HoursValues, problems: HoursProblems): OpeningHours | null {
  const weekly = { ...CLOSED_WEEK };
  for (const day of WEEKDAYS) {
    const read = readRow(day, values);
    if (read === "empty") problems[day] = "Add hours for this day too, or check Closed.";
    else if ("problem" in read) problems[day] = read.problem;
    else weekly[day] = read;
  }
  const holidays = readRow(HOLIDAYS, values);
  const exceptions: HoursException[] = [];
  if (holidays !== "empty" && "problem" in holidays) problems[HOLIDAYS] = holidays.problem;
  else if (holidays !== "empty") {
    exceptions.push({ days: { kind: "public-holidays" }, intervals: holidays, note: null });
  }
  return HOURS_ROWS.some((row) => problems[row] !== undefined) ? null : { weekly, exceptions };
}

/** A row's times. "empty": nothing is filled in. */
function readRow(row: string, values: HoursValues): ClockInterval[] | "empty" | { problem: string } {
  const names = rowFields(row);
  const [isClosed, isAllDay] = [textOf(values, names.closed) === TICKED, textOf(values, names.allDay) === TICKED];
  const spans = names.spans
    .map(({ from, to }) => ({ opens: textOf(values, from), closes: textOf(values, to) }))
    .filter(({ opens, closes }) => opens !== "" || closes !== "");
  if (isClosed && isAllDay) return { problem: "Choose closed or 24 hours, not both." };
  if ((isClosed || isAllDay) && spans.length > 0) {
    return { problem: `Remove the times, or uncheck ${isClosed ? "Closed" : "24 hours"}.` };
  }
  if (isClosed) return [];
  if (isAllDay) return [{ opens: "00:00", closes: "24:00" }];
  if (spans.length === 0) return "empty";
  if (spans.some(({ opens }) => opens === "")) return { problem: "Add the opening time." };
  if (spans.some(({ closes }) => closes === "")) return { problem: "Add the closing time." };
  return spans;
}

type ReadSpecial = { number: number; exception: HoursException };

/** The special days that are filled in. The kind alone, which is never empty, doesn't count. */
function readSpecials(values: HoursValues, problems: HoursProblems): ReadSpecial[] {
  return Array.from({ length: countSpecialDays(values) }, (_, number) => number).flatMap((number) => {
    const { kind: kindName } = specialDayFields(number);
    const isUsed = specialFieldNames(number).some((name) => name !== kindName && textOf(values, name) !== "");
    // Public holidays have no days to fill in.
    if (!isUsed && textOf(values, kindName) !== KIND_NAMES["public-holidays"]) return [];
    const read = readSpecial(number, values);
    if (!("problem" in read)) return [{ number, exception: read }];
    problems[specialRow(number)] = read.problem;
    return [];
  });
}

function readSpecial(number: number, values: HoursValues): HoursException | { problem: string } {
  const names = specialDayFields(number);
  const days = readSpecialDays(number, values);
  if ("problem" in days) return days;
  const intervals = readRow(specialRow(number), values);
  if (intervals === "empty") return { problem: "Add the hours of these days, or check Closed." };
  if ("problem" in intervals) return intervals;
  const note = normalizeText(textOf(values, names.note)).replaceAll(/\s+/g, " ");
  return { days, intervals, note: note === "" ? null : note };
}

function readSpecialDays(number: number, values: HoursValues): ExceptionDays | { problem: string } {
  const names = specialDayFields(number);
  const kind = textOf(values, names.kind);
  const weekdays = readWeekdays(textOf(values, names.weekdays));
  if (weekdays === null) return { problem: "Enter weekdays like Mon to Fri, or Sat, Sun." };
  if (kind === KIND_NAMES["public-holidays"]) {
    return weekdays.length < WEEKDAYS.length
      ? { problem: "Leave the weekdays empty: holidays can be on any weekday." }
      : { kind: "public-holidays" };
  }
  const isYearly = kind === KIND_NAMES.yearly;
  const first = readDate(textOf(values, names.first));
  const last = textOf(values, names.last) === "" ? first : readDate(textOf(values, names.last));
  if (first === null || last === null) return { problem: "Choose the day, or enter it like Dec 24." };
  const partWeek = weekdays.length === WEEKDAYS.length ? {} : { weekdays: [...weekdays] };
  // The year of a day in the calendar doesn't matter then.
  if (isYearly) return { kind: "yearly", from: first.monthDay, through: last.monthDay, ...partWeek };
  if (first.year === null || last.year === null) return { problem: "Enter the year too, or choose Every year." };
  return {
    kind: "dates",
    from: `${first.year}-${first.monthDay}`,
    through: `${last.year}-${last.monthDay}`,
    ...partWeek,
  };
}

function readWeekdays(text: string): readonly Weekday[] | null {
  return text === "" ? WEEKDAYS : readTypedWeekdays(text);
}

type ReadDate = { year: string | null; monthDay: string } | null;

/** "2026-12-24" of a date field, or as typed: "Dec 24", "December 24th, 2026", "24 Dec 2026", "12/24", "12/24/2026". */
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
  const index = MONTHS.findIndex((each) => each.startsWith(name));
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

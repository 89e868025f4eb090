import { MINUTES_PER_DAY, WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";

import { isWholeWeek, OpeningHoursSchema } from "./opening-hours.ts";
import type { ClockInterval, ExceptionDays, OpeningHours } from "./opening-hours.ts";
import { HoursSyntaxError, TokenReader } from "./osm-hours-tokens.ts";

/** OpenStreetMap's limit is 255 characters. Twice that leaves room for an owner's notes. */
export const OPENING_HOURS_TEXT_MAX = 500;

/** `dropsHours`: by the letter, a rule takes away hours that its writer surely meant to stay. */
export type ParsedOpeningHours = { ok: true; hours: OpeningHours } | { ok: false; reason: string; dropsHours?: true };

/**
 * Parses a subset of OpenStreetMap's opening_hours: `Mo-Fr 11:00-14:00,17:00-22:00; PH off; Apr-Oct Sa,Su 12:00-20:00;
 * 2026 Nov 26 10:00-14:00 "Brunch"`. Rejects anything else with a reason.
 *
 * @see https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification
 */
export function parseOpeningHours(text: string): ParsedOpeningHours {
  if (text.length > OPENING_HOURS_TEXT_MAX) return { ok: false, reason: TOO_LONG };
  try {
    const parsed = OpeningHoursSchema.safeParse(readRules(new TokenReader(text)));
    if (!parsed.success)
      return { ok: false, reason: parsed.error.issues[0]?.message ?? "This isn’t a list of opening hours" };
    // The canonical form can be longer ("Dec 24,25 off" becomes two rules), and must itself be parsable.
    if (formatOpeningHours(parsed.data).length > OPENING_HOURS_TEXT_MAX) return { ok: false, reason: TOO_LONG };
    return { ok: true, hours: parsed.data };
  } catch (error) {
    if (error instanceof DroppedHoursError) return { ok: false, reason: error.message, dropsHours: true };
    if (error instanceof HoursSyntaxError) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Formats hours in canonical form. Parsing the text gives the same hours, up to `OPENING_HOURS_TEXT_MAX` characters. */
export function formatOpeningHours(hours: OpeningHours): string {
  const rules = isWholeWeek(hours.weekly) ? ["24/7"] : weeklyRules(hours.weekly);
  for (const { days, intervals, note } of hours.exceptions) {
    rules.push(`${daysText(days)} ${timesText(intervals)}${note === null ? "" : ` "${note}"`}`);
  }
  return rules.join("; ");
}

const TOO_LONG = `Opening hours can have at most ${OPENING_HOURS_TEXT_MAX} characters`;
const WEEKDAY_CODES = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const MONTH_CODES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** Used for dates without a year, so that February has 29 days. */
const LEAP_YEAR = 2028;
const WEEKDAY_TOKENS = WEEKDAY_CODES.map((code) => code.toLowerCase());
const MONTH_TOKENS = MONTH_CODES.map((code) => code.toLowerCase());

type Week = Record<Weekday, ClockInterval[]>;
/** `named`: the weekdays that a rule was about. `hasSharedHolidays`: holidays stood beside weekdays in a rule. */
type Draft = {
  weekly: Week;
  exceptions: OpeningHours["exceptions"];
  named: Set<Weekday>;
  hasSharedHolidays: boolean;
};

function readRules(reader: TokenReader): Pick<Draft, "weekly" | "exceptions"> {
  const closed: Week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };
  const draft: Draft = { weekly: closed, exceptions: [], named: new Set(), hasSharedHolidays: false };
  let isAddition = false;
  do {
    const rule = readRule(reader);
    addRule(draft, rule, isAddition);
    for (const weekday of rule.weekdays) draft.named.add(weekday);
    isAddition = reader.accept(",");
    if (!isAddition && !reader.accept(";") && !reader.isAtEnd()) throw reader.unexpected();
  } while (isAddition || !reader.isAtEnd());
  const { weekly, exceptions, named } = draft;
  // "Dec 25 off" and "Mo off" alone don't describe other days, and unknown must not turn into closed.
  const isOpen = WEEKDAYS.some((weekday) => weekly[weekday].length > 0);
  if (named.size === 0 || (!isOpen && named.size < WEEKDAYS.length)) {
    throw new HoursSyntaxError("The usual hours are missing. If there are none, start with off");
  }
  return { weekly, exceptions };
}

type Rule = RuleDays & { intervals: ClockInterval[]; note: string | null };

function readRule(reader: TokenReader): Rule {
  const days = readDays(reader);
  // "PH open" says that holidays are like other days.
  if (isOnlyHolidays(days) && reader.accept("open")) return { weekdays: [], exceptions: [], intervals: [], note: null };
  const intervals = readTimes(reader);
  const note = reader.peek().kind === "note" ? reader.take().text.trim() : "";
  return { ...days, intervals, note: note === "" ? null : note };
}

/** After `;` a rule replaces earlier hours of its days, after `,` it adds to them. `off` always replaces. */
function addRule(draft: Draft, { weekdays, exceptions, intervals, note }: Rule, isAddition: boolean): void {
  const addsHours = isAddition && intervals.length > 0;
  // Holidays beside weekdays, as in "Sa,Su,PH 10:00-17:00; Mo-Fr 09:00-18:00", have those hours whatever day it is.
  const isAfterDates = draft.exceptions.some(({ days }) => days.kind !== "public-holidays" || !draft.hasSharedHolidays);
  if (weekdays.length > 0 && isAfterDates) {
    throw new HoursSyntaxError("Usual hours must come before holidays and dates, or they would override them");
  }
  if (weekdays.length > 0 && note !== null) {
    throw new HoursSyntaxError(`A note on the usual hours, “${note}”, is not supported`);
  }
  const isFirstHoliday = draft.exceptions.length === 0 && exceptions.every(({ kind }) => kind === "public-holidays");
  if (exceptions.length > 0 && addsHours && !(isFirstHoliday && weekdays.length > 0)) {
    throw new HoursSyntaxError("Write ; before the hours of a holiday or date");
  }

  if (!addsHours && intervals.length > 0) assertReplaces(draft, { weekdays, intervals });
  for (const weekday of weekdays) {
    draft.weekly[weekday] = addsHours ? [...draft.weekly[weekday], ...intervals] : intervals;
  }
  if (exceptions.length > 0 && weekdays.length > 0) draft.hasSharedHolidays = true;
  draft.exceptions.push(...exceptions.map((days) => ({ days, intervals, note })));
}

function isOnlyHolidays({ weekdays, exceptions }: RuleDays): boolean {
  return weekdays.length === 0 && exceptions.length > 0 && exceptions.every(({ kind }) => kind === "public-holidays");
}

class DroppedHoursError extends HoursSyntaxError {}

/**
 * "Mo-Fr 12:00-15:00; Mo-Fr 17:00-21:00" would drop lunch, which nobody means, and so would "Mo-Sa 12:00-15:00; Tu-Su
 * 17:00-21:00" on five days: a rule replaces some days of another, and with hours that could be instead of them.
 */
function assertReplaces({ weekly }: Draft, { weekdays, intervals }: Pick<Rule, "weekdays" | "intervals">): void {
  const open = WEEKDAYS.filter((weekday) => weekly[weekday].length > 0);
  const isPart = open.some((weekday) => !weekdays.includes(weekday));
  const isInstead = weekdays.every(
    (weekday) =>
      weekly[weekday].length === 0 || weekly[weekday].some((own) => intervals.some((other) => meet(own, other))),
  );
  if (open.length === 0 || weekdays.length === 0 || (isPart && isInstead)) return;
  throw new DroppedHoursError("The hours after ; would replace all hours before. Write a comma to add to them");
}

/** Whether two intervals of a day have time in common. */
function meet(one: ClockInterval, other: ClockInterval): boolean {
  const [first, second] = one.opens <= other.opens ? [one, other] : [other, one];
  return first.closes <= first.opens || second.opens < first.closes;
}

type RuleDays = { weekdays: readonly Weekday[]; exceptions: ExceptionDays[] };

function readDays(reader: TokenReader): RuleDays {
  const isEveryDay = reader.isAtClock() || ["24/7", "off", "closed"].some((word) => reader.isAt(word));
  if (isEveryDay) return { weekdays: WEEKDAYS, exceptions: [] };

  const isDates = isAtDate(reader, 0);
  const days = isDates ? { weekdays: [], exceptions: readDates(reader) } : readWeekdays(reader);
  reader.accept(":");
  if (!isDates || !isAtWeekday(reader, 0)) return days;

  const { weekdays, exceptions: holidays } = readWeekdays(reader);
  reader.accept(":");
  if (holidays.length > 0) throw new HoursSyntaxError("Holidays of a season, such as Apr-Oct PH, are not supported");
  return { weekdays: [], exceptions: days.exceptions.map((dates) => limitToWeekdays(dates, weekdays)) };
}

function limitToWeekdays(dates: ExceptionDays, weekdays: readonly Weekday[]): ExceptionDays {
  if (dates.kind === "public-holidays" || weekdays.length === WEEKDAYS.length) return dates;
  return { ...dates, weekdays: [...weekdays] };
}

function readWeekdays(reader: TokenReader): RuleDays {
  const weekdays = new Set<Weekday>();
  let hasHolidays = false;
  do {
    if (reader.accept("ph")) hasHolidays = true;
    else for (const weekday of readWeekdayRange(reader)) weekdays.add(weekday);
  } while (isAtWeekday(reader, 1) && reader.accept(","));
  return { weekdays: [...weekdays], exceptions: hasHolidays ? [{ kind: "public-holidays" }] : [] };
}

/** "Fr-Mo" wraps around the weekend. */
function readWeekdayRange(reader: TokenReader): Weekday[] {
  const first = takeIndex(reader, WEEKDAY_TOKENS);
  const last = reader.accept("-") ? takeIndex(reader, WEEKDAY_TOKENS) : first;
  const fromFirst = [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)];
  return fromFirst.slice(0, ((last - first + 7) % 7) + 1);
}

function readDates(reader: TokenReader): ExceptionDays[] {
  const spans: ExceptionDays[] = [];
  let before: DatePart | null = null;
  do {
    const from = readDate(reader, before);
    if (before !== null && before.year !== null && from.year === null)
      throw new HoursSyntaxError("Give the year of each date");
    const through: DatePart = reader.accept("-") ? withInferredYear(from, readDate(reader, from)) : from;
    spans.push(spanOf(from, through));
    before = through;
  } while ((isAtDate(reader, 1) || (reader.isAtNumber(1) && !reader.isAtClock(1))) && reader.accept(","));
  return spans;
}

/** "2026 Nov 26", "Dec 25" or "Jan"; `month` from 1. */
type DatePart = { year: number | null; month: number; day: number | null };

/** After another date, a bare number is a day of the same month: "Dec 24-26", "Dec 24,26". */
function readDate(reader: TokenReader, before: DatePart | null): DatePart {
  if (before !== null && before.day !== null && !isAtDate(reader, 0)) {
    const day = takeNumber(reader, 2);
    if (day < before.day) throw new HoursSyntaxError(`Day ${day} comes before day ${before.day}`);
    return { ...before, day };
  }
  const isYearWhole = reader.peek().text.length === 4;
  const year = reader.isAtNumber() ? takeNumber(reader, 4) : null;
  if (year !== null && !isYearWhole) throw new HoursSyntaxError("Write dates as Dec 25 or 2026 Nov 26");
  const month = takeIndex(reader, MONTH_TOKENS) + 1;
  const day = reader.isAtNumber() && !reader.isAtClock() ? takeNumber(reader, 2) : null;
  return { year, month, day };
}

/** "2026 Dec 24-Jan 02" ends in 2027. */
function withInferredYear(from: DatePart, through: DatePart): DatePart {
  if (from.year === null || through.year !== null) return through;
  return { ...through, year: from.year + (through.month < from.month ? 1 : 0) };
}

function spanOf(from: DatePart, through: DatePart): ExceptionDays {
  if ((from.day === null) !== (through.day === null)) {
    throw new HoursSyntaxError("A date range needs the day at both ends or at neither");
  }
  const first = monthDay(from.month, from.day ?? 1);
  const last = monthDay(through.month, through.day ?? monthLength(through.year ?? LEAP_YEAR, through.month));
  if (from.year !== null) return { kind: "dates", from: `${from.year}-${first}`, through: `${through.year}-${last}` };

  if (through.year !== null) throw new HoursSyntaxError("A date range needs the year at its start");
  return { kind: "yearly", from: first, through: last };
}

function readTimes(reader: TokenReader): ClockInterval[] {
  if (reader.accept("off") || reader.accept("closed")) return [];
  if (reader.accept("24/7")) return [{ opens: "00:00", closes: "24:00" }];

  const intervals: ClockInterval[] = [];
  do {
    const opens = takeClock(reader);
    if (!reader.accept("-")) throw reader.unexpected();
    intervals.push(intervalOf(opens, takeClock(reader)));
  } while (reader.isAtClock(1) && reader.accept(","));
  return intervals;
}

/** "18:00-26:00" is the grammar's other way to write 18:00-02:00. */
function intervalOf(opensMinute: number, closesMinute: number): ClockInterval {
  const isPastMidnight = closesMinute > MINUTES_PER_DAY;
  const closes = isPastMidnight ? closesMinute - MINUTES_PER_DAY : closesMinute;
  if (isPastMidnight && closes >= opensMinute) throw new HoursSyntaxError("Opening times must be less than a day long");
  return { opens: clockText(opensMinute), closes: clockText(closes) };
}

function takeClock(reader: TokenReader): number {
  if (!reader.isAtClock()) throw reader.unexpected();
  const hour = takeNumber(reader, 2);
  reader.accept(":");
  const minutes = reader.peek().text;
  const minute = takeNumber(reader, 2);
  if (minutes.length !== 2 || minute > 59) throw new HoursSyntaxError(`“${hour}:${minutes}” is not a time`);
  return hour * 60 + minute;
}

function takeNumber(reader: TokenReader, digitsMax: number): number {
  if (!reader.isAtNumber() || reader.peek().text.length > digitsMax) throw reader.unexpected();
  return Number(reader.take().text);
}

function takeIndex(reader: TokenReader, words: string[]): number {
  const index = words.indexOf(reader.peek().text);
  if (index === -1) throw reader.unexpected();
  reader.take();
  return index;
}

function isAtWeekday(reader: TokenReader, ahead: number): boolean {
  return reader.isAt("ph", ahead) || WEEKDAY_TOKENS.some((word) => reader.isAt(word, ahead));
}

/** A date starts with a month, or with a year and a month. */
function isAtDate(reader: TokenReader, ahead: number): boolean {
  const monthAhead = reader.isAtNumber(ahead) ? ahead + 1 : ahead;
  return MONTH_TOKENS.some((word) => reader.isAt(word, monthAhead));
}

function weeklyRules(weekly: Week): string[] {
  const weekdaysByTimes = new Map<string, number[]>();
  for (const [index, weekday] of WEEKDAYS.entries()) {
    if (weekly[weekday].length === 0) continue;
    const times = timesText(weekly[weekday]);
    weekdaysByTimes.set(times, [...(weekdaysByTimes.get(times) ?? []), index]);
  }
  if (weekdaysByTimes.size === 0) return ["off"];
  return Array.from(weekdaysByTimes, ([times, indexes]) => `${weekdaysText(indexes)} ${times}`);
}

/** "Mo-We,Fr": three or more days in a row make a range. */
function weekdaysText(indexes: number[]): string {
  const ranges: number[][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last?.at(-1) === index - 1) last.push(index);
    else ranges.push([index]);
  }
  return ranges
    .map((range) => range.map((index) => WEEKDAY_CODES[index]))
    .flatMap((codes) => (codes.length > 2 ? [`${codes.at(0)}-${codes.at(-1)}`] : codes))
    .join(",");
}

function timesText(intervals: ClockInterval[]): string {
  return intervals.length === 0 ? "off" : intervals.map(({ opens, closes }) => `${opens}-${closes}`).join(",");
}

function daysText(days: ExceptionDays): string {
  if (days.kind === "public-holidays") return "PH";
  const { from, through, weekdays } = days;
  const dates = from === through ? dayText(from) : `${dayText(from)}-${dayText(through)}`;
  if (weekdays === undefined) return dates;
  return `${dates} ${weekdaysText(weekdays.map((weekday) => WEEKDAYS.indexOf(weekday)))}`;
}

/** "2026-11-26" as "2026 Nov 26", "12-25" as "Dec 25". */
function dayText(day: string): string {
  const year = day.length > "12-25".length ? `${day.slice(0, 4)} ` : "";
  return `${year}${MONTH_CODES[Number(day.slice(-5, -3)) - 1]} ${day.slice(-2)}`;
}

function monthDay(month: number, day: number): string {
  return `${twoDigits(month)}-${twoDigits(day)}`;
}

/** Number of days in a month (1-12). Day 0 of the next month is the last day. */
function monthLength(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function clockText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

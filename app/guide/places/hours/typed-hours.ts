import { type Weekday, WEEKDAYS } from "#app/lib/dc-time.ts";
import { formatInterval, formatWeekdays } from "#app/lib/format-time.ts";
import { normalizeText } from "#app/lib/plain-text.ts";

import {
  CLOSED_WEEK,
  type ClockInterval,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "./opening-hours.ts";
import { OPENING_HOURS_TEXT_MAX, parseOpeningHours } from "./osm-opening-hours.ts";
import { type HoursHint, isCertainNight, resolveIntervals } from "./typed-clock.ts";
import { TypedHoursReader, type TypedRule } from "./typed-hours-rules.ts";
import { type TypedClock, UnreadHoursError } from "./typed-hours-tokens.ts";

export type { HoursHint } from "./typed-clock.ts";

export type TypedHours = { ok: true; hours: OpeningHours } | { ok: false; reason: string };

/**
 * The one reader of a week of hours as people type them and websites write them: "Mon-Fri 9-5, Sat 10am–2pm", "daily 11 to
 * 11", "9-5, closed Mondays", seven lines, and OpenStreetMap's opening_hours. Days that aren't named are closed.
 *
 * Never guesses. Where AM and PM are left out, the hours are those that opening hours can have, or by the usual rule of
 * `resolveIntervals` ("9-5" is 9 AM to 5 PM). Refuses what could be read in two ways, and names the words.
 *
 * @param hint What is known of the place, which leaves fewer ways to read a time.
 */
export function readTypedHours(text: string, hint: HoursHint = null): TypedHours {
  const plain = toPlain(text);
  if (plain.length > OPENING_HOURS_TEXT_MAX) return refuse(TOO_LONG);
  if (plain === "") return refuse("There are no hours in it");
  const osm = parseOpeningHours(plain);
  if (osm.ok && isCertainOsm(plain)) return isEverOpen(osm.hours) ? osm : refuse(NEVER_OPEN);
  try {
    return toWeek(new TypedHoursReader(plain).readRules(), hint);
  } catch (error) {
    if (!(error instanceof UnreadHoursError)) throw error;
    // A part of opening_hours that isn't supported is named there.
    return refuse(!osm.ok && isOsmLike(plain) && osm.reason.endsWith("supported") ? osm.reason : error.message);
  }
}

/**
 * Reads one day's hours: "9-5", "11:30 AM – 2:30 PM, 5:00 – 10:00 PM", "Closed", "24 hours". As `readTypedHours`, but takes
 * whatever has AM and PM at its word.
 */
export function readTypedDay(
  text: string,
  hint: HoursHint = null,
): { ok: true; intervals: ClockInterval[] } | { ok: false; reason: string } {
  const plain = toPlain(text);
  if (plain.length > OPENING_HOURS_TEXT_MAX) return refuse(TOO_LONG);
  try {
    const rules = new TypedHoursReader(plain).readRules();
    const times = rules.map((rule) => (rule.weekdays === null && !rule.hasHolidays ? rule.times : null));
    // "11-2; 5-10" is one day on two lines.
    const spans = times.flatMap((each) => (Array.isArray(each) ? each : []));
    if (times.length > 1 && times.every(Array.isArray)) return { ok: true, intervals: resolveIntervals(spans, hint) };
    const [only] = times;
    if (only == null || times.length > 1) return refuse("Write only times here, without days");
    return { ok: true, intervals: toIntervals(only, hint) };
  } catch (error) {
    if (error instanceof UnreadHoursError) return refuse(error.message);
    throw error;
  }
}

/** Reads "Mon to Fri", "Saturdays & Sundays", "weekends", "Fri-Mon". Null if that isn't all that the text says. */
export function readTypedWeekdays(text: string): Weekday[] | null {
  try {
    return new TypedHoursReader(toPlain(text).slice(0, OPENING_HOURS_TEXT_MAX)).readWeekdays();
  } catch (error) {
    if (error instanceof UnreadHoursError) return null;
    throw error;
  }
}

/** Lines with single spaces. A text that is far too long isn't looked at. */
function toPlain(text: string): string {
  return normalizeText(text.slice(0, 4 * OPENING_HOURS_TEXT_MAX)).replaceAll(/[^\S\n]+/g, " ");
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

const NEVER_OPEN = "No day has hours";
const TOO_LONG = `Hours can have at most ${OPENING_HOURS_TEXT_MAX} characters`;

function isEverOpen({ weekly, exceptions }: OpeningHours): boolean {
  return [...Object.values(weekly), ...exceptions.map(({ intervals }) => intervals)].some(({ length }) => length > 0);
}

function isOsmLike(plain: string): boolean {
  return /\b(?:mo|tu|we|th|fr|sa|su|ph|off|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/i.test(plain);
}

/**
 * Whether opening_hours means what it says: with times of 24 hours, or with its own names of days and no time that ends the
 * next day or before 7:00. "Su-Th 11:00-10:00" is somebody's 10 PM.
 */
export function isCertainOsm(plain: string): boolean {
  const hasOsmDays = isOsmLike(plain);
  return [...plain.matchAll(/(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)/g)].every(
    ([, from = "", fromMinute, until = "", untilMinute]) => {
      const [opens, closes] = [clockOf(from, fromMinute), clockOf(until, untilMinute)];
      if (closes.hour * 60 + closes.minute <= opens.hour * 60 + opens.minute) return isCertainNight(opens, closes);
      const isPadded = from.startsWith("0") && until.length === 2;
      return opens.hour > 12 || closes.hour > 12 || isPadded || (hasOsmDays && opens.hour >= 7);
    },
  );
}

function clockOf(hour: string, minute: string | undefined): TypedClock {
  const isDayClock = Number(hour) > 12 || hour.startsWith("0");
  return { hour: Number(hour), minute: Number(minute), half: null, isDayClock };
}

type Rule = { weekdays: readonly Weekday[]; intervals: ClockInterval[] };

function toWeek(typed: readonly TypedRule[], hint: HoursHint): TypedHours {
  const rules: Rule[] = [];
  const exceptions: HoursException[] = [];
  for (const { weekdays, hasHolidays, times } of typed) {
    const intervals = toIntervals(times, hint);
    const slip = intervals.find(isSlip);
    if (slip !== undefined)
      throw new UnreadHoursError(`${formatInterval(slip)} would end the next day at noon or later`);
    if (hasHolidays) exceptions.push({ days: { kind: "public-holidays" }, intervals, note: null });
    if (weekdays === null || weekdays.length > 0) rules.push({ weekdays: weekdays ?? WEEKDAYS, intervals });
  }
  const isWithoutDays = (rule: TypedRule) => rule.weekdays === null && !rule.hasHolidays;
  if (typed.some(isWithoutDays) && typed.some((rule) => !isWithoutDays(rule) && rule.times !== "closed")) {
    throw new UnreadHoursError("Some of the times have no days");
  }
  const parsed = OpeningHoursSchema.safeParse({ weekly: weekOf(rules), exceptions });
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? NEVER_OPEN);
  if (rules.length === 0) return refuse("The hours of the other days are missing");
  return isEverOpen(parsed.data) ? { ok: true, hours: parsed.data } : refuse(NEVER_OPEN);
}

function toIntervals(times: TypedRule["times"], hint: HoursHint): ClockInterval[] {
  if (times === "closed") return [];
  return times === "whole-day" ? [{ opens: "00:00", closes: "24:00" }] : resolveIntervals(times, hint);
}

/** Whether an interval ends the next day after 9 AM, as "5pm-12pm" does by the letter. Its writer means midnight. */
export function isSlip({ opens, closes }: ClockInterval): boolean {
  return closes < opens && closes > "09:00";
}

/** The week of rules for the days that each names, where rules of the same days are told apart by `relate`. */
function weekOf(rules: readonly Rule[]): OpeningHours["weekly"] {
  const weekly = { ...CLOSED_WEEK };
  for (const day of WEEKDAYS) {
    const own = rules.filter(({ weekdays }) => weekdays.includes(day));
    const relations = own.map((rule, at) => own.map((other, otherAt) => (at < otherAt ? relate(rule, other) : null)));
    const narrowest = own.toSorted((a, b) => a.weekdays.length - b.weekdays.length)[0];
    const first = own.findIndex((rule) => rule === narrowest);
    const added = own.filter((_, at) => at === first || (relations[first]?.[at] ?? relations[at]?.[first]) === "both");
    weekly[day] = added.flatMap(({ intervals }) => intervals);
  }
  return weekly;
}

/**
 * What two rules of the same day say together: both, as lunch and dinner of the same days, or only the one for fewer days,
 * as in "daily 9-5, Sat 10-2".
 *
 * @throws UnreadHoursError when neither is certain.
 */
function relate(rule: Rule, later: Rule): "both" | "narrower" {
  const isWithinLater = rule.weekdays.every((day) => later.weekdays.includes(day));
  const isWithinRule = later.weekdays.every((day) => rule.weekdays.includes(day));
  const isOpen = rule.intervals.length > 0 && later.intervals.length > 0;
  const isApart = isOpen && rule.intervals.every((own) => later.intervals.every((other) => areApart(own, other)));
  if (isWithinLater && isApart) return "both";
  if (isWithinLater && isWithinRule && !isOpen && rule.intervals.length === later.intervals.length) return "both";
  if (isWithinLater !== isWithinRule && !isApart) return "narrower";
  const days = formatWeekdays(rule.weekdays.filter((day) => later.weekdays.includes(day)));
  throw new UnreadHoursError(`The hours of ${days} are given twice`);
}

function areApart(one: ClockInterval, other: ClockInterval): boolean {
  const [first, second] = one.opens < other.opens ? [one, other] : [other, one];
  return first.opens < first.closes && first.closes <= second.opens;
}

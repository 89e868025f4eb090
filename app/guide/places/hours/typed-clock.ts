import { MINUTES_PER_DAY } from "#app/lib/dc-time.ts";
import { formatInterval } from "#app/lib/format-time.ts";

import type { ClockInterval } from "./opening-hours.ts";
import { type TypedClock, UnreadHoursError } from "./typed-hours-tokens.ts";

/**
 * What is known of the place, for times without AM or PM: a `day` place (a shop, an office) is never open past midnight, a
 * `dining` one opens early or for dinner, and a `night` one doesn't open in the early morning.
 */
export type HoursHint = "day" | "dining" | "night" | null;

/**
 * What a category, or a type such as "Restaurant" or "Bookstore", says about the hours. Null for kinds that say nothing:
 * entertainment is open at any time.
 */
export function hoursHintOf(kind: string): HoursHint {
  if (/\b(?:nightlife|bar|pub|tavern|lounge|(?:night)?club|brewery|taproom)\b/i.test(kind)) return "night";
  if (/\b(?:food|dining|restaurant|diner|pizzeria|steakhouse|bistro|brasserie)\b/i.test(kind)) return "dining";
  const isDay = /\b(?:shopping|services?|health|education|library|museum|bank|office|clinic|school)\b|store\b|shop\b/i;
  return isDay.test(kind) ? "day" : null;
}

/** "9 to 5" as typed; `text` is for messages. */
export type TypedInterval = { opens: TypedClock; closes: TypedClock; text: string };

/** A possible reading in minutes of the day. `closes` is over `MINUTES_PER_DAY` past midnight. */
type Reading = { opens: number; closes: number; isUsual: boolean };

/** More combinations than a day's times can have in earnest. */
const COMBINATIONS_MAX = 2_000;

/**
 * Resolves the times of one day, in order, by what opening hours can be: a time that isn't the only possible one is taken
 * only by the usual rule. That rule is that "9-5" opens in the morning (7:00 to 10:59) and closes at the next such time,
 * and that "5-10 PM" opens in the afternoon (1:00 to 5:59).
 *
 * @throws UnreadHoursError when several readings are possible, or none.
 */
export function resolveIntervals(intervals: readonly TypedInterval[], hint: HoursHint): ClockInterval[] {
  const readings = intervals.map((interval) => readingsOf(interval, hint));
  let combinations: Reading[][] = [[]];
  for (const [index, own] of readings.entries()) {
    const isExplicit = intervals.every(({ opens, closes }) => isClear(opens, closes));
    combinations = combinations.flatMap((before) =>
      own.flatMap((reading) => (isExplicit || follows(reading, before.at(-1)) ? [[...before, reading]] : [])),
    );
    if (combinations.length === 0)
      throw new UnreadHoursError(`“${intervals[index]?.text}” isn’t after the times before`);
    if (combinations.length > COMBINATIONS_MAX) throw new UnreadHoursError("The times need AM or PM");
  }
  const usual = combinations.filter((each) => each.every(({ isUsual }) => isUsual));
  const [only, ...others] = combinations.length === 1 ? combinations : usual;
  if (only === undefined || others.length > 0) throw ambiguity(intervals, combinations);
  return only.map(toInterval);
}

function follows(reading: Reading, before: Reading | undefined): boolean {
  return before === undefined || reading.opens >= before.closes;
}

function ambiguity(intervals: readonly TypedInterval[], combinations: Reading[][]): UnreadHoursError {
  const index = intervals.findIndex((_, at) => new Set(combinations.map((each) => labelOf(each[at]))).size > 1);
  const labels = [...new Set(combinations.map((each) => labelOf(each[index])))].slice(0, 2);
  return new UnreadHoursError(`“${intervals[index]?.text}” could be ${labels.join(" or ")}. Add AM or PM`);
}

function labelOf(reading: Reading | undefined): string {
  return reading === undefined ? "" : formatInterval(toInterval(reading));
}

function isClear(opens: TypedClock, closes: TypedClock): boolean {
  if (opens.half === null && closes.half === null) return opens.isDayClock || closes.isDayClock;
  return [opens, closes].every(({ half, hour }) => half !== null || hour > 12 || hour === 0);
}

function readingsOf({ opens, closes, text }: TypedInterval, hint: HoursHint): Reading[] {
  if (isClear(opens, closes)) return [clearReading({ opens, closes, text })];
  const [isOpeningBare, isClosingBare] = [isBare(opens), isBare(closes)];
  // "6-12 PM" is meant as noon by some and as midnight by others.
  if (isOpeningBare && closes.half === "pm" && closes.hour === 12 && text.toLowerCase().includes("12")) {
    throw new UnreadHoursError(`“${text}” could end at noon or midnight. Add AM or PM to both times`);
  }
  const readings: Reading[] = [];
  for (const from of minutesOf(opens)) {
    for (const through of minutesOf(closes)) {
      const until = through <= from ? through + MINUTES_PER_DAY : through;
      const reading = { opens: from, closes: until, isUsual: false };
      if (!isPossible(reading, { isOpeningBare, isClosingBare }, hint)) continue;
      const isUsual = hint !== "night" && isUsualReading(reading, { isOpeningBare, isClosingBare });
      readings.push({ ...reading, isUsual });
    }
  }
  const [only] = readings;
  if (only === undefined) throw new UnreadHoursError(`“${text}” isn’t a time span. Add AM or PM`);
  if (readings.length === 1) return [{ ...only, isUsual: true }];
  return readings.sort((a, b) => a.closes - a.opens - (b.closes - b.opens) || a.opens - b.opens);
}

/** Midnight to midnight is the whole day. */
function clearReading({ opens, closes, text }: TypedInterval): Reading {
  const [from, through] = [minuteOf(opens) % MINUTES_PER_DAY, minuteOf(closes)];
  if (from === through && from !== 0) {
    throw new UnreadHoursError(`The opening and closing times are the same: “${text}”. For all day, write 24 hours`);
  }
  const until = through <= from ? through + MINUTES_PER_DAY : through;
  if (closes.half === null && until > MINUTES_PER_DAY && !isCertainNight(opens, closes)) {
    throw new UnreadHoursError(`“${text}” would end the next day. Add AM or PM`);
  }
  return { opens: from, closes: until, isUsual: true };
}

/**
 * Whether times of 24 hours that end the next day are meant so: "18:00-02:00", but not "09:00-05:00" and "11:00-2:00", which
 * people write who think in twelve hours.
 */
export function isCertainNight(opens: TypedClock, closes: TypedClock): boolean {
  if (opens.hour <= 12 && !closes.isDayClock) return false;
  const [from, until] = [minuteOf(opens), minuteOf(closes) % MINUTES_PER_DAY];
  return until <= BARE_NIGHT_ENDS || (until <= 8 * HOUR && until + MINUTES_PER_DAY - from <= 14 * HOUR);
}

const HOUR = 60;
const NOON = 12 * HOUR;

/** A longer day is hardly written without AM and PM. */
const BARE_MINUTES_MAX = 18 * HOUR;
/** Bars in the District close at 3 AM at the latest; most nights last until 9 AM at most. */
const BARE_NIGHT_ENDS = 3 * HOUR;
const NIGHT_ENDS = 9 * HOUR;

type Bareness = { isOpeningBare: boolean; isClosingBare: boolean };

function isPossible({ opens, closes }: Reading, { isOpeningBare, isClosingBare }: Bareness, hint: HoursHint): boolean {
  if (closes - opens >= BARE_MINUTES_MAX) return false;
  const nightEnds = closes - MINUTES_PER_DAY;
  if (nightEnds > (isClosingBare ? BARE_NIGHT_ENDS : NIGHT_ENDS)) return false;
  if (hint === "day" && nightEnds > 0) return false;
  if (!isOpeningBare) return true;
  if (hint === "night") return opens >= 10 * HOUR;
  if (hint === "day" && opens >= 17 * HOUR) return false;
  if (hint === "dining" && opens < 6 * HOUR && (closes < NOON || closes >= 20 * HOUR)) return false;
  return opens >= 5 * HOUR;
}

/** The usual rule of opening hours, see `resolveIntervals`. */
function isUsualReading({ opens, closes }: Reading, { isOpeningBare, isClosingBare }: Bareness): boolean {
  const isMorning = opens >= (isOpeningBare ? 7 : 5) * HOUR && opens < 11 * HOUR;
  if (isClosingBare) return isMorning && closes > NOON && closes < MINUTES_PER_DAY && closes - NOON <= opens;
  return opens > NOON && opens < 18 * HOUR && closes <= MINUTES_PER_DAY;
}

function isBare({ half, hour }: TypedClock): boolean {
  return half === null && hour >= 1 && hour <= 12;
}

/** Both halves of the day for "9", a single minute else. */
function minutesOf(clock: TypedClock): number[] {
  if (!isBare(clock)) return [minuteOf(clock)];
  const morning = (clock.hour % 12) * HOUR + clock.minute;
  return [morning, morning + NOON];
}

function minuteOf({ hour, minute, half }: TypedClock): number {
  return (half === null ? hour : (hour % 12) + (half === "pm" ? 12 : 0)) * HOUR + minute;
}

function toInterval({ opens, closes }: Reading): ClockInterval {
  const ends = closes > MINUTES_PER_DAY ? closes - MINUTES_PER_DAY : closes;
  return { opens: clockText(opens), closes: clockText(ends) };
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / HOUR)).padStart(2, "0")}:${String(minute % HOUR).padStart(2, "0")}`;
}

import type { ImportedFacts } from "#app/db/columns/import-columns.ts";
import {
  CLOSED_WEEK,
  type ClockInterval,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/guide/places/hours/opening-hours.ts";
import { describeOpenEnd } from "#app/guide/places/hours/open-ended-hours.ts";
import { readSourceHours } from "#app/guide/places/hours/source-hours.ts";
import { type HoursHint, isSlip, readTypedDay, readTypedHours } from "#app/guide/places/hours/typed-hours.ts";
import { type Weekday, WEEKDAYS } from "#app/lib/dc-time.ts";

import { getList, getText } from "./parse-fields.ts";

/** The longest hours text that the database stores. */
const HOURS_TEXT_CHARACTERS_MAX = 120;

/** Seven days with two openings each are 14, and five years of holidays 60; a longer list isn't real hours. */
const SPECIFICATIONS_MAX = 120;

type ReadHours = Pick<ImportedFacts, "hours" | "hoursText">;

/**
 * Hours in one text: OpenStreetMap's opening_hours, or as people type them. What can't be read for certain stays as text and
 * is never computed with; where something else was surely meant, an editor is asked once a place shows it.
 */
export function parseHoursText(text: string): ReadHours {
  if (text === "" || text === "off") return {};
  const read = readSourceHours(text);
  if (read.state === "read") return { hours: read.hours };
  const words = describeOpenEnd(text) ?? text;
  return words.length <= HOURS_TEXT_CHARACTERS_MAX ? { hoursText: words } : {};
}

/**
 * Hours of a table with one column per day: "09:00-17:00", "9:00AM-5:00PM", several separated by commas, x for closed.
 * An empty day is unknown rather than closed, so then the whole week is dropped.
 *
 * @returns Null when something can't be read.
 */
export function parseWeekHours(cells: Record<Weekday, string>, special: string): ReadHours | null {
  if (WEEKDAYS.every((day) => cells[day] === "")) return {};
  const weekly: Partial<OpeningHours["weekly"]> = {};
  // "10:00-12:00" beside "09:00-17:00" ends at noon.
  const isDayClock = WEEKDAYS.some((day) => /\b(?:0\d|1[3-9]|2[0-4]):\d\d(?! ?[ap])/i.test(cells[day]));
  for (const day of WEEKDAYS) {
    const intervals = (isDayClock ? dayClockIntervals(cells[day]) : null) ?? clockIntervals(cells[day]);
    if (intervals === null) return null;
    weekly[day] = intervals;
  }
  const exceptions = special === "" ? [] : specialDays(special);
  if (exceptions === null) return null;
  return validHours({ weekly, exceptions });
}

/** "2026-12-24: 09:00-13:00, 2026-12-25: x" */
function specialDays(text: string): HoursException[] | null {
  const parts = [...text.matchAll(/(\d{4}-\d{2}-\d{2}):\s*(.*?)(?=,\s*\d{4}-\d{2}-\d{2}:|$)/g)];
  if (parts.length === 0) return null;
  const days: HoursException[] = [];
  for (const [, on = "", hours = ""] of parts) {
    const intervals = clockIntervals(hours);
    if (intervals === null) return null;
    days.push({ days: { kind: "dates", from: on, through: on }, intervals, note: null });
  }
  return days;
}

/** "09:00-12:00, 13:00-17:00" in the clock of 24 hours, none past midnight. Null for anything else. */
function dayClockIntervals(cell: string): ClockInterval[] | null {
  const intervals = cell.split(",").map((part) => {
    const [, opens = "", closes = ""] =
      /^(\d?\d:\d\d)(?::\d\d)?-(\d?\d:\d\d)(?::\d\d)?$/.exec(part.replaceAll(/\s/g, "")) ?? [];
    return { opens: opens.padStart(5, "0"), closes: closes.padStart(5, "0") };
  });
  return intervals.every(({ opens, closes }) => opens < closes) ? intervals : null;
}

/** Null for what the reader of typed hours doesn't understand, and for a slip such as "5pm-12pm". */
function clockIntervals(cell: string): ClockInterval[] | null {
  const read = readTypedDay(cell);
  return read.ok && !read.intervals.some(isSlip) ? read.intervals : null;
}

/** Both forms of schema.org hours: `openingHours` and `openingHoursSpecification`. Null when they can't be read. */
export function parseSchemaOrgHours(thing: unknown, hint: HoursHint = null): ReadHours | null {
  const specifications = getList(thing, "openingHoursSpecification");
  if (specifications.length > 0) {
    return specifiedHours(specifications, getList(thing, "specialOpeningHoursSpecification"));
  }
  const short = getList(thing, "openingHours").filter((each) => each !== "");
  if (short.length === 0) return {};
  // Some write the objects of the other form here.
  if (short.every((each) => typeof each === "object")) return specifiedHours(short, []);
  if (!short.every((each) => typeof each === "string")) return null;
  // "Mo-Sa 11:00-14:30" and then "Mo-Th 17:00-21:30" means both, not the second instead of the first.
  const read = readTypedHours(short.join(", "), hint);
  return read.ok ? { hours: read.hours } : null;
}

function specifiedHours(usual: unknown[], special: unknown[]): ReadHours | null {
  const weekly = { ...CLOSED_WEEK };
  if (usual.length + special.length > SPECIFICATIONS_MAX) return null;
  const seasonal: DatedHours[] = [];
  const holidays: ClockInterval[][] = [];
  for (const specification of [...usual, ...special]) {
    const intervals = specifiedIntervals(specification);
    if (intervals === null) return null;
    const [from, through] = [
      getText(specification, "validFrom").slice(0, 10),
      getText(specification, "validThrough").slice(0, 10),
    ];
    const names = getList(specification, "dayOfWeek").map((day) => getText([day], 0).replace(SCHEMA_ORG, ""));
    const days = new Set(names.filter((name) => name !== HOLIDAYS).map(weekdayNamed));
    if (days.has(null)) return null;
    // An open-ended season can't be stored as an exception.
    if ((from === "") !== (through === "")) return null;
    const named = WEEKDAYS.filter((day) => days.has(day));
    const isForHolidays = names.includes(HOLIDAYS);
    // Hours without a day would leave the whole week closed.
    if (from === "" && named.length === 0 && !isForHolidays) return null;
    // There is no exception for the holidays of a season.
    if (from !== "" && isForHolidays) return null;
    if (isForHolidays) holidays.push(intervals);
    if (from !== "") seasonal.push({ from, through, weekdays: named.length === 0 ? WEEKDAYS : named, intervals });
    else for (const day of named) weekly[day] = [...weekly[day], ...intervals];
  }
  // Seasonal hours alone say nothing about other days, and an empty usual week would mean closed.
  if (seasonal.length === usual.length + special.length) return null;
  // Forms that nobody filled in say midnight to midnight on all days.
  if (WEEKDAYS.every((day) => weekly[day].length === 0)) return null;
  const publicHolidays: HoursException[] =
    holidays.length === 0 ? [] : [{ days: { kind: "public-holidays" }, intervals: holidays.flat(), note: null }];
  return validHours({ weekly, exceptions: [...publicHolidays, ...exceptionsOf(seasonal)] });
}

type DatedHours = { from: string; through: string; weekdays: readonly Weekday[]; intervals: ClockInterval[] };

/** Longest first, since the last exception that covers a day wins: a holiday lies within a season. */
function exceptionsOf(seasonal: readonly DatedHours[]): HoursException[] {
  const spans = Map.groupBy(seasonal, ({ from, through }) => `${from}/${through}`);
  return [...spans.values()].flatMap(exceptionsOfSpan).toSorted((a, b) => spanDays(b) - spanDays(a));
}

/** A split day comes as two entries: joins its intervals, then groups days with the same hours. */
function exceptionsOfSpan(entries: readonly DatedHours[]): HoursException[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { from, through } = first;
  const days = WEEKDAYS.flatMap((weekday) => {
    const own = entries.filter(({ weekdays }) => weekdays.includes(weekday));
    return own.length === 0 ? [] : [{ weekday, intervals: own.flatMap(({ intervals }) => intervals) }];
  });
  return [...Map.groupBy(days, ({ intervals }) => JSON.stringify(intervals)).values()].map((group) => ({
    days: {
      kind: "dates",
      from,
      through,
      ...(group.length === WEEKDAYS.length ? {} : { weekdays: group.map(({ weekday }) => weekday) }),
    },
    intervals: group[0]?.intervals ?? [],
    note: null,
  }));
}

function spanDays({ days }: HoursException): number {
  return days.kind === "dates" ? Date.parse(days.through) - Date.parse(days.from) : 0;
}

function specifiedIntervals(specification: unknown): ClockInterval[] | null {
  const [opens, closes] = [getText(specification, "opens"), getText(specification, "closes")];
  // A day without times is one that nobody filled in, and unknown must not turn into closed.
  if (opens === "" || closes === "") return null;
  // Midnight to midnight means closed all day, and to the last minute open all day.
  const isFromMidnight = MIDNIGHT.test(opens);
  if (isFromMidnight && MIDNIGHT.test(closes)) return [];
  const isToMidnight = /^23:59(?::\d\d)?$/.test(closes);
  if (isFromMidnight && isToMidnight) return clockIntervals("24 hours");
  const span = `${opens}-${isToMidnight ? "24:00" : closes}`;
  return dayClockIntervals(span) ?? clockIntervals(span);
}

const MIDNIGHT = /^0?0:00(?::00)?$/;
const SCHEMA_ORG = /^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i;
const HOLIDAYS = "PublicHolidays";

function weekdayNamed(text: string): Weekday | null {
  const word = text.toLowerCase();
  return WEEKDAYS.find((day) => day === word || day.slice(0, 2) === word) ?? null;
}

function validHours(hours: { weekly: unknown; exceptions: unknown }): ReadHours | null {
  const parsed = OpeningHoursSchema.safeParse(hours);
  return parsed.success ? { hours: parsed.data } : null;
}

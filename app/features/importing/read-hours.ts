import type { Weekday } from "#app/features/places/dc-calendar.ts";
import { WEEKDAYS } from "#app/features/places/dc-calendar.ts";
import {
  type ClockInterval,
  type HoursException,
  type OpeningHours,
  OpeningHoursSchema,
} from "#app/features/places/opening-hours.ts";
import { parseOpeningHours } from "#app/features/places/osm-opening-hours.ts";

import type { ImportedFacts } from "./imported-facts.ts";
import { listAt, textAt } from "./read-parts.ts";

/** What the database shows of hours in words. */
const HOURS_TEXT_CHARACTERS_MAX = 120;

/** Seven days with two openings each are fourteen, and five years of holidays sixty; more are no hours. */
const SPECIFICATIONS_MAX = 120;

type ReadHours = Pick<ImportedFacts, "hours" | "hoursText">;

/** OpenStreetMap's opening_hours: what the grammar doesn't know stays as words, and is never computed with. */
export function osmHours(text: string): ReadHours {
  if (text === "") return {};
  const parsed = parseOpeningHours(text);
  if (parsed.ok) return { hours: parsed.hours };
  return text.length <= HOURS_TEXT_CHARACTERS_MAX ? { hoursText: text } : {};
}

/**
 * Hours of a table with a column for each day: "09:00-17:00", "9:00AM-5:00PM", several with commas, x for closed. A day
 * without a word is unknown, and unknown is not closed: then nothing of the week is taken.
 *
 * @returns Null when something of it can't be read.
 */
export function weekHours(cells: Record<Weekday, string>, special: string): ReadHours | null {
  if (WEEKDAYS.every((day) => cells[day] === "")) return {};
  const weekly: Partial<OpeningHours["weekly"]> = {};
  for (const day of WEEKDAYS) {
    const intervals = cells[day] === "" ? null : clockIntervals(cells[day]);
    if (intervals === null) return null;
    weekly[day] = intervals;
  }
  const exceptions = special === "" ? [] : specialDays(special);
  if (exceptions === null) return null;
  return checked({ weekly, exceptions });
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

function clockIntervals(cell: string): ClockInterval[] | null {
  if (/^(?:x|closed|off)$/i.test(cell.trim())) return [];
  if (/^(?:open )?24 hours$|^24\/7$/i.test(cell.trim())) return [{ opens: "00:00", closes: "24:00" }];
  const intervals: ClockInterval[] = [];
  for (const part of cell.split(/[,;]/)) {
    const [opens, closes, ...rest] = part.split(/\s*[-\u2013\u2014]\s*/).map(clockOf);
    if (opens == null || closes == null || rest.length > 0) return null;
    intervals.push(
      opens === closes ? { opens: "00:00", closes: "24:00" } : { opens, closes: closes === "00:00" ? "24:00" : closes },
    );
  }
  return intervals;
}

/** "9:30 PM" is "21:30". */
function clockOf(text: string): string | null {
  const [, hours = "", minutes = "00", half] =
    /^\s*(\d{1,2})(?::(\d{2}))?(?::00)?\s*([ap])?\.?m?\.?\s*$/i.exec(text) ?? [];
  if (hours === "" || Number(minutes) > 59) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 24 || (hour === 24 && minutes !== "00")) return null;
  return `${String(hour % 24).padStart(2, "0")}:${minutes}`;
}

/** schema.org's two ways: `openingHours` in short and `openingHoursSpecification`. Null when it can't be read. */
export function schemaOrgHours(thing: unknown): ReadHours | null {
  const specifications = listAt(thing, "openingHoursSpecification");
  if (specifications.length > 0) {
    return specifiedHours(specifications, listAt(thing, "specialOpeningHoursSpecification"));
  }
  const short = listAt(thing, "openingHours").filter((each) => typeof each === "string");
  if (short.length === 0) return {};
  // "Mo-Sa 11:00-14:30" and then "Mo-Th 17:00-21:30" is both, not one instead of the other.
  const parsed = parseOpeningHours(short.join(", "));
  return parsed.ok ? { hours: parsed.hours } : null;
}

function specifiedHours(usual: unknown[], special: unknown[]): ReadHours | null {
  const weekly: OpeningHours["weekly"] = {
    monday: [],
    tuesday: [],
    wednesday: [],
    thursday: [],
    friday: [],
    saturday: [],
    sunday: [],
  };
  if (usual.length + special.length > SPECIFICATIONS_MAX) return null;
  const dated: DatedHours[] = [];
  for (const specification of [...usual, ...special]) {
    const intervals = specifiedIntervals(specification);
    if (intervals === null) return null;
    const [from, through] = [
      textAt(specification, "validFrom").slice(0, 10),
      textAt(specification, "validThrough").slice(0, 10),
    ];
    const days = new Set(listAt(specification, "dayOfWeek").map((day) => weekdayNamed(textAt([day], 0))));
    if (days.has(null)) return null;
    // A season that never ends, or that had begun when nobody knows, is no exception of these.
    if ((from === "") !== (through === "")) return null;
    const named = WEEKDAYS.filter((day) => days.has(day));
    // Hours of no day would leave the whole week closed.
    if (from === "" && named.length === 0) return null;
    if (from !== "") dated.push({ from, through, weekdays: named.length === 0 ? WEEKDAYS : named, intervals });
    else for (const day of named) weekly[day] = [...weekly[day], ...intervals];
  }
  // Outside of the days that such hours are for nobody knows them, and no usual hours would say closed.
  if (dated.length === usual.length + special.length) return null;
  return checked({ weekly, exceptions: exceptionsOf(dated) });
}

type DatedHours = { from: string; through: string; weekdays: readonly Weekday[]; intervals: ClockInterval[] };

/** The longer first, since of several that cover a day the last counts: a holiday lies in a season. */
function exceptionsOf(dated: readonly DatedHours[]): HoursException[] {
  const spans = Map.groupBy(dated, ({ from, through }) => `${from}/${through}`);
  return [...spans.values()].flatMap(exceptionsOfSpan).toSorted((a, b) => spanDays(b) - spanDays(a));
}

/** A split day comes as two entries: its hours are put together first, then the days that have the same. */
function exceptionsOfSpan(entries: readonly DatedHours[]): HoursException[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { from, through } = first;
  const days = WEEKDAYS.flatMap((weekday) => {
    const own = entries.filter(({ weekdays }) => weekdays.includes(weekday));
    return own.length === 0 ? [] : [{ weekday, intervals: own.flatMap(({ intervals }) => intervals) }];
  });
  return [...Map.groupBy(days, ({ intervals }) => JSON.stringify(intervals)).values()].map((alike) => ({
    days: {
      kind: "dates",
      from,
      through,
      ...(alike.length === WEEKDAYS.length ? {} : { weekdays: alike.map(({ weekday }) => weekday) }),
    },
    intervals: alike[0]?.intervals ?? [],
    note: null,
  }));
}

function spanDays({ days }: HoursException): number {
  return days.kind === "dates" ? Date.parse(days.through) - Date.parse(days.from) : 0;
}

function specifiedIntervals(specification: unknown): ClockInterval[] | null {
  const [opens, closes] = [clockOf(textAt(specification, "opens")), clockOf(textAt(specification, "closes"))];
  if (opens === null || closes === null) return textAt(specification, "opens") === "" ? [] : null;
  // Midnight to midnight is closed all day; a minute before it is the whole one.
  if (opens === closes) return opens === "00:00" ? [] : null;
  if (opens === "00:00" && closes === "23:59") return [{ opens, closes: "24:00" }];
  return [{ opens, closes: closes === "00:00" ? "24:00" : closes }];
}

function weekdayNamed(text: string): Weekday | null {
  const word = text.replace(/^https?:\/\/schema\.org\//, "").toLowerCase();
  return WEEKDAYS.find((day) => day === word || day.slice(0, 2) === word) ?? null;
}

function checked(hours: { weekly: unknown; exceptions: unknown }): ReadHours | null {
  const parsed = OpeningHoursSchema.safeParse(hours);
  return parsed.success ? { hours: parsed.data } : null;
}

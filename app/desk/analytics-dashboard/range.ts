import { DETAIL_RETENTION_DAYS } from "#app/guide/analytics/counters/day-counts.ts";
import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { subtractDays } from "#app/lib/dc-time.ts";
import { formatShortSpan } from "#app/lib/format-time.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

/** Ranges with a name in the URL; `custom` is from one day to another. */
export const RANGE_LABELS = {
  today: "Today so far",
  "7-days": "7 days",
  "30-days": "30 days",
  "90-days": "90 days",
  "last-month": "Last month",
  "12-months": "12 months",
} as const;
export type RangeName = keyof typeof RANGE_LABELS | "custom";

export const COMPARISON_LABELS = { before: "Previous period", year: "A year earlier", none: "None" } as const;
export type Comparison = keyof typeof COMPARISON_LABELS;

/** A year and the month it began in, matching the retention of details. */
export const RANGE_DAYS_MAX = 400;

/** A range in Washington's days, both ends included. */
export type InsightsRange = {
  name: RangeName;
  days: DayRange;
  comparison: Comparison;
  /** The compared range; null for no comparison, and while the last day isn't over. */
  against: DayRange | null;
  /** Whether the last day isn't over yet. */
  isOpen: boolean;
  /** The first day for which terms and response times are still stored. */
  detailFrom: string;
};

export type TypedDays = { from: string; to: string };
export type ParsedRange = { range: InsightsRange; problem: null } | { range: null; problem: RangeProblem };
export type RangeProblem = { field: "from" | "to"; text: string; typed: TypedDays; comparison: Comparison };

export const RANGE_PARAMETERS = ["range", "compare", "from", "to"] as const;
export type RangeQuery = QueryReader<(typeof RANGE_PARAMETERS)[number]>;

/**
 * @param search The query of the URL. Unknown words are ignored; invalid days are reported.
 * @param today Today's date in Washington.
 */
export function parseRange(search: RangeQuery, today: string): ParsedRange {
  const comparisonName = search.get("compare") ?? "";
  const comparison = isComparison(comparisonName) ? comparisonName : "before";
  const typed = { from: (search.get("from") ?? "").slice(0, 40), to: (search.get("to") ?? "").slice(0, 40) };
  if (typed.from === "" && typed.to === "") {
    const word = search.get("range") ?? "";
    return { range: rangeOf({ name: isRangeName(word) ? word : "30-days", comparison, today }), problem: null };
  }
  const problem = problemOf(typed, today);
  if (problem !== null) return { range: null, problem: { ...problem, typed, comparison } };
  return { range: withComparison({ name: "custom", days: typed, comparison, today }), problem: null };
}

/** The range shown when the typed days are invalid. */
export function defaultRange(today: string, comparison: Comparison): InsightsRange {
  return rangeOf({ name: "30-days", comparison, today });
}

function isComparison(word: string): word is Comparison {
  return Object.hasOwn(COMPARISON_LABELS, word);
}

function isRangeName(word: string): word is keyof typeof RANGE_LABELS {
  return Object.hasOwn(RANGE_LABELS, word);
}

/** Nothing was counted before this day, and a year earlier is still a valid date in the database. */
const FIRST_DAY = "2020-01-01";

function problemOf({ from, to }: TypedDays, today: string): { field: "from" | "to"; text: string } | null {
  const [first, last] = [parseDay(from), parseDay(to)];
  if (first === null) return { field: "from", text: invalidDayText(from) };
  if (last === null) return { field: "to", text: invalidDayText(to) };
  if (from < FIRST_DAY)
    return { field: "from", text: `There are no statistics before ${FIRST_DAY}. Choose a later day.` };
  if (to > today) return { field: "to", text: `That day is in the future: today is ${today} in Washington.` };
  if (from > to) return { field: "from", text: "The first day comes after the last. Change one of the two." };
  const count = first.until(last).days + 1;
  return count > RANGE_DAYS_MAX
    ? { field: "from", text: `That’s ${count} days. Choose at most ${RANGE_DAYS_MAX}.` }
    : null;
}

function invalidDayText(typed: string): string {
  return typed === "" ? "Choose both days." : "There is no such day. Write it like 2026-11-23.";
}

function parseDay(typed: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed)) return null;
  try {
    return Temporal.PlainDate.from(typed, { overflow: "reject" });
  } catch {
    return null;
  }
}

type NamedRangeInput = { name: keyof typeof RANGE_LABELS; comparison: Comparison; today: string };

function rangeOf({ name, comparison, today }: NamedRangeInput): InsightsRange {
  return withComparison({ name, days: daysOf(name, today), comparison, today });
}

/** Whole days only, except for today. */
function daysOf(name: keyof typeof RANGE_LABELS, today: string): DayRange {
  const yesterday = subtractDays(today, 1);
  const month = Temporal.PlainDate.from(today).with({ day: 1 });
  const lastOfMonth = month.subtract({ days: 1 }).toString();
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "7-days":
      return { from: subtractDays(today, 7), to: yesterday };
    case "30-days":
      return { from: subtractDays(today, 30), to: yesterday };
    case "90-days":
      return { from: subtractDays(today, 90), to: yesterday };
    case "last-month":
      return { from: month.subtract({ months: 1 }).toString(), to: lastOfMonth };
    case "12-months":
      return { from: month.subtract({ months: 12 }).toString(), to: lastOfMonth };
  }
}

type RangeInput = { name: RangeName; days: DayRange; comparison: Comparison; today: string };

function withComparison({ name, days, comparison, today }: RangeInput): InsightsRange {
  const isOpen = days.to >= today;
  // A partial day compared with a whole one would always look like a loss.
  const against = isOpen || comparison === "none" ? null : comparedDays({ name, days, comparison });
  return { name, days, comparison, against, isOpen, detailFrom: subtractDays(today, DETAIL_RETENTION_DAYS) };
}

function comparedDays({ name, days, comparison }: Pick<RangeInput, "name" | "days" | "comparison">): DayRange {
  const [from, to] = [Temporal.PlainDate.from(days.from), Temporal.PlainDate.from(days.to)];
  const end = from.subtract({ days: 1 }).toString();
  if (comparison === "year") {
    // February 29 is compared with February 28.
    return { from: from.subtract({ years: 1 }).toString(), to: to.subtract({ years: 1 }).toString() };
  }
  if (name === "last-month") return { from: from.subtract({ months: 1 }).toString(), to: end };
  if (name === "12-months") return { from: from.subtract({ months: 12 }).toString(), to: end };
  return { from: from.subtract({ days: from.until(to).days + 1 }).toString(), to: end };
}

/** Splits a range into the periods of a chart: days, weeks or months, without gaps. */
export function chartPeriods({ from, to }: DayRange): (DayRange & { label: string })[] {
  const last = Temporal.PlainDate.from(to);
  const count = Temporal.PlainDate.from(from).until(last).days + 1;
  const step = count <= DAYS_CHARTED_MAX ? { days: 1 } : count <= WEEK_CHARTED_MAX ? { days: 7 } : { months: 1 };
  const parts: (DayRange & { label: string })[] = [];
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0;) {
    const next = "months" in step ? first.with({ day: 1 }).add(step) : first.add(step);
    const end = next.subtract({ days: 1 });
    const part = { from: first.toString(), to: Temporal.PlainDate.compare(end, last) > 0 ? to : end.toString() };
    parts.push({ ...part, label: formatShortSpan(part) });
    first = next;
  }
  return parts;
}

const DAYS_CHARTED_MAX = 62;
const WEEK_CHARTED_MAX = 200;

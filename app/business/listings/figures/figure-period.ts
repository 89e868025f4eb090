import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { formatShortDay, formatShortMonth } from "#app/lib/format-time.ts";

/** The periods of the stats page, by their value in the URL. */
export const PERIODS = { "30-days": "30 days", "90-days": "90 days", "12-months": "12 months" } as const;
export type PeriodName = keyof typeof PERIODS;

/** A period of whole days or months without today, split into a chart's parts, with the equally long period before it. */
export type FigurePeriod = {
  name: PeriodName;
  days: DayRange;
  previous: DayRange;
  /** Consecutive, without gaps. */
  parts: (DayRange & { label: string })[];
};

export function parsePeriod(value: string | null): PeriodName {
  return value === "90-days" || value === "12-months" ? value : "30-days";
}

/** @param today Today's date in Washington. */
export function buildPeriod(name: PeriodName, today: string): FigurePeriod {
  const day = Temporal.PlainDate.from(today);
  if (name === "12-months") {
    const month = day.with({ day: 1 });
    const months = Array.from({ length: 12 }, (_, index) => month.subtract({ months: 12 - index }));
    return {
      name,
      days: daysBetween(month.subtract({ months: 12 }), month),
      previous: daysBetween(month.subtract({ months: 24 }), month.subtract({ months: 12 })),
      parts: months.map((from) => ({
        ...daysBetween(from, from.add({ months: 1 })),
        label: formatShortMonth(from.toString()),
      })),
    };
  }
  const count = name === "30-days" ? 30 : 90;
  const length = name === "30-days" ? 1 : WEEK_DAYS;
  const starts: Temporal.PlainDate[] = [];
  // Counted back from yesterday, so that a part shorter than a week comes first.
  for (let back = length; back < count + length; back += length)
    starts.unshift(day.subtract({ days: Math.min(back, count) }));
  return {
    name,
    days: daysBetween(day.subtract({ days: count }), day),
    previous: daysBetween(day.subtract({ days: 2 * count }), day.subtract({ days: count })),
    parts: starts.map((from, index) => partFrom(from, starts[index + 1] ?? day)),
  };
}

const WEEK_DAYS = 7;

/** "Nov 21", or "Nov 15 to Nov 21" for more than a day. */
function partFrom(from: Temporal.PlainDate, end: Temporal.PlainDate): DayRange & { label: string } {
  const days = daysBetween(from, end);
  const first = formatShortDay(days.from);
  return {
    ...days,
    label: days.from === days.to ? first : `${first} to ${formatShortDay(days.to)}`,
  };
}

function daysBetween(from: Temporal.PlainDate, end: Temporal.PlainDate): DayRange {
  return { from: from.toString(), to: end.subtract({ days: 1 }).toString() };
}

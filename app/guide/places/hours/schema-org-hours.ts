import { dcDayByNumber, dcDayOn, WEEKDAYS } from "#app/lib/dc-time.ts";

import { exceptionsAhead, isWholeDay } from "./opening-hours.ts";
import type { ClockInterval, OpeningHours } from "./opening-hours.ts";

/** One entry of schema.org's `openingHoursSpecification`, for the usual hours. Days that aren't listed are closed. */
export type WeeklyHoursSpecification = {
  "@type": "OpeningHoursSpecification";
  dayOfWeek: string[];
  opens: string;
  closes: string;
};

/** One entry of schema.org's `specialOpeningHoursSpecification`, which replaces the usual hours. */
export type SpecialHoursSpecification = {
  "@type": "OpeningHoursSpecification";
  validFrom: string;
  validThrough: string;
  opens: string;
  closes: string;
};

/**
 * The usual hours for JSON-LD. Days with the same interval share an entry.
 *
 * @see https://schema.org/OpeningHoursSpecification
 * @see https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
export function openingHoursSpecification(hours: OpeningHours): WeeklyHoursSpecification[] {
  const specifications = new Map<string, WeeklyHoursSpecification>();
  for (const weekday of WEEKDAYS) {
    const day = weekday.charAt(0).toUpperCase() + weekday.slice(1);
    for (const interval of hours.weekly[weekday]) {
      const key = `${interval.opens}-${interval.closes}`;
      const existing = specifications.get(key);
      if (existing !== undefined) existing.dayOfWeek.push(day);
      else
        specifications.set(key, {
          "@type": "OpeningHoursSpecification",
          dayOfWeek: [day],
          ...publishedTimes(interval),
        });
    }
  }
  return [...specifications.values()];
}

/**
 * Exceptions within `days` days from `fromOn`, for JSON-LD. Yearly exceptions and public holidays become dates, and
 * consecutive days with the same hours share an entry.
 */
export function specialOpeningHoursSpecification(
  hours: OpeningHours,
  fromOn: string,
  days: number,
): SpecialHoursSpecification[] {
  return periodsAhead(hours, fromOn, days).flatMap(({ validFrom, validThrough, intervals }) =>
    (intervals.length === 0 ? [CLOSED] : intervals.map(publishedTimes)).map((times) => ({
      "@type": "OpeningHoursSpecification" as const,
      validFrom,
      validThrough,
      ...times,
    })),
  );
}

/** Google reads midnight to midnight as closed all day. */
const CLOSED = { opens: "00:00", closes: "00:00" };

function publishedTimes(interval: ClockInterval): { opens: string; closes: string } {
  // Google's notation for a whole day, since 00:00 to 00:00 means closed.
  if (isWholeDay(interval)) return { opens: "00:00", closes: "23:59" };
  return { opens: interval.opens, closes: interval.closes === "24:00" ? "00:00" : interval.closes };
}

type Period = { validFrom: string; validThrough: string; intervals: ClockInterval[] };

function periodsAhead(hours: OpeningHours, fromOn: string, days: number): Period[] {
  const periods: Period[] = [];
  for (const { date, intervals } of exceptionsAhead(hours, fromOn, days)) {
    const last = periods.at(-1);
    const continues =
      last !== undefined && dayAfter(last.validThrough) === date && hasSameIntervals(last.intervals, intervals);
    if (continues) last.validThrough = date;
    else periods.push({ validFrom: date, validThrough: date, intervals });
  }
  return periods;
}

function hasSameIntervals(a: ClockInterval[], b: ClockInterval[]): boolean {
  return a.length === b.length && a.every(({ opens, closes }, i) => opens === b[i]?.opens && closes === b[i]?.closes);
}

function dayAfter(on: string): string {
  return dcDayByNumber(dcDayOn(on).number + 1).on;
}

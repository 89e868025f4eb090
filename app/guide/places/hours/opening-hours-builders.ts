import fc from "fast-check";

import { DC_TIME_ZONE, WEEKDAYS } from "#app/lib/dc-time.ts";

import type { ClockInterval, ExceptionDays, HoursException, OpeningHours } from "./opening-hours.ts";
import { parseOpeningHours } from "./osm-opening-hours.ts";

/** Hours for a test, in OpenStreetMap's syntax. */
export function buildHours(text: string): OpeningHours {
  const parsed = parseOpeningHours(text);
  if (!parsed.ok) throw new Error(`A test's hours don't parse: "${text}": ${parsed.reason}`);
  return parsed.hours;
}

/** The instant of "2026-11-21T18:40" in the District, the first one if clocks show it twice. */
export function inDc(clock: string): Date {
  return new Date(Temporal.PlainDateTime.from(clock).toZonedDateTime(DC_TIME_ZONE).epochMilliseconds);
}

/** Arbitrary valid hours with exceptions on and around the given days. */
export function anyHours(days: string[]): fc.Arbitrary<OpeningHours> {
  return fc.record({
    weekly: fc.record(Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, anyIntervals]))).map(weekOf),
    exceptions: fc.array(anyException(days), { maxLength: 4 }),
  });
}

/** Includes minutes around hour boundaries and around the hours that clock changes skip and repeat. */
const anyMinute = fc.oneof(
  fc.constantFrom(0, 1, 59, 60, 61, 90, 105, 119, 120, 121, 135, 150, 179, 180, 181, 240, 540, 1_020, 1_380, 1_439),
  fc.nat(1_439),
);

const WHOLE_DAY = [{ opens: "00:00", closes: "24:00" }];

const anyIntervals: fc.Arbitrary<ClockInterval[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom([], WHOLE_DAY) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        cuts: fc.uniqueArray(anyMinute, { minLength: 1, maxLength: 6 }),
        touches: fc.boolean(),
        lastCloses: fc.option(anyMinute),
      })
      .map(({ cuts, touches, lastCloses }) => intervalsBetween(cuts, touches, lastCloses)),
  },
);

/** Cuts the day into intervals, all or every other one open. The last may run past midnight. */
function intervalsBetween(cuts: number[], touches: boolean, lastCloses: number | null): ClockInterval[] {
  const minutes = cuts.toSorted((a, b) => a - b);
  const intervals: ClockInterval[] = [];
  for (let index = 0; index < minutes.length; index += touches ? 1 : 2) {
    const opens = minutes[index] ?? 0;
    const closes = minutes[index + 1];
    const isLast = closes === undefined;
    if (!isLast) intervals.push({ opens: clockText(opens), closes: clockText(closes) });
    else if (lastCloses !== null && lastCloses < opens) {
      intervals.push({ opens: clockText(opens), closes: lastCloses === 0 ? "24:00" : clockText(lastCloses) });
    }
  }
  return intervals;
}

function anyException(days: string[]): fc.Arbitrary<HoursException> {
  const anyDay = fc.constantFrom(...days);
  const anyWeekdays = fc
    .option(fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }))
    .map((weekdays) => (weekdays === null ? {} : { weekdays }));
  const anyDays: fc.Arbitrary<ExceptionDays> = fc.oneof(
    fc.constant({ kind: "public-holidays" as const }),
    fc.tuple(anyDay, anyDay, anyWeekdays).map(([a, b, only]) => {
      return { kind: "dates" as const, from: a < b ? a : b, through: a < b ? b : a, ...only };
    }),
    anyDay.map((day) => ({ kind: "dates" as const, from: day, through: day })),
    fc.tuple(anyDay, anyDay, anyWeekdays).map(([a, b, only]) => {
      return { kind: "yearly" as const, from: a.slice(5), through: b.slice(5), ...only };
    }),
  );
  const note = fc.constantFrom(null, null, "Inventory", "Snow; roof, closed - call (202)");
  return fc.record({ days: anyDays, intervals: anyIntervals, note });
}

function weekOf(week: Record<string, ClockInterval[]>): OpeningHours["weekly"] {
  const { monday = [], tuesday = [], wednesday = [], thursday = [], friday = [], saturday = [], sunday = [] } = week;
  return { monday, tuesday, wednesday, thursday, friday, saturday, sunday };
}

function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

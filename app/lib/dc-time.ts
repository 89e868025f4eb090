import { publicHolidayOn } from "./dc-public-holidays.ts";
import { DAY_MS, MINUTE_MS } from "./duration.ts";

export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const DC_TIME_ZONE = "America/New_York";

/** One calendar day in the District with the instants at which it begins and ends. */
export type DcDay = {
  /** Days since 1970-01-01. */
  number: number;
  on: string;
  weekday: Weekday;
  publicHoliday: string | null;
  startsMs: number;
  endsMs: number;
};

/** The District's day at an instant. */
export function dcDayAt(atMs: number): DcDay {
  if (latestDay !== null && latestDay.startsMs <= atMs && atMs < latestDay.endsMs) return latestDay;

  const date = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(DC_TIME_ZONE).toPlainDate();
  latestDay = dcDayOn(date.toString());
  return latestDay;
}

/** The day written "2026-11-21". Throws if there is no such day. */
export function dcDayOn(on: string): DcDay {
  const utcMs = Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)) - 1, Number(on.slice(8)));
  const day = dcDayByNumber(utcMs / DAY_MS);
  if (day.on !== on) throw new RangeError(`"${on}" is not a day of the calendar`);
  return day;
}

/** Whether a text is a day of this century, written "2026-11-21". */
export function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day with a number; see `DcDay.number`. */
export function dcDayByNumber(number: number): DcDay {
  const cached = daysByNumber.get(number);
  if (cached !== undefined) return cached;

  const day = computeDay(number);
  if (daysByNumber.size >= CACHED_DAYS_MAX) daysByNumber.clear();
  daysByNumber.set(number, day);
  return day;
}

/**
 * The first instant of a day at which the clock shows a time or is past it: 2:30 maps to 3:00 when clocks go forward, and
 * 1:30 to the first one when they go back.
 *
 * @param minute Minute of the day, 0 to 1,440 (the midnight that ends it).
 * @returns Milliseconds since 1970.
 */
export function clockMs(day: DcDay, minute: number): number {
  if (minute === MINUTES_PER_DAY) return day.endsMs;
  if (day.endsMs - day.startsMs === DAY_MS) return day.startsMs + minute * MINUTE_MS;

  const date = Temporal.PlainDate.from(day.on);
  const shown = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const zoned = date.toZonedDateTime({ timeZone: DC_TIME_ZONE, plainTime: shown });
  if (zoned.toPlainTime().equals(shown)) return zoned.epochMilliseconds;

  // Temporal maps a skipped time to a later one, but the clock is past it as soon as it jumps.
  const jump = date.toZonedDateTime(DC_TIME_ZONE).getTimeZoneTransition("next");
  if (jump === null) throw new Error(`${day.on} skips ${shown.toString()} without a change of clocks`);
  return jump.epochMilliseconds;
}

export const MINUTES_PER_DAY = 1_440;

/** All hours on a page need the same few days, and time zone lookups are slow (3 us each, measured). */
const CACHED_DAYS_MAX = 2_000;
const daysByNumber = new Map<number, DcDay>();
let latestDay: DcDay | null = null;

function computeDay(number: number): DcDay {
  const utc = new Date(number * DAY_MS);
  const on = utc.toISOString().slice(0, 10);
  const weekday = WEEKDAYS[(utc.getUTCDay() + 6) % 7];
  if (weekday === undefined) throw new RangeError(`Day ${number} is not a day of the calendar`);

  const date = Temporal.PlainDate.from(on);
  return {
    number,
    on,
    weekday,
    publicHoliday: publicHolidayOn(on),
    startsMs: date.toZonedDateTime(DC_TIME_ZONE).epochMilliseconds,
    endsMs: date.add({ days: 1 }).toZonedDateTime(DC_TIME_ZONE).epochMilliseconds,
  };
}

export function toDcTime(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(DC_TIME_ZONE);
}

/** The day in Washington at an instant: "2026-11-21". */
export function dcToday(at: Date): string {
  return toDcTime(at).toPlainDate().toString();
}

/** Subtracts days from a date written as "2026-11-21". */
export function subtractDays(on: string, days: number): string {
  return Temporal.PlainDate.from(on).subtract({ days }).toString();
}

/** Which of two instants, when a time occurs twice: daylight time, or an hour later in standard time. */
export type FoldChoice = "first" | "second";

export type ParsedDcTime =
  | { kind: "at"; at: Date }
  /** Skipped in the night that clocks go forward; `next` is what clocks show then. */
  | { kind: "skipped"; next: string }
  /** Occurs twice in the night that clocks go back. */
  | { kind: "twice"; first: Date; second: Date }
  | { kind: "unreadable" };

/** Parses a time in Washington from a form field: "2026-12-01T08:30". */
export function parseDcTime(text: string, fold: FoldChoice | null): ParsedDcTime {
  const local = localTime(text);
  if (local === null) return { kind: "unreadable" };
  const [first, second] = [inZone(local, "earlier"), inZone(local, "later")];
  if (first.epochMilliseconds === second.epochMilliseconds) return at(first);
  if (!second.toPlainDateTime().equals(local)) {
    return { kind: "skipped", next: second.toPlainTime().toString({ smallestUnit: "minute" }) };
  }
  if (fold !== null) return at(fold === "first" ? first : second);
  return { kind: "twice", first: new Date(first.epochMilliseconds), second: new Date(second.epochMilliseconds) };
}

/** The value of a form field for an instant. */
export function formatDcTimeInput(instant: Date): string {
  return toDcTime(instant).toPlainDateTime().toString({ smallestUnit: "minute" });
}

function inZone(local: Temporal.PlainDateTime, disambiguation: "earlier" | "later"): Temporal.ZonedDateTime {
  return local.toZonedDateTime(DC_TIME_ZONE, { disambiguation });
}

function at({ epochMilliseconds }: Temporal.ZonedDateTime): ParsedDcTime {
  return { kind: "at", at: new Date(epochMilliseconds) };
}

function localTime(text: string): Temporal.PlainDateTime | null {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::00)?$/.test(text)) return null;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: "reject" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Days of the week by their numbers in a cron line. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** February 29 is at most eight years away. */
const DAYS_AHEAD_MAX = 8 * 366 + 1;

type Parts = { minutes: number[]; hours: number[]; days: number[]; months: number[]; weekdays: number[] };

/**
 * When a cron expression is due next, in a time zone.
 *
 * @param cron Minute, hour, day of month, month, day of week: numbers, lists, ranges and steps.
 * @returns Null for an invalid expression, or one that is never due.
 */
export function nextCronRun(cron: string, after: Date, timeZone: string): Date | null {
  const parts = parseCron(cron);
  if (parts === null) return null;
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone);
  let day = from.toPlainDate();
  for (let ahead = 0; ahead < DAYS_AHEAD_MAX; ahead += 1) {
    if (isDueOn(parts, day)) {
      for (const hour of parts.hours) {
        for (const minute of parts.minutes) {
          const at = day.toZonedDateTime({ timeZone, plainTime: { hour, minute } });
          // A run in the hour that clocks skip is due after the change.
          if (at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds);
        }
      }
    }
    day = day.add({ days: 1 });
  }
  return null;
}

/** Describes a cron expression: "Every minute", "Every day at 12:50 AM". */
export function describeCron(cron: string): string {
  const parts = parseCron(cron);
  if (parts === null) return cron;
  const [minute = "", hour = "", ...rest] = cron.trim().split(/\s+/);
  const isDaily = rest.join(" ") === "* * *";
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (hour === "*" && isDaily) {
    if (minute === "*") return "Every minute";
    if (step !== undefined) return `Every ${step} minutes`;
    const [first = 0] = parts.minutes;
    return parts.minutes.length === 1 ? `Every hour at ${first} past` : cron;
  }
  if (parts.hours.length * parts.minutes.length > DESCRIBED_TIMES_MAX) return cron;
  const times = parts.hours.flatMap((each) => parts.minutes.map((past) => formatClock(each, past)));
  const at = times.join(" and ");
  if (isDaily) return `Every day at ${at}`;
  if (parts.weekdays.length < 7 && rest.slice(0, 2).join(" ") === "* *")
    return `${parts.weekdays.map((weekday) => `${DAYS[weekday]}s`).join(" and ")} at ${at}`;
  return cron;
}

const DESCRIBED_TIMES_MAX = 3;

function formatClock(hour: number, minute: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

function isDueOn({ days, months, weekdays }: Parts, day: Temporal.PlainDate): boolean {
  return months.includes(day.month) && days.includes(day.day) && weekdays.includes(day.dayOfWeek % 7);
}

function parseCron(cron: string): Parts | null {
  const fields = cron.trim().split(/\s+/);
  const read = RANGES.map(([from, to], at) => parseField(fields[at] ?? "", from, to));
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = read;
  if (fields.length !== RANGES.length || read.some((numbers) => numbers.length === 0)) return null;
  return { minutes, hours, days, months, weekdays };
}

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Empty for an invalid field. */
function parseField(field: string, from: number, to: number): number[] {
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const [, star, low = "", high, step = "1"] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    const [first, last] = star === undefined ? [Number(low), Number(high ?? low)] : [from, to];
    if ((star === undefined && low === "") || first < from || last > to || Number(step) === 0) return [];
    for (let number = first; number <= last; number += Number(step)) found.add(number);
  }
  return [...found].toSorted((a, b) => a - b);
}

import { CronExpressionParser } from "cron-parser";

/** Minute, hour, day of month, month, day of week. The parser takes fewer fields too. */
const FIELDS = 5;

type Cron = ReturnType<typeof CronExpressionParser.parse>;

/**
 * When a cron expression is due next, in a time zone. The job queue uses the same parser.
 *
 * @returns Null for an invalid expression, or one that is never due.
 */
export function nextCronRun(cron: string, after: Date, timeZone: string): Date | null {
  return parseCron(cron, { currentDate: after, tz: timeZone })?.next().toDate() ?? null;
}

/** Describes a cron expression: "Every minute", "Every day at 12:50 AM". */
export function describeCron(cron: string): string {
  const parsed = parseCron(cron);
  if (parsed === null) return cron;
  const [minutes, hours] = [parsed.fields.minute.values, parsed.fields.hour.values];
  const [minute = "", hour = "", ...rest] = cron.trim().split(/\s+/);
  const isDaily = rest.join(" ") === "* * *";
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (hour === "*" && isDaily) {
    if (minute === "*") return "Every minute";
    if (step !== undefined) return `Every ${step} minutes`;
    return minutes.length === 1 ? `Every hour at ${minutes.join("")} past` : cron;
  }
  if (hours.length * minutes.length > DESCRIBED_TIMES_MAX) return cron;
  const times = hours.flatMap((each) => minutes.map((past) => formatClock(each, past)));
  const at = times.join(" and ");
  if (isDaily) return `Every day at ${at}`;
  const weekdays = parsed.fields.dayOfWeek;
  if (!weekdays.isWildcard && rest.slice(0, 2).join(" ") === "* *")
    return `${weekdays.values.map((weekday) => `${DAYS[Number(weekday)]}s`).join(" and ")} at ${at}`;
  return cron;
}

const DESCRIBED_TIMES_MAX = 3;

/** Days of the week by their numbers in a cron line; 7 is Sunday too. */
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function formatClock(hour: number, minute: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

function parseCron(cron: string, options: Parameters<typeof CronExpressionParser.parse>[1] = {}): Cron | null {
  if (cron.trim().split(/\s+/).length !== FIELDS) return null;
  try {
    return CronExpressionParser.parse(cron, options);
  } catch {
    // The parser has no error of its own to tell apart.
    return null;
  }
}

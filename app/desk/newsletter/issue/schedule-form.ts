import { type FoldChoice, parseDcTime } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { formatFullInstant } from "#app/lib/format-time.ts";

/** A later date is most likely a typo. */
const SCHEDULE_DAYS_MAX = 365;

/** The labels of the two instants of a time that occurs twice when the clocks go back. */
type FoldLabels = { first: string; second: string };

/** The submitted time for sending an issue. `fold`: the choice between the two instants in `twice`. */
export type ScheduleFormValues = { at: string; twice: FoldLabels | null; fold: FoldChoice | null };

/** Longer than any value of a time field. */
const TIME_CHARACTERS_MAX = 40;

/** Parses the time fields of a form or URL. */
export function parseTimeFields(given: { at: string; fold: string }): ScheduleFormValues {
  const at = given.at.slice(0, TIME_CHARACTERS_MAX);
  const twice = twiceOf(at);
  const { fold } = given;
  return { at, twice, fold: twice !== null && (fold === "first" || fold === "second") ? fold : null };
}

function twiceOf(at: string): FoldLabels | null {
  const read = parseDcTime(at, null);
  if (read.kind !== "twice") return null;
  return { first: formatFullInstant(read.first), second: formatFullInstant(read.second) };
}

/** Parses the time for sending an issue, in Washington time. */
export function parseSchedule({ at, fold }: ScheduleFormValues, now: Date): { sendAt: Date } | { why: string } {
  const read = parseDcTime(at, fold);
  const refuse = (why: string) => ({ why });
  if (read.kind === "unreadable") return refuse("Enter a day and time.");
  if (read.kind === "skipped") {
    return refuse(`The clocks go forward that night, so this time doesn’t exist. The next is ${read.next}.`);
  }
  if (read.kind === "twice") {
    return refuse("The clocks go back that night, so this time comes twice. Choose which one you mean.");
  }
  if (read.at <= now) return refuse("That time is in the past. Choose a later time, or send now.");
  if (read.at.getTime() > now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS)
    return refuse("Choose a time within the next year.");
  return { sendAt: read.at };
}

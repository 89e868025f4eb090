import type { SentForm } from "#app/platform/read-form.ts";

import { dcInstantWords, readDcTime } from "./dc-schedule.ts";

/** A newsletter of later than in a year is a mistyped one. */
const SCHEDULE_DAYS_MAX = 365;
const DAY_MS = 24 * 60 * 60_000;

/** Why a time isn't taken. `fold`: the two that are meant by it, for whoever has to say which. */
export type ScheduleProblem = { typed: string; why: string; fold: { first: string; second: string } | null };

/** Reads when an issue is to be sent, as the clocks of Washington show it. */
export function readSchedule(form: SentForm, now: Date): { sendAt: Date } | ScheduleProblem {
  const typed = form.text("at").slice(0, 40);
  const asked = form.text("fold");
  const read = readDcTime(typed, asked === "first" || asked === "second" ? asked : null);
  const refuse = (why: string, fold: ScheduleProblem["fold"] = null) => ({ typed, why, fold });
  if (read.kind === "unreadable") return refuse("Give a day and a time.");
  if (read.kind === "skipped") {
    return refuse(`That night the clocks go forward: this time doesn’t come. The next is ${read.next}.`);
  }
  if (read.kind === "twice") {
    const fold = { first: dcInstantWords(read.first), second: dcInstantWords(read.second) };
    return refuse("That night the clocks go back: this time comes twice. Say which one you mean.", fold);
  }
  if (read.at <= now) return refuse("That is past. Give a time to come, or send it now.");
  if (read.at.getTime() > now.getTime() + SCHEDULE_DAYS_MAX * DAY_MS) return refuse("That is more than a year ahead.");
  return { sendAt: read.at };
}

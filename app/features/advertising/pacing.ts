/**
 * What a campaign may have spent by now, of what it has for the day: the clock's share of it, so that it lasts to the day's
 * end; and the day's is the calendar's share of what is left, so that it lasts to the last day. What a quiet hour leaves is
 * made up for later that day, what a quiet day leaves on the days that follow.
 */
export type Pace = {
  totalCents: number;
  /** What a day may cost at most; null: only all of it together. */
  dayCentsMax: number | null;
  spentCents: number;
  /** Of it, today's. */
  daySpentCents: number;
  /** When it began to run, or was resumed, and what was spent on that day before. */
  activeFromMs: number;
  activeSpentCents: number;
  /** The first instant of its first day, and the end of its last. */
  startsMs: number;
  endsMs: number;
  /** The day it is. */
  today: { startsMs: number; endsMs: number };
};

/** How much may have been spent today at an instant; nothing outside the campaign's days. */
export function allowedTodayCents(pace: Pace, nowMs: number): number {
  const { totalCents, dayCentsMax, spentCents, daySpentCents, today } = pace;
  const fromMs = Math.max(today.startsMs, pace.startsMs, pace.activeFromMs);
  const untilMs = Math.min(today.endsMs, pace.endsMs);
  if (nowMs < fromMs || nowMs >= untilMs) return 0;
  // What was spent today before it was resumed is spent, and is no part of what is shared out from then on.
  const before = pace.activeFromMs > today.startsMs ? Math.min(pace.activeSpentCents, daySpentCents) : 0;
  const left = totalCents - (spentCents - daySpentCents) - before;
  const share = (left * (untilMs - fromMs)) / (pace.endsMs - fromMs);
  const forToday = dayCentsMax === null ? share : Math.min(dayCentsMax - before, left);
  return before + Math.ceil(Math.max(0, forToday) * ((nowMs - fromMs) / (untilMs - fromMs)));
}

/** How far a campaign is behind its clock, from 0 (not at all) on: of several for one slot the one furthest behind is shown. */
export function behind(pace: Pace, nowMs: number): number {
  const allowed = allowedTodayCents(pace, nowMs);
  return allowed <= pace.daySpentCents ? 0 : (allowed - pace.daySpentCents) / allowed;
}

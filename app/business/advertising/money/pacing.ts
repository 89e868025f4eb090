/**
 * The pacing of a campaign. Each day gets an even share of what is left, and each hour an even share of the day.
 * What a quiet hour or day leaves is spent in the following ones.
 */
export type Pace = {
  totalCents: number;
  /** The maximum of a day; null if only the total is limited. */
  dayCentsMax: number | null;
  spentCents: number;
  /** The part of `spentCents` spent today. */
  daySpentCents: number;
  /** When it last started or resumed, and what was spent earlier that day. */
  activeFromMs: number;
  activeSpentCents: number;
  /** The start of its first day and the end of its last. */
  startsMs: number;
  endsMs: number;
  /** The current day. */
  today: { startsMs: number; endsMs: number };
};

/** The most that may have been spent today at an instant; 0 outside the campaign's days. */
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

/** How far a campaign is behind its pace, from 0 (not at all) to 1. The one furthest behind is shown. */
export function paceLag(pace: Pace, nowMs: number): number {
  const allowed = allowedTodayCents(pace, nowMs);
  return allowed <= pace.daySpentCents ? 0 : (allowed - pace.daySpentCents) / allowed;
}

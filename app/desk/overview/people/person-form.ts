import { dcDayOn, dcToday } from "#app/lib/dc-time.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

export const REASON_CHARACTERS_MIN = 10;
export const REASON_CHARACTERS_MAX = 500;

/** Longer suspensions are permanent. */
const SUSPENDED_YEARS_MAX = 5;

export type SuspensionProblems = { reason?: string; until?: string };

/**
 * Parses the suspension form: the reason, which the person reads, and the day in Washington on which they can sign in again;
 * empty for a permanent suspension.
 */
export function parseSuspensionForm(
  typed: { reason: string; until: string },
  now: Date,
): { problems: SuspensionProblems } | { problems: null; reason: string; until: Date | null } {
  const reason = normalizeText(typed.reason);
  const length = characterCount(reason);
  const problems: SuspensionProblems = {};
  if (length < REASON_CHARACTERS_MIN || length > REASON_CHARACTERS_MAX) {
    problems.reason = `Write ${REASON_CHARACTERS_MIN} to ${REASON_CHARACTERS_MAX} characters. You wrote ${length}.`;
  }
  const until = typed.until === "" ? null : parseDay(typed.until);
  if (until === undefined) problems.until = "Choose a day, or leave this empty for a permanent suspension.";
  else if (until !== null && until.on <= dcToday(now)) problems.until = "Choose tomorrow or a later day.";
  else if (until !== null && until.on > lastAllowedDay(dcToday(now)))
    problems.until = `Choose a day within ${SUSPENDED_YEARS_MAX} years, or leave this empty for a permanent suspension.`;
  if (problems.reason !== undefined || problems.until !== undefined || until === undefined) return { problems };
  return { problems: null, reason, until: until === null ? null : new Date(until.startsMs) };
}

function parseDay(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return dcDayOn(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function lastAllowedDay(day: string): string {
  return `${Number(day.slice(0, 4)) + SUSPENDED_YEARS_MAX}${day.slice(4)}`;
}

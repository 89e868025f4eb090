import { dcDayOn, dcToday } from "#app/features/places/dc-calendar.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";

export const REASON_CHARACTERS_MIN = 10;
export const REASON_CHARACTERS_MAX = 500;

/** Whoever is to stay out for longer is suspended without an end. */
const SUSPENDED_YEARS_MAX = 5;

export type SuspensionProblems = { reason?: string; until?: string };

/**
 * What an editor typed to suspend somebody: the reason, for them to read, and the day in Washington from whose first minute
 * on they may sign in again; none for no end.
 */
export function readSuspension(
  typed: { reason: string; until: string },
  now: Date,
): { problems: SuspensionProblems } | { problems: null; reason: string; until: Date | null } {
  const reason = plainText(typed.reason);
  const length = characterCount(reason);
  const problems: SuspensionProblems = {};
  if (length < REASON_CHARACTERS_MIN || length > REASON_CHARACTERS_MAX) {
    problems.reason = `Write ${REASON_CHARACTERS_MIN} to ${REASON_CHARACTERS_MAX} characters for them to read; these are ${length}.`;
  }
  const until = typed.until === "" ? null : dayTyped(typed.until);
  if (until === undefined) problems.until = "Choose a day, or leave it empty for no end.";
  else if (until !== null && until.on <= dcToday(now)) problems.until = "Choose a day from tomorrow on.";
  else if (until !== null && until.on > yearsOn(dcToday(now)))
    problems.until = `Choose a day within ${SUSPENDED_YEARS_MAX} years, or leave it empty for no end.`;
  if (problems.reason !== undefined || problems.until !== undefined || until === undefined) return { problems };
  return { problems: null, reason, until: until === null ? null : new Date(until.startsMs) };
}

function dayTyped(text: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return dcDayOn(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function yearsOn(day: string): string {
  return `${Number(day.slice(0, 4)) + SUSPENDED_YEARS_MAX}${day.slice(4)}`;
}

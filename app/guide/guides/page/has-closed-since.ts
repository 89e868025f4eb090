import { dcToday } from "#app/lib/dc-time.ts";

/** Whether a place closed after a guide first mentioned it, by days in Washington. True if either day is unknown. */
export function hasClosedSinceMention(closedOn: string | null, mentionedAt: Date | null): boolean {
  return closedOn === null || mentionedAt === null || closedOn >= dcToday(mentionedAt);
}

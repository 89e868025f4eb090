import { dcToday } from "#app/lib/dc-time.ts";

/** Whether a place closed after a guide first mentioned it, by days in Washington. True if either day is unknown. */
export function hasClosedSinceMention(closedOn: string | null, namedAt: Date | null): boolean {
  return closedOn === null || namedAt === null || closedOn >= dcToday(namedAt);
}

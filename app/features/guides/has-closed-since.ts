import { dcToday } from "#app/features/places/dc-calendar.ts";

/** Whether a place closed after a guide had named it, by Washington's days; where a day isn't known it counts. */
export function hasClosedSince(closedOn: string | null, namedAt: Date | null): boolean {
  return closedOn === null || namedAt === null || closedOn >= dcToday(namedAt);
}

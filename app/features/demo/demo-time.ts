import type { Random } from "#app/features/illustrations/seeded-random.ts";

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** An instant in the waking hours of a day in Washington, `daysAgo` before `today` ("2026-11-21"). */
export function instantDaysAgo(today: string, daysAgo: number, random: Random): Date {
  const noonUtc = Date.parse(`${today}T12:00:00Z`) - daysAgo * DAY_MS;
  // From 12:00 to 24:00 UTC it is the same day in Washington, summer and winter.
  return new Date(noonUtc + Math.floor(random.between(0, 11.9) * HOUR_MS));
}

/** "2026-11-21" */
export function dayDaysAgo(today: string, daysAgo: number): string {
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** An id in the form of the database's own (RFC 9562, version 8: made by the one who hands it out). */
export function demoId(random: Random): string {
  const hex = (count: number) => Array.from({ length: count }, () => random.integer(0, 15).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-8${hex(3)}-${random.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}

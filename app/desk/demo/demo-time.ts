import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";
import type { Random } from "#illustrations/drawing/seeded-random.ts";

/** A random daytime instant in America/New_York, `daysAgo` days before `today` ("2026-11-21"). */
export function instantDaysAgo(today: string, daysAgo: number, random: Random): Date {
  const noonUtc = Date.parse(`${today}T12:00:00Z`) - daysAgo * DAY_MS;
  // 12:00 to 24:00 UTC is the same calendar day in Washington all year.
  return new Date(noonUtc + Math.floor(random.between(0, 11.9) * HOUR_MS));
}

/** "2026-11-21" */
export function dateDaysAgo(today: string, daysAgo: number): string {
  return new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** A version 8 UUID (RFC 9562: custom), generated from the seed. */
export function demoId(random: Random): string {
  const hex = (count: number) => Array.from({ length: count }, () => random.integer(0, 15).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-8${hex(3)}-${random.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}

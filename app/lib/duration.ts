/** Durations in milliseconds. Days in Washington have 23, 24 or 25 hours: calendar arithmetic is in `dc-time.ts`. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

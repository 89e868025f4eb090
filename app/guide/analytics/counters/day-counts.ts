import type { Device } from "../visitors/device.ts";
import type { TrafficSource } from "../visitors/traffic-sources.ts";

/** Searches as typed, searches without a result, and searches whose result was opened. */
export type SearchStep = "asked" | "nothing" | "followed";

/** A daily count under a fixed name, so there are never more rows than names. */
export type DailyEventCount =
  | { kind: "source"; name: TrafficSource }
  | { kind: "device"; name: Device }
  | { kind: "search"; name: SearchStep }
  /** What led to the page with the plans: a kind of our own pages, or a source. */
  | { kind: "premium-from"; name: string }
  /** By plan; `visitors` are accounts. */
  | { kind: "checkout" | "paid"; name: string };

/** A place's counts by day; older ones are added up by month. Two ranges of 90 days, plus some margin. */
export const DAILY_RETENTION_DAYS = 200;

/** Two years, so that a year can be compared with the one before, plus some margin. */
export const COUNT_RETENTION_DAYS = 800;

/** Retention of terms and response times: the longest range (a year and the month it began in). */
export const DETAIL_RETENTION_DAYS = 400;

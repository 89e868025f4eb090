import type { Device } from "./device.ts";
import type { SourceName } from "./sources.ts";

/** What became of searches: asked as typed, without any result, and one of the results was followed. */
export type SearchStep = "asked" | "nothing" | "followed";

/** One of the things that are counted a day, by names of ours: there are no more rows than names. */
export type DayCount =
  | { kind: "source"; name: SourceName }
  | { kind: "device"; name: Device }
  | { kind: "search"; name: SearchStep }
  /** What led to the page with the plans: a kind of our own pages, or a source. */
  | { kind: "premium-from"; name: string }
  /** By plan; `visitors` are accounts. */
  | { kind: "checkout" | "paid"; name: string };

/** Two years, so that a year has one to be compared with, and some to spare. */
export const COUNT_DAYS_KEPT = 800;

/** Of words and of the server's times: longer than the longest time that is looked at, a year and the month it began in. */
export const DETAIL_DAYS_KEPT = 400;

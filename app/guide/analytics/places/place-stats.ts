import type { ListSurface } from "#app/platform/page-cache-info.ts";

/** The links on a place's page whose clicks are counted. */
export const CLICK_KINDS = ["website", "phone", "directions", "share"] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

/** What is counted per place and day, besides views of its page. */
export type PlaceMetric = ClickKind | ListSurface;

export function isClickKind(word: string): word is ClickKind {
  return CLICK_KINDS.some((kind) => kind === word);
}

/** Days in Washington, both inclusive. */
export type DayRange = { from: string; to: string };

/** A count of one day: how often, and by how many visitors. Here `views` and `saves` are figures too. */
export type DailyPlaceStat = { day: string; metric: string; count: number; visitors: number };

/** The sum over several days, per place. */
export type PlaceStatSum = { placeId: number; metric: string; count: number; visitors: number };

/** A search term with the visitors of each day added up. */
export type TermSum = { term: string; visitors: number };

/** The first day on which each kind was counted for any place; null if never. */
export type FirstCountedDays = { views: string | null; clicks: string | null; lists: string | null };
